/* The chance of a random player; see chance.h.
 *
 * The chance of a state is the mean of the chances after its moves: 1 after a move to a goal, 0 after
 * one from which there is no way back.  So just the states that can be won and are no goals have an
 * equation:
 *
 *     x[i] = (wins[i] + sum of x[j] over the moves to other such states) / moves[i]
 *
 * A move that changes nothing is left out: another one is made sooner or later.
 *
 * - Order.  Numbers of states depend on the threads that met them.  So equations stand in the order in
 *   which a walk from the start, breadth first and by moves in move order, meets their states.  All that
 *   is rounded happens in that order, so that the result is the same, bit by bit, for any threads.
 *
 * - Solving.  A sweep goes through all equations from the last to the first, which settles what leads
 *   away from the start, and back again, which settles what leads back to it.  It begins with 0
 *   everywhere, so the values only rise, towards the solution.  Nothing is ever subtracted: the
 *   smallest of chances keeps its digits.
 *
 * - Stopping.  A sweep makes G x + f of x, where G >= 0, so the rise in one sweep is G times the rise in
 *   the sweep before.  If no value rises more than r times what it rose before, r < 1, then all that is
 *   yet to come is the rise times r + r^2 + ... at most: a bound on what is lacking, value by value.
 *
 * - States from which nothing can go wrong have the chance 1, without an equation: it is there that a
 *   player may wander about for longest. */
#include "solve/search/chance.h"

#include "solve/search/room.h"
#include "solve/search/scan.h"

#include <math.h>
#include <stdlib.h>

struct equation {
    uint64_t place; /* where its terms begin; they end where the next one's do */
    uint32_t wins;
    uint32_t moves;
};

struct equations {
    struct state_graph *graph;
    uint32_t *moves; /* [states] how many a state offers */
    uint32_t *own;   /* [states] its equation, once met */
    uint32_t *walk;  /* [states] numbers of states in the order of the walk */
    struct equation *list; /* [count + 1] */
    uint32_t count;
    uint32_t *terms; /* other equations */
    uint64_t term_count, term_room;
    bool *risky; /* [count] something can go wrong from there */
    double *chances, *rises; /* [count] */
    size_t charged;
};

#define NOT_MET UINT32_MAX

/* How far off the chance may be, as a part of it. */
static const double tolerance = 1e-7;

/* Where players wander about for long, sweeps settle little each.  So many are made at any rate, and more
 * as long as fewer terms than that were added up; it depends on the level alone. */
enum { SWEEPS_AT_LEAST = 100, TERMS_AT_MOST = 100000000 };

/* Memory within the limit, all zero.  NULL: there is none. */
static void *take(struct equations *equations, uint64_t many, size_t size)
{
    struct search *search = equations->graph->search;
    if (!search_charge(search, (size_t)many * size))
        return NULL;
    equations->charged += (size_t)many * size;
    void *memory = calloc(many, size);
    search->failed |= memory == NULL;
    return memory;
}

/* --- the equations --- */

static bool has_equation(const struct state_graph *graph, uint32_t number)
{
    return bits_get(graph->winnable, number) && !search_is_goal(graph->search, number);
}

/* Counts the moves that a player considers. */
static void count_moves(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    const struct equations *equations = context;
    const struct search *search = equations->graph->search;
    const struct puzzle *puzzle = search->puzzle;
    for (uint64_t n = first; n < end; n++) {
        if (!has_equation(equations->graph, (uint32_t)n))
            continue;
        unsigned legal = puzzle->rules->expand(puzzle, store_state(&search->store, n),
                                               fanout->moves, fanout->states);
        for (unsigned i = 0; i < legal; i++)
            equations->moves[n] += !puzzle->rules->lost(puzzle, fanout_state(fanout, puzzle, i));
    }
}

static bool make_room_for_terms(struct equations *equations)
{
    struct search *search = equations->graph->search;
    uint64_t wanted = equations->term_count + search->puzzle->max_moves;
    if (wanted <= equations->term_room)
        return true;
    uint64_t room = room_for(equations->term_room, wanted, sizeof *equations->terms);
    size_t more = (size_t)(room - equations->term_room) * sizeof *equations->terms;
    if (!search_charge(search, more))
        return false;
    equations->charged += more;
    uint32_t *terms = realloc(equations->terms, room * sizeof *terms);
    search->failed |= terms == NULL;
    if (terms == NULL)
        return false;
    equations->terms = terms;
    equations->term_room = room;
    return true;
}

/* The equation of a state, which is met if it was not before. */
static uint32_t meet(struct equations *equations, uint32_t number)
{
    if (equations->own[number] == NOT_MET) {
        equations->own[number] = equations->count;
        equations->walk[equations->count++] = number;
    }
    return equations->own[number];
}

/* Writes the n-th equation and meets what it depends on. */
static bool write_equation(struct equations *equations, uint32_t n)
{
    struct state_graph *graph = equations->graph;
    struct equation *equation = &equations->list[n];
    uint32_t number = equations->walk[n];
    if (!make_room_for_terms(equations))
        return false;
    *equation = (struct equation){equations->term_count, 0, equations->moves[number]};
    unsigned many;
    const uint32_t *after = search_after(graph->search, number, &graph->fanout, &many);
    for (unsigned i = 0; i < many; i++) {
        if (!bits_get(graph->winnable, after[i]))
            continue;
        if (search_is_goal(graph->search, after[i]))
            equation->wins++;
        else if (after[i] == number)
            equation->moves--;
        else
            equations->terms[equations->term_count++] = meet(equations, after[i]);
    }
    return watch_allows(&graph->search->watch, 0, 0);
}

static uint64_t count_equations(const struct state_graph *graph, uint64_t states)
{
    uint64_t count = 0;
    for (uint64_t n = 0; n < states; n++)
        count += bits_get(graph->winnable, n);
    return count;
}

static bool write_equations(struct equations *equations, uint32_t start)
{
    struct search *search = equations->graph->search;
    uint64_t states = store_count(&search->store);
    uint64_t most = count_equations(equations->graph, states);
    equations->moves = take(equations, states, sizeof *equations->moves);
    if (equations->moves == NULL || !scan_states(search, states, false, count_moves, equations))
        return false;
    equations->own = take(equations, states, sizeof *equations->own);
    equations->walk = take(equations, most, sizeof *equations->walk);
    equations->list = take(equations, most + 1, sizeof *equations->list);
    if (equations->own == NULL || equations->walk == NULL || equations->list == NULL)
        return false;
    for (uint64_t n = 0; n < states; n++)
        equations->own[n] = NOT_MET;
    meet(equations, start);
    for (uint32_t n = 0; n < equations->count; n++) {
        if (!write_equation(equations, n))
            return false;
    }
    equations->list[equations->count].place = equations->term_count;
    return true;
}

/* --- what can go wrong --- */

static bool is_risky(const struct equations *equations, uint32_t n)
{
    const struct equation *equation = &equations->list[n];
    uint64_t end = equation[1].place;
    if (equation->wins + (end - equation->place) < equation->moves)
        return true;
    for (uint64_t t = equation->place; t < end; t++) {
        if (equations->risky[equations->terms[t]])
            return true;
    }
    return false;
}

/* Marks the states from which a losing move can be reached; up and down, until nothing changes. */
static bool find_risks(struct equations *equations)
{
    equations->risky = take(equations, equations->count, sizeof *equations->risky);
    bool changed = equations->risky != NULL;
    for (bool down = true; changed; down = !down) {
        changed = false;
        for (uint32_t i = 0; i < equations->count; i++) {
            uint32_t n = down ? equations->count - 1 - i : i;
            if (!equations->risky[n] && is_risky(equations, n))
                changed = equations->risky[n] = true;
        }
        watch_hurry(&equations->graph->search->watch);
        if (!watch_allows(&equations->graph->search->watch, 0, 0))
            return false;
    }
    return equations->risky != NULL;
}

/* --- solving --- */

static double mean_after(const struct equations *equations, uint32_t n)
{
    const struct equation *equation = &equations->list[n];
    double sum = equation->wins;
    for (uint64_t t = equation->place; t < equation[1].place; t++)
        sum += equations->chances[equations->terms[t]];
    return sum / equation->moves;
}

/* One sweep.  Returns the most that a rise is of the one before; INFINITY where a value rises that did
 * not. */
static double sweep(struct equations *equations)
{
    double *chances = equations->chances, *rises = equations->rises, most = 0;
    double *before = rises + equations->count;
    for (uint32_t n = 0; n < equations->count; n++)
        before[n] = chances[n];
    for (uint32_t n = equations->count; n-- > 0;) {
        if (equations->risky[n])
            chances[n] = mean_after(equations, n);
    }
    for (uint32_t n = 0; n < equations->count; n++) {
        if (equations->risky[n])
            chances[n] = mean_after(equations, n);
        double rise = chances[n] - before[n];
        if (rise > 1e-14 * chances[n] && rise > most * rises[n])
            most = rises[n] > 0 ? rise / rises[n] : INFINITY;
        rises[n] = rise > 0 ? rise : 0;
    }
    return most;
}

/* Whether what the start still lacks is next to nothing. */
static bool is_settled(const struct equations *equations, double ratio)
{
    return ratio < 1 && equations->rises[0] * (ratio / (1 - ratio)) <=
                            tolerance * equations->chances[0];
}

static bool may_sweep(struct equations *equations, uint64_t sweeps)
{
    struct watch *watch = &equations->graph->search->watch;
    uint64_t each = 2 * (equations->term_count + equations->count);
    if (sweeps >= SWEEPS_AT_LEAST && sweeps * each > TERMS_AT_MOST)
        return false;
    watch_hurry(watch);
    return watch_allows(watch, 0, 0);
}

static bool solve(struct equations *equations)
{
    equations->chances = take(equations, equations->count, sizeof *equations->chances);
    equations->rises = take(equations, UINT64_C(2) * equations->count, sizeof *equations->rises);
    if (equations->chances == NULL || equations->rises == NULL)
        return false;
    for (uint32_t n = 0; n < equations->count; n++)
        equations->chances[n] = !equations->risky[n];
    uint64_t sweeps = 1;
    while (!is_settled(equations, sweep(equations))) {
        if (!may_sweep(equations, sweeps++))
            return false;
    }
    return true;
}

static void equations_free(struct equations *equations)
{
    search_discharge(equations->graph->search, equations->charged);
    free(equations->moves);
    free(equations->own);
    free(equations->walk);
    free(equations->list);
    free(equations->terms);
    free(equations->risky);
    free(equations->chances);
    free(equations->rises);
}

bool state_graph_chance(struct state_graph *graph, double *chance)
{
    struct search *search = graph->search;
    struct equations equations = {.graph = graph};
    search->puzzle->rules->start(search->puzzle, graph->padded);
    uint32_t start = search_find(search, graph->padded);
    *chance = search_is_goal(search, start);
    bool good = *chance > 0 || (write_equations(&equations, start) && find_risks(&equations) &&
                                solve(&equations));
    if (good && *chance == 0)
        *chance = equations.chances[0];
    equations_free(&equations);
    return good;
}
