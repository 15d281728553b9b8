/* The states of places, and the moves out of a place; see place.h. */
#include "games/puzzlescript/win_proof.h"
#include "games/puzzlescript/place.h"

#include <stdlib.h>

/* Whether the position of node a sorts before that of node b. */
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

/* Packs the state of a position's place, which is its least position. Returns false if the puzzle is stopped; the state
 * is then that of the position itself. */
static bool state_of(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const uint64_t *position, bool won,
                     unsigned char *state)
{
    struct ps_place *place = &workspace->there;
    int least = 0;
    bool walks = puzzle->walks && ps_only_player(puzzle, position) >= 0;
    if (!walks || !ps_flood(puzzle, workspace, place, position, won, &workspace->here)) {
        ps_pack(puzzle, position, won, state);
        return !walks;
    }
    for (int node = 1; node < place->count; node++)
        if (place->nodes[node].joined && is_less(puzzle, place, node, least))
            least = node;
    ps_node_position(puzzle, place, least, workspace->position);
    ps_pack(puzzle, workspace->position, won, state);
    return true;
}

/* Publishes the state in which the level begins, unless another thread does so. */
static void publish_begin(struct ps_pool *pool, const unsigned char *state, size_t bytes)
{
    int unknown = PS_BEGIN_UNKNOWN;
    if (!atomic_compare_exchange_strong(&pool->begin, &unknown, PS_BEGIN_WRITTEN))
        return;
    memcpy(pool->begin_state, state, bytes);
    atomic_store(&pool->begin, PS_BEGIN_KNOWN);
}

void ps_begin_state(struct ps_puzzle *puzzle, unsigned char *state)
{
    struct ps_pool *pool = puzzle->pool;
    size_t bytes = puzzle->puzzle.state_bytes;
    if (atomic_load(&pool->begin) == PS_BEGIN_KNOWN) {
        memcpy(state, pool->begin_state, bytes);
        return;
    }
    struct ps_workspace *workspace = ps_workspace_take(puzzle);
    memset(state, 0, bytes);
    if (state_of(puzzle, workspace, puzzle->start, puzzle->start_won, state))
        publish_begin(pool, state, bytes);
    ps_workspace_leave(puzzle, workspace);
}

/* --- moves out of a place --- */

void ps_exit_position(const struct ps_puzzle *puzzle, const struct ps_workspace *workspace, const struct ps_exit *exit,
                      uint64_t *position)
{
    const struct ps_place *place = &workspace->here;
    int after = place->nodes[exit->node].after[move_way(exit->move)];
    if (after >= 0)
        ps_node_position(puzzle, place, after, position);
    else
        memcpy(position, place->after + (size_t)(PS_ELSEWHERE - after) * puzzle->layout.words,
               puzzle->layout.words * sizeof *position);
}

/* The piece number of a node's moves: the player's cell in the text, row by row, from 1; 0 if there is no single
 * player. */
static unsigned piece_of(const struct ps_puzzle *puzzle, const struct ps_place *place, int node)
{
    int cell = place->nodes[node].cell, height = puzzle->level.height;
    return cell < 0 ? 0 : 1 + (unsigned)(cell % height * puzzle->level.width + cell / height);
}

static bool grow_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace)
{
    int count = workspace->exits_capacity == 0 ? 64 : 2 * workspace->exits_capacity;
    size_t bytes = puzzle->puzzle.state_bytes;
    size_t before = (size_t)workspace->exits_capacity, after = (size_t)count;
    struct ps_exit *exits =
        ps_workspace_grow(puzzle, workspace, workspace->exits, before * sizeof *exits, after * sizeof *exits);
    if (exits != NULL)
        workspace->exits = exits;
    unsigned char *states =
        exits == NULL ? NULL : ps_workspace_grow(puzzle, workspace, workspace->states, before * bytes, after * bytes);
    if (states == NULL)
        return false;
    for (int i = 0; i < workspace->exits_capacity; i++)
        exits[i].state = states + (size_t)(exits[i].state - workspace->states);
    workspace->states = states;
    workspace->exits_capacity = count;
    return true;
}

static int compare_exits(const void *one, const void *other)
{
    const struct ps_exit *a = one, *b = other;
    if (a->move != b->move)
        return a->move < b->move ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* Gives different numbers to moves with the same cell and key that lead to different states: each further state becomes
 * another piece. */
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

int ps_list_exits(struct ps_puzzle *puzzle, struct ps_workspace *workspace, const unsigned char *state, bool live)
{
    struct ps_place *place = &workspace->here;
    size_t bytes = puzzle->puzzle.state_bytes;
    bool won = ps_unpack(puzzle, state, workspace->start);
    int count = 0;
    /* If numbers tell moves with the same cell and key apart, moves into lost states count, too; keep them. */
    live = live && ps_has_win_proof(puzzle) && (!puzzle->walks || puzzle->variants == 1);
    if (!ps_flood(puzzle, workspace, place, workspace->start, won, NULL))
        return -1;
    for (int node = 0; node < place->count; node++)
        for (unsigned way = 0; place->nodes[node].joined && way < PS_KEYS; way++) {
            int after = place->nodes[node].after[way];
            if (after == PS_NOWHERE || (after >= 0 && place->nodes[after].joined))
                continue;
            if (!ps_may_take(puzzle, 0) || (count == workspace->exits_capacity && !grow_exits(puzzle, workspace)))
                return -1;
            struct ps_exit *exit = &workspace->exits[count];
            *exit = (struct ps_exit){.move = move_make(piece_of(puzzle, place, node), way),
                                     .node = node,
                                     .won = after >= 0 ? won : place->after_won[PS_ELSEWHERE - after],
                                     .state = workspace->states + (size_t)count * bytes};
            ps_exit_position(puzzle, workspace, exit, workspace->start);
            if (live && !exit->won && ps_is_dead(puzzle, workspace->start))
                continue;
            count++;
            if (!state_of(puzzle, workspace, workspace->start, exit->won, exit->state))
                return -1;
        }
    if (count == 0)
        return 0;
    qsort(workspace->exits, (size_t)count, sizeof *workspace->exits, compare_exits);
    tell_apart(puzzle, workspace->exits, count);
    qsort(workspace->exits, (size_t)count, sizeof *workspace->exits, compare_exits);
    return count;
}
