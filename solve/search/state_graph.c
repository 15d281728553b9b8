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

/* A pass through descending numbers marks in one go the states that win by moves away from the start, to higher
 * numbers.  An ascending pass does the same for moves back.  So passes alternate until nothing changes.  One pass is
 * needed for each change of direction that a path to the goal cannot avoid.  The result does not depend on the order.
 */
static bool mark_in_passes(struct state_graph *graph)
{
    struct search *search = graph->search;
    struct marking marking = {.graph = graph, .first = true, .down = true, .changed = true};
    bool good = true;
    while (good && atomic_load(&marking.changed)) {
        atomic_store(&marking.changed, false);
        good = scan_states(search, store_count(&search->store), marking.down, mark_block, &marking);
        marking.first = false;
        marking.down = !marking.down;
    }
    return good;
}

/* If the successors were kept, lists the states before each state, and goes back from the goals.  This visits each
 * state once, but needs memory.  Goals are the states without a record of successors. */
static bool mark_back(struct state_graph *graph, size_t bytes)
{
    struct search *search = graph->search;
    const struct successors *successors = &search->successors;
    size_t count = (size_t)store_count(&search->store), marked = 0;
    if (!search_charge(search, bytes))
        return false;
    uint32_t *ends = calloc(count + 1, sizeof *ends); /* where each state's list begins, then where it ends */
    uint32_t *before = malloc(successors->count * sizeof *before), *queue = malloc(count * sizeof *queue);
    bool good = search_check_memory(search, ends != NULL && before != NULL && queue != NULL);
    unsigned many;
    for (size_t n = 0; good && n < count; n++) {
        const uint32_t *after = successors_of(successors, (uint32_t)n, &many);
        for (unsigned m = 0; m < many; m++)
            ends[after[m] + 1]++;
        good = search_may_continue(search, n);
    }
    for (size_t n = 0; good && n < count; n++)
        ends[n + 1] += ends[n];
    for (size_t n = 0; good && n < count; n++) {
        const uint32_t *after = successors_of(successors, (uint32_t)n, &many);
        for (unsigned m = 0; m < many; m++)
            before[ends[after[m]]++] = (uint32_t)n;
        if (successors->places[n] == 0) {
            bits_set(graph->winnable, n);
            queue[marked++] = (uint32_t)n;
        }
        good = search_may_continue(search, n);
    }
    for (size_t n = 0; good && n < marked; n++) {
        uint32_t number = queue[n];
        for (uint32_t at = number == 0 ? 0 : ends[number - 1]; at < ends[number]; at++) {
            if (bits_get(graph->winnable, before[at]))
                continue;
            bits_set(graph->winnable, before[at]);
            queue[marked++] = before[at];
        }
        good = search_may_continue(search, n);
    }
    free(ends);
    free(before);
    free(queue);
    search_discharge(search, bytes);
    return good;
}

bool state_graph_make(struct state_graph *graph, struct search *search)
{
    assert(!search->merges); /* positions and moves must be those of the reported solution */
    *graph = (struct state_graph){.search = search};
    graph->winnable = make_bits(search, &graph->charged);
    graph->padded = calloc(1, search->puzzle->state_bytes + STORE_PADDING);
    bool good = search_check_memory(search, fanout_make(&graph->fanout, search->puzzle) && graph->padded != NULL) &&
                graph->winnable != NULL;
    size_t bytes = (size_t)(2 * store_count(&search->store) + search->successors.count + 1) * sizeof(uint32_t);
    if (good && search->successors.kept && search_can_afford(search, bytes))
        good = mark_back(graph, bytes);
    else if (good)
        good = mark_in_passes(graph);
    if (!good)
        state_graph_free(graph);
    return good;
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

bool state_graph_forced(struct state_graph *graph, const game_move *moves, size_t count, unsigned *forced)
{
    struct search *search = graph->search;
    const uint32_t depth = (uint32_t)count;
    size_t charged = 0, waiting = 0;
    uint64_t capacity = 0;
    uint32_t *solution = calloc(count + 1, sizeof *solution), *stack = NULL; /* state numbers */
    bits *seen = make_bits(search, &charged);                                /* states off the solution */
    bits *own = seen == NULL ? NULL : make_bits(search, &charged);           /* states of the solution */
    bool good = search_check_memory(search, solution != NULL) && own != NULL;
    if (good) {
        /* Follows the solution. */
        search->puzzle->rules->start(search->puzzle, graph->padded);
        solution[0] = search_find(search, graph->padded);
        for (uint32_t n = 0; n < depth; n++) {
            search_expand(search, store_state(&search->store, solution[n]), &graph->fanout);
            for (unsigned i = 0; i < graph->fanout.count; i++) {
                if (graph->fanout.moves[i] == moves[n])
                    solution[n + 1] = search_find(search, fanout_state(&graph->fanout, search->puzzle, i));
            }
        }
        for (uint32_t n = 0; n <= depth; n++)
            bits_set(own, solution[n]);
    }
    *forced = 0;
    for (uint32_t n = 0, furthest = 0; good && n < depth && furthest < depth; n++, waiting = 0) {
        *forced += n > 0 && furthest <= n;
        /* Walks every state off the solution that can be reached from its n-th state and was not reached before.  The
         * solution's own move counts, too: it returns one state further on. */
        uint32_t number = solution[n];
        for (bool more = true; more && furthest < depth;) {
            uint64_t wanted = waiting + search->puzzle->max_moves + 1;
            good = search_grow(search, &stack, &capacity, wanted, sizeof *stack, &charged) &&
                   watch_allows(&search->watch, 0, 0);
            if (!good)
                break;
            unsigned many;
            const uint32_t *after = search_after(search, number, &graph->fanout, &many);
            for (unsigned i = 0; i < many; i++) {
                if (!bits_get(graph->winnable, after[i]))
                    continue;
                if (bits_get(own, after[i])) {
                    uint32_t place = depth; /* in the solution */
                    while (solution[place] != after[i])
                        place--;
                    furthest = place > furthest ? place : furthest;
                } else if (!bits_get(seen, after[i])) {
                    bits_set(seen, after[i]);
                    if (search_is_goal(search, after[i]))
                        furthest = depth;
                    else
                        stack[waiting++] = after[i];
                }
            }
            more = waiting > 0;
            if (more)
                number = stack[--waiting];
        }
    }
    search_discharge(search, charged);
    free(solution);
    free((void *)seen);
    free((void *)own);
    free(stack);
    return good;
}
