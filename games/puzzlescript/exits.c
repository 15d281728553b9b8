/* States of places, and the moves out of them; see place.h. */
#include "games/puzzlescript/outlook.h"
#include "games/puzzlescript/place.h"

#include <stdlib.h>

/* Whether a node's position comes before another's. */
static bool is_less(const struct ps_puzzle *puzzle, const struct ps_place *place, int a, int b)
{
    const uint64_t *one = ps_players(puzzle, place, a), *other = ps_players(puzzle, place, b);
    if (place->nodes[a].cell != place->nodes[b].cell)
        return place->nodes[a].cell < place->nodes[b].cell;
    for (size_t word = 0; word < ps_words(puzzle); word++)
        if (one[word] != other[word])
            return one[word] < other[word];
    return false;
}

void ps_state_of(struct ps_puzzle *puzzle, struct ps_room *room, const uint64_t *position, bool won,
                 unsigned char *state)
{
    struct ps_place *place = &room->there;
    int least = 0;
    if (!puzzle->walks || ps_only_player(puzzle, position) < 0) {
        ps_pack(puzzle, position, won, state);
        return;
    }
    if (!ps_flood(puzzle, room, place, position, won, &room->here))
        ps_doubt(puzzle, PS_NO_MEMORY);
    for (int node = 1; node < place->count; node++)
        if (place->nodes[node].joined && is_less(puzzle, place, node, least))
            least = node;
    ps_node_position(puzzle, place, least, room->position);
    ps_pack(puzzle, room->position, won, state);
}

/* --- moves out of a place --- */

void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_room *room,
                      const struct ps_exit *exit, uint64_t *position)
{
    const struct ps_place *place = &room->here;
    int after = place->nodes[exit->node].after[move_way(exit->move)];
    if (after >= 0)
        ps_node_position(puzzle, place, after, position);
    else
        memcpy(position, place->after + (size_t)(PS_ELSEWHERE - after) * puzzle->layout.words,
               puzzle->layout.words * sizeof *position);
}

/* The piece of a node's moves: the player's cell in the text, row by row, from 1; 0 where no single player is told. */
static unsigned piece_of(const struct ps_puzzle *puzzle, const struct ps_place *place, int node)
{
    int cell = place->nodes[node].cell, height = puzzle->level.height;
    return cell < 0 ? 0 : 1 + (unsigned)(cell % height * puzzle->level.width + cell / height);
}

static bool grow_exits(const struct ps_puzzle *puzzle, struct ps_room *room)
{
    int count = room->exits_room == 0 ? 64 : 2 * room->exits_room;
    size_t bytes = puzzle->puzzle.state_bytes;
    struct ps_exit *exits = realloc(room->exits, (size_t)count * sizeof *exits);
    if (exits != NULL)
        room->exits = exits;
    unsigned char *states = exits == NULL ? NULL : realloc(room->states, (size_t)count * bytes);
    if (states == NULL)
        return false;
    for (int i = 0; i < room->exits_room; i++)
        exits[i].state = states + (size_t)(exits[i].state - room->states);
    room->states = states;
    room->exits_room = count;
    return true;
}

static int compare_exits(const void *one, const void *other)
{
    const struct ps_exit *a = one, *b = other;
    if (a->move != b->move)
        return a->move < b->move ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* Tells moves of one cell and key apart that lead to different states: each further one is another piece. */
static void tell_apart(const struct ps_puzzle *puzzle, struct ps_exit *exits, int count)
{
    size_t bytes = puzzle->puzzle.state_bytes;
    for (int i = 0, first; i < count; i = first) {
        game_move move = exits[i].move;
        unsigned kinds = 0;
        first = i;
        for (; first < count && exits[first].move == move; first++)
            continue;
        for (int n = i; n < first; n++) {
            int same = i;
            while (memcmp(exits[same].state, exits[n].state, bytes) != 0)
                same++;
            unsigned piece = move_piece(move) + kinds * (unsigned)ps_size(puzzle);
            exits[n].move = same < n ? exits[same].move : move_make(piece, move_way(move));
            kinds += same == n;
        }
    }
}

int ps_list_exits(struct ps_puzzle *puzzle, struct ps_room *room, const unsigned char *state,
                  bool live)
{
    struct ps_place *place = &room->here;
    size_t bytes = puzzle->puzzle.state_bytes;
    bool won = ps_unpack(puzzle, state, room->start);
    int count = 0;
    /* Where moves of one cell and key are told apart by numbers, those of dead ends count. */
    live = live && ps_has_outlook(puzzle) && (!puzzle->walks || puzzle->variants == 1);
    if (!ps_flood(puzzle, room, place, room->start, won, NULL))
        return -1;
    for (int node = 0; node < place->count; node++)
        for (unsigned way = 0; place->nodes[node].joined && way < PS_KEYS; way++) {
            int after = place->nodes[node].after[way];
            if (after == PS_NOWHERE || (after >= 0 && place->nodes[after].joined))
                continue;
            if (count == room->exits_room && !grow_exits(puzzle, room))
                return -1;
            struct ps_exit *exit = &room->exits[count];
            *exit =
                (struct ps_exit){.move = move_make(piece_of(puzzle, place, node), way),
                                 .node = node,
                                 .won = after >= 0 ? won : place->after_won[PS_ELSEWHERE - after],
                                 .state = room->states + (size_t)count * bytes};
            ps_exit_position(puzzle, room, exit, room->start);
            if (live && !exit->won && ps_is_dead(puzzle, room->start))
                continue;
            count++;
            ps_state_of(puzzle, room, room->start, exit->won, exit->state);
        }
    if (count == 0)
        return 0;
    qsort(room->exits, (size_t)count, sizeof *room->exits, compare_exits);
    tell_apart(puzzle, room->exits, count);
    qsort(room->exits, (size_t)count, sizeof *room->exits, compare_exits);
    return count;
}
