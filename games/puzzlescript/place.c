/* Places: the flood; see place.h. */
#include "games/puzzlescript/place.h"

#include <stdlib.h>

static size_t words_of(const struct ps_puzzle *puzzle)
{
    return (size_t)puzzle->program->object_words;
}

static size_t cell_words(const struct ps_puzzle *puzzle)
{
    return (size_t)ps_size(puzzle) * words_of(puzzle);
}

/* The only cell with a player's object; -1: there are none, or several. */
static int only_player(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    int found = -1;
    for (int cell = 0; cell < ps_size(puzzle); cell++) {
        if (!meets(&position[(size_t)cell * words_of(puzzle)], puzzle->program->player,
                   puzzle->program->object_words))
            continue;
        if (found >= 0)
            return -1;
        found = cell;
    }
    return found;
}

/* --- nodes --- */

static uint64_t *players_of(const struct ps_puzzle *puzzle, const struct ps_place *place, int node)
{
    return &place->players[(size_t)node * words_of(puzzle)];
}

static bool grow_nodes(const struct ps_puzzle *puzzle, struct ps_place *place)
{
    int room = place->room == 0 ? 64 : 2 * place->room;
    struct ps_node *nodes = realloc(place->nodes, (size_t)room * sizeof *nodes);
    if (nodes != NULL)
        place->nodes = nodes;
    uint64_t *players =
        nodes == NULL ? NULL
                      : realloc(place->players, (size_t)room * words_of(puzzle) * sizeof *players);
    if (players == NULL)
        return false;
    place->players = players;
    place->room = room;
    return true;
}

int ps_find_node(const struct ps_puzzle *puzzle, const struct ps_place *place,
                 const uint64_t *position)
{
    int cell = place->single ? only_player(puzzle, position) : 0;
    size_t words = words_of(puzzle);
    if (!place->single || cell < 0)
        return place->single ? -1 : 0;
    for (int node = place->first[cell]; node >= 0; node = place->nodes[node].same_cell) {
        const uint64_t *players = players_of(puzzle, place, node);
        bool same = true;
        for (size_t word = 0; word < words && same; word++)
            same = players[word] ==
                   (position[(size_t)cell * words + word] & puzzle->program->player[word]);
        if (same)
            return node;
    }
    return -1;
}

/* Adds the node of a position.  -1: no memory. */
static int add_node(const struct ps_puzzle *puzzle, struct ps_place *place,
                    const uint64_t *position, int cell)
{
    size_t words = words_of(puzzle);
    if (place->count == place->room && !grow_nodes(puzzle, place))
        return -1;
    struct ps_node *node = &place->nodes[place->count];
    *node = (struct ps_node){.cell = cell, .same_cell = -1};
    if (cell >= 0) {
        node->same_cell = place->first[cell];
        place->first[cell] = place->count;
        for (size_t word = 0; word < words; word++)
            players_of(puzzle, place, place->count)[word] =
                position[(size_t)cell * words + word] & puzzle->program->player[word];
    }
    return place->count++;
}

void ps_node_position(const struct ps_puzzle *puzzle, const struct ps_place *place, int node,
                      uint64_t *position)
{
    memcpy(position, place->rest, puzzle->layout.words * sizeof *position);
    if (place->single)
        add_mask(&position[(size_t)place->nodes[node].cell * words_of(puzzle)],
                 players_of(puzzle, place, node), puzzle->program->object_words);
}

/* --- exits --- */

static bool add_exit(const struct ps_puzzle *puzzle, struct ps_place *place,
                     const uint64_t *position, bool won)
{
    size_t words = puzzle->layout.words;
    if (place->exits == place->exits_room) {
        int room = place->exits_room == 0 ? 16 : 2 * place->exits_room;
        uint64_t *after = realloc(place->after, (size_t)room * words * sizeof *after);
        if (after != NULL)
            place->after = after;
        bool *wins = after == NULL ? NULL : realloc(place->after_won, (size_t)room * sizeof *wins);
        if (wins == NULL)
            return false;
        place->after_won = wins;
        place->exits_room = room;
    }
    memcpy(place->after + (size_t)place->exits * words, position, words * sizeof *position);
    place->after_won[place->exits++] = won;
    return true;
}

/* --- the flood --- */

/* Whether a position is the place's but for where the only player is; that is in *cell. */
static bool is_walk(const struct ps_puzzle *puzzle, const struct ps_place *place,
                    const uint64_t *position, bool won, int *cell)
{
    size_t words = words_of(puzzle), size = (size_t)ps_size(puzzle);
    const uint64_t *player = puzzle->program->player;
    *cell = -1;
    if (won != place->won)
        return false;
    for (size_t i = 0, at = 0; i < size; i++) {
        bool here = false;
        for (size_t word = 0; word < words; word++, at++) {
            if ((position[at] & ~player[word]) != place->rest[at])
                return false;
            here = here || (position[at] & player[word]) != 0;
        }
        if (here && *cell >= 0)
            return false;
        if (here)
            *cell = (int)i;
    }
    return *cell >= 0 &&
           memcmp(position + cell_words(puzzle), place->rest + cell_words(puzzle),
                  (puzzle->layout.words - cell_words(puzzle)) * sizeof *position) == 0;
}

/* Notes what a key leads to.  False: no memory. */
static bool follow(struct ps_puzzle *puzzle, struct ps_room *room, struct ps_place *place, int node,
                   unsigned way)
{
    bool won = false;
    int cell, next = PS_NOWHERE;
    if (ps_make_turn(puzzle, room, room->position, way, room->other, &won)) {
        if (place->single && is_walk(puzzle, place, room->other, won, &cell)) {
            next = ps_find_node(puzzle, place, room->other);
            if (next < 0)
                next = add_node(puzzle, place, room->other, cell);
            if (next < 0)
                return false;
        } else {
            next = PS_ELSEWHERE - place->exits;
            if (!add_exit(puzzle, place, room->other, won))
                return false;
        }
    }
    place->nodes[node].after[way] = next;
    return true;
}

/* Marks the nodes from which walks lead to the first. */
static void join(struct ps_place *place)
{
    place->nodes[0].joined = true;
    for (bool more = true; more;) {
        more = false;
        for (int i = place->count - 1; i > 0; i--) {
            struct ps_node *node = &place->nodes[i];
            if (node->joined)
                continue;
            for (int way = 0; way < PS_KEYS && !node->joined; way++)
                node->joined = node->after[way] >= 0 && place->nodes[node->after[way]].joined;
            more = more || node->joined;
        }
    }
}

bool ps_flood(struct ps_puzzle *puzzle, struct ps_room *room, struct ps_place *place,
              const uint64_t *position, bool won)
{
    int cell = puzzle->walks ? only_player(puzzle, position) : -1;
    size_t words = words_of(puzzle);
    for (int i = 0; i < place->count; i++)
        if (place->nodes[i].cell >= 0)
            place->first[place->nodes[i].cell] = -1;
    place->count = place->exits = 0;
    place->single = cell >= 0;
    place->won = won;
    memcpy(place->rest, position, puzzle->layout.words * sizeof *position);
    if (cell >= 0)
        clear_mask(&place->rest[(size_t)cell * words], puzzle->program->player, (int)words);
    if (add_node(puzzle, place, position, cell) < 0)
        return false;
    for (int node = 0; node < place->count; node++)
        for (int way = 0; way < PS_KEYS; way++) {
            place->nodes[node].after[way] = PS_NOWHERE;
            ps_node_position(puzzle, place, node, room->position);
            if (way < puzzle->keys && !follow(puzzle, room, place, node, (unsigned)way))
                return false;
        }
    join(place);
    return true;
}

/* Whether a node's position comes before another's. */
static bool is_less(const struct ps_puzzle *puzzle, const struct ps_place *place, int a, int b)
{
    const uint64_t *one = players_of(puzzle, place, a), *other = players_of(puzzle, place, b);
    if (place->nodes[a].cell != place->nodes[b].cell)
        return place->nodes[a].cell < place->nodes[b].cell;
    for (size_t word = 0; word < words_of(puzzle); word++)
        if (one[word] != other[word])
            return one[word] < other[word];
    return false;
}

void ps_state_of(struct ps_puzzle *puzzle, struct ps_room *room, const uint64_t *position, bool won,
                 unsigned char *state)
{
    struct ps_place *place = &room->there;
    int least = 0;
    if (!puzzle->walks || only_player(puzzle, position) < 0) {
        ps_pack(puzzle, position, won, state);
        return;
    }
    if (!ps_flood(puzzle, room, place, position, won))
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

/* The piece of a node's moves: the player's cell in the text, row by row. */
static unsigned piece_of(const struct ps_puzzle *puzzle, const struct ps_place *place, int node)
{
    int cell = place->nodes[node].cell, height = puzzle->level.height;
    return cell < 0 ? 0 : (unsigned)(cell % height * puzzle->level.width + cell / height);
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

int ps_list_exits(struct ps_puzzle *puzzle, struct ps_room *room, const unsigned char *state)
{
    struct ps_place *place = &room->here;
    size_t bytes = puzzle->puzzle.state_bytes;
    bool won = ps_unpack(puzzle, state, room->start);
    int count = 0;
    if (!ps_flood(puzzle, room, place, room->start, won))
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
                                 .state = room->states + (size_t)count++ * bytes};
            ps_exit_position(puzzle, room, exit, room->start);
            ps_state_of(puzzle, room, room->start, exit->won, exit->state);
        }
    qsort(room->exits, (size_t)count, sizeof *room->exits, compare_exits);
    tell_apart(puzzle, room->exits, count);
    qsort(room->exits, (size_t)count, sizeof *room->exits, compare_exits);
    return count;
}
