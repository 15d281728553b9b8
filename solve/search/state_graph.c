/* Properties that need the whole state graph; see state_graph.h. */
#include "solve/search/state_graph.h"

#include "solve/search/search.h"

#include <assert.h>
#include <stdlib.h>

/* Makes a set of one bit for each state, all clear.  Returns NULL on a limit, or if memory runs out. */
static bits *make_bits(struct search *search, size_t *charged)
{
    size_t bytes = bits_bytes(store_count(&search->store));
    if (!search_charge(search, bytes))
        return NULL;
    *charged += bytes;
    bits *set = calloc(1, bytes);
    search_check_memory(search, set != NULL);
    return set;
}

/* --- winnable --- */

/* The data of one pass of marking. */
struct marking {
    struct state_graph *graph;
    bool first, down;
    atomic_bool changed;
};

static void mark_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct marking *marking = context;
    struct state_graph *graph = marking->graph;
    bool changed = false;
    for (uint64_t n = first; n < end; n++) {
        uint32_t number = (uint32_t)(marking->down ? first + end - 1 - n : n);
        if (bits_get(graph->winnable, number))
            continue;
        bool wins = marking->first && search_is_goal(graph->search, number);
        unsigned many = 0;
        const uint32_t *after = wins ? NULL : search_after(graph->search, number, fanout, &many);
        for (unsigned m = 0; m < many && !wins; m++)
            wins = bits_get(graph->winnable, after[m]);
        if (!wins)
            continue;
        bits_set(graph->winnable, number);
        changed = true;
    }
    if (changed)
        atomic_store(&marking->changed, true);
}

/* Marks the states from which the goal can be reached.  A pass through descending numbers marks in one go the states
 * that win by moves away from the start, to higher numbers.  An ascending pass does the same for moves back.  So
 * passes alternate until nothing changes.  One pass is needed for each change of direction that a path to the goal
 * cannot avoid.  The result does not depend on the order. */
static bool mark_winnable(struct state_graph *graph)
{
    struct marking marking = {.graph = graph, .first = true, .down = true};
    uint64_t count = store_count(&graph->search->store);
    do {
        atomic_store(&marking.changed, false);
        if (!scan_states(graph->search, count, marking.down, mark_block, &marking))
            return false;
        marking.first = false;
        marking.down = !marking.down;
    } while (atomic_load(&marking.changed));
    return true;
}

bool state_graph_make(struct state_graph *graph, struct search *search)
{
    assert(!search->merges); /* positions and moves must be those of the reported solution */
    *graph = (struct state_graph){.search = search};
    graph->winnable = make_bits(search, &graph->charged);
    graph->padded = calloc(1, search->puzzle->state_bytes + STORE_PADDING);
    bool good = fanout_make(&graph->fanout, search->puzzle) && graph->padded != NULL;
    search_check_memory(search, good);
    if (good && graph->winnable != NULL && mark_winnable(graph))
        return true;
    state_graph_free(graph);
    return false;
}

void state_graph_free(struct state_graph *graph)
{
    if (graph->search != NULL)
        search_discharge(graph->search, graph->charged);
    free((void *)graph->winnable);
    free(graph->padded);
    fanout_free(&graph->fanout);
    *graph = (struct state_graph){0};
}

int state_graph_winnable(void *context, const unsigned char *state)
{
    const struct state_graph *graph = context;
    memcpy(graph->padded, state, graph->search->puzzle->state_bytes);
    uint32_t number = search_find(graph->search, graph->padded);
    return number != STORE_NONE && bits_get(graph->winnable, number);
}

/* --- forced: dominators of the goal ---
 *
 * A path that avoids a state of the solution leaves the solution before that state and returns after it, or reaches
 * another goal.  So the states off the solution are walked from each of its states in turn, each state once.  The
 * furthest return is remembered: all states before it can be avoided. */

struct bypass {
    struct state_graph *graph;
    uint32_t *solution; /* [depth + 1] state numbers */
    uint32_t depth;
    bits *seen; /* states visited before */
    bits *own;  /* states of the solution */
    uint32_t *stack;
    size_t count;
    uint64_t capacity;
    uint32_t furthest;
    size_t charged;
};

/* Makes room for the successors of one state. */
static bool ensure_capacity(struct bypass *bypass)
{
    struct search *search = bypass->graph->search;
    uint64_t wanted = bypass->count + search->puzzle->max_moves + 1;
    return search_grow(search, &bypass->stack, &bypass->capacity, wanted, sizeof *bypass->stack, &bypass->charged);
}

/* Handles a successor: a return to the solution, a goal, or a state to continue from. */
static void meet(struct bypass *bypass, uint32_t number)
{
    const struct state_graph *graph = bypass->graph;
    if (!bits_get(graph->winnable, number))
        return;
    if (bits_get(bypass->own, number)) {
        uint32_t place = bypass->depth; /* in the solution */
        while (bypass->solution[place] != number)
            place--;
        bypass->furthest = place > bypass->furthest ? place : bypass->furthest;
        return;
    }
    if (bits_get(bypass->seen, number))
        return;
    bits_set(bypass->seen, number);
    if (search_is_goal(graph->search, number))
        bypass->furthest = bypass->depth;
    else
        bypass->stack[bypass->count++] = number;
}

/* Walks every state off the solution that can be reached from its n-th state and was not reached before.  The
 * solution's own move counts, too: it returns one state further on. */
static bool walk_from(struct bypass *bypass, uint32_t n)
{
    struct state_graph *graph = bypass->graph;
    bool good = ensure_capacity(bypass);
    if (good)
        bypass->stack[bypass->count++] = bypass->solution[n];
    while (good && bypass->count > 0 && bypass->furthest < bypass->depth) {
        unsigned many;
        uint32_t number = bypass->stack[--bypass->count];
        good = ensure_capacity(bypass) && watch_allows(&graph->search->watch, 0, 0);
        const uint32_t *after = search_after(graph->search, number, &graph->fanout, &many);
        for (unsigned i = 0; good && i < many; i++)
            meet(bypass, after[i]);
    }
    bypass->count = 0;
    return good;
}

bool state_graph_forced(struct state_graph *graph, const game_move *moves, size_t count, unsigned *forced)
{
    struct search *search = graph->search;
    struct bypass bypass = {.graph = graph, .depth = (uint32_t)count};
    bypass.solution = calloc(count + 1, sizeof *bypass.solution);
    bypass.seen = make_bits(search, &bypass.charged);
    bypass.own = bypass.seen == NULL ? NULL : make_bits(search, &bypass.charged);
    search_check_memory(search, bypass.solution != NULL);
    bool good = bypass.solution != NULL && bypass.own != NULL;
    if (good) {
        /* Follows the solution. */
        search->puzzle->rules->start(search->puzzle, graph->padded);
        bypass.solution[0] = search_find(search, graph->padded);
        for (uint32_t n = 0; n < bypass.depth; n++) {
            search_expand(search, store_state(&search->store, bypass.solution[n]), &graph->fanout);
            for (unsigned i = 0; i < graph->fanout.count; i++) {
                if (graph->fanout.moves[i] == moves[n])
                    bypass.solution[n + 1] = search_find(search, fanout_state(&graph->fanout, search->puzzle, i));
            }
        }
        for (uint32_t n = 0; n <= bypass.depth; n++)
            bits_set(bypass.own, bypass.solution[n]);
    }
    *forced = 0;
    for (uint32_t n = 0; good && n < bypass.depth && bypass.furthest < bypass.depth; n++) {
        *forced += n > 0 && bypass.furthest <= n;
        good = walk_from(&bypass, n);
    }
    search_discharge(search, bypass.charged);
    free(bypass.solution);
    free((void *)bypass.seen);
    free((void *)bypass.own);
    free(bypass.stack);
    return good;
}
