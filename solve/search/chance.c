/* The chances of random players; see chance.h.
 *
 * The chance of a state is the mean of the chances after its moves, each with its weight: 1 after a move to
 * a goal, 0 after one from which there is no way back.  So just the states that can be won and are no goals
 * have an equation:
 *
 *     x[i] = (wins[i] + sum of weight * x[j] over the moves to other such states) / all[i]
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
#include <string.h>

/* An estimate in two bytes; how much higher or lower estimates count. */
#define LOST_ESTIMATE UINT16_MAX
enum { MOST_CLIMB = 16 };

enum player { EQUAL, GUIDED, PLAYERS };

struct equation {
    uint64_t place; /* where its terms begin; they end where the next one's do */
    double wins[PLAYERS], all[PLAYERS]; /* weights of the moves to goals, of all that are considered */
};

struct equations {
    struct state_graph *graph;
    double *all[PLAYERS]; /* [states] weights of the moves that are considered */
    uint16_t *estimates;  /* [states] */
    uint32_t *own;   /* [states] its equation, once met */
    uint32_t *walk;  /* [states] numbers of states in the order of the walk */
    struct equation *list; /* [count + 1] */
    uint32_t count;
    uint32_t *terms;  /* other equations */
    uint8_t *climbs;  /* for each, how the estimate rises, + MOST_CLIMB */
    uint64_t term_count, term_room;
    bool *risky; /* [count] something can go wrong from there for the player at hand */
    double *chances, *rises; /* [count] */
    double weights[2 * MOST_CLIMB + 1]; /* of moves, by their climbs + MOST_CLIMB */
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

/* --- weights --- */

/* The guided player's weight of a move is 2 to the power of half of what the estimate falls. */
static void fill_weights(struct equations *equations)
{
    for (int climb = -MOST_CLIMB; climb <= MOST_CLIMB; climb++) {
        bool odd = climb % 2 != 0;
        equations->weights[climb + MOST_CLIMB] = ldexp(odd ? sqrt(0.5) : 1, (odd - climb) / 2);
    }
}

static double weight_of(const struct equations *equations, int climb)
{
    return equations->weights[climb + MOST_CLIMB];
}

static uint16_t estimate_of(const struct puzzle *puzzle, const unsigned char *state)
{
    unsigned estimate = puzzle->rules->estimate(puzzle, state);
    if (estimate == ESTIMATE_LOST)
        return LOST_ESTIMATE;
    return estimate < LOST_ESTIMATE ? (uint16_t)estimate : LOST_ESTIMATE - 1;
}

/* How much higher the estimate is after a move, as far as that counts. */
static int climb_between(uint16_t before, uint16_t after)
{
    int climb = (int)after - (int)before;
    return climb < -MOST_CLIMB ? -MOST_CLIMB : climb > MOST_CLIMB ? MOST_CLIMB : climb;
}

/* Adds up the weights of the moves that players consider in one state. */
static void weigh_moves(const struct equations *equations, const unsigned char *state,
                        struct fanout *fanout, uint64_t n)
{
    const struct puzzle *puzzle = equations->graph->search->puzzle;
    uint16_t before = equations->estimates[n] = estimate_of(puzzle, state);
    unsigned legal = puzzle->rules->expand(puzzle, state, fanout->moves, fanout->states);
    for (unsigned i = 0; i < legal; i++) {
        const unsigned char *next = fanout_state(fanout, puzzle, i);
        if (puzzle->rules->lost(puzzle, next))
            continue;
        uint16_t after = estimate_of(puzzle, next);
        equations->all[EQUAL][n]++;
        if (after != LOST_ESTIMATE)
            equations->all[GUIDED][n] += weight_of(equations, climb_between(before, after));
    }
}

static void weigh_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    const struct equations *equations = context;
    const struct search *search = equations->graph->search;
    for (uint64_t n = first; n < end; n++) {
        if (has_equation(equations->graph, (uint32_t)n))
            weigh_moves(equations, store_state(&search->store, n), fanout, n);
    }
}

/* --- writing them --- */

static bool make_room_for_terms(struct equations *equations)
{
    struct search *search = equations->graph->search;
    uint64_t wanted = equations->term_count + search->puzzle->max_moves;
    if (wanted <= equations->term_room)
        return true;
    uint64_t room = room_for(equations->term_room, wanted, sizeof *equations->terms);
    size_t each = sizeof *equations->terms + sizeof *equations->climbs;
    size_t more = (size_t)(room - equations->term_room) * each;
    if (!search_charge(search, more))
        return false;
    equations->charged += more;
    uint32_t *terms = realloc(equations->terms, room * sizeof *terms);
    equations->terms = terms == NULL ? equations->terms : terms;
    uint8_t *climbs = terms == NULL ? NULL : realloc(equations->climbs, room * sizeof *climbs);
    equations->climbs = climbs == NULL ? equations->climbs : climbs;
    search->failed |= climbs == NULL;
    if (climbs == NULL)
        return false;
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
    *equation = (struct equation){equations->term_count,
                                  {0, 0},
                                  {equations->all[EQUAL][number], equations->all[GUIDED][number]}};
    uint16_t before = equations->estimates[number];
    unsigned many;
    const uint32_t *after = search_after(graph->search, number, &graph->fanout, &many);
    for (unsigned i = 0; i < many; i++) {
        if (!bits_get(graph->winnable, after[i]))
            continue;
        bool wins = search_is_goal(graph->search, after[i]);
        int climb = climb_between(before, wins ? 0 : equations->estimates[after[i]]);
        if (wins) {
            equation->wins[EQUAL]++;
            equation->wins[GUIDED] += weight_of(equations, climb);
        } else if (after[i] == number) {
            equation->all[EQUAL]--;
            equation->all[GUIDED] -= weight_of(equations, 0);
        } else {
            equations->climbs[equations->term_count] = (uint8_t)(climb + MOST_CLIMB);
            equations->terms[equations->term_count++] = meet(equations, after[i]);
        }
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
    for (unsigned player = 0; player < PLAYERS; player++)
        equations->all[player] = take(equations, states, sizeof *equations->all[player]);
    equations->estimates = take(equations, states, sizeof *equations->estimates);
    if (equations->all[EQUAL] == NULL || equations->all[GUIDED] == NULL ||
        equations->estimates == NULL || !scan_states(search, states, false, weigh_block, equations))
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

/* The weight of the moves after which a state can still be won. */
static double winning_weight(const struct equations *equations, uint32_t n, enum player player)
{
    const struct equation *equation = &equations->list[n];
    uint64_t end = equation[1].place;
    double sum = equation->wins[player];
    if (player == EQUAL)
        return sum + (double)(end - equation->place);
    for (uint64_t t = equation->place; t < end; t++)
        sum += equations->weights[equations->climbs[t]];
    return sum;
}

static bool is_risky(const struct equations *equations, uint32_t n, enum player player)
{
    const struct equation *equation = &equations->list[n];
    if (winning_weight(equations, n, player) < equation->all[player] * (1 - 1e-9))
        return true;
    for (uint64_t t = equation->place; t < equation[1].place; t++) {
        if (equations->risky[equations->terms[t]])
            return true;
    }
    return false;
}

/* Marks the states from which a losing move can be reached; up and down, until nothing changes. */
static bool find_risks(struct equations *equations, enum player player)
{
    bool changed = true;
    memset(equations->risky, 0, equations->count * sizeof *equations->risky);
    for (bool down = true; changed; down = !down) {
        changed = false;
        for (uint32_t i = 0; i < equations->count; i++) {
            uint32_t n = down ? equations->count - 1 - i : i;
            if (!equations->risky[n] && is_risky(equations, n, player))
                changed = equations->risky[n] = true;
        }
        watch_hurry(&equations->graph->search->watch);
        if (!watch_allows(&equations->graph->search->watch, 0, 0))
            return false;
    }
    return true;
}

/* The guided player's hazard: the mean of what his moves take from his chances if the states after them,
 * where they can be won, are alike. */
static double mean_hazard(const struct equations *equations)
{
    double sum = 0;
    for (uint32_t n = 0; n < equations->count; n++) {
        double share = winning_weight(equations, n, GUIDED) / equations->list[n].all[GUIDED];
        sum -= share < 1 - 1e-9 ? log2(share) : 0;
    }
    return sum / equations->count;
}

/* --- solving --- */

static double mean_after(const struct equations *equations, uint32_t n, enum player player)
{
    const struct equation *equation = &equations->list[n];
    const double *chances = equations->chances;
    double sum = equation->wins[player];
    if (player == EQUAL) {
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            sum += chances[equations->terms[t]];
    } else {
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            sum += equations->weights[equations->climbs[t]] * chances[equations->terms[t]];
    }
    return sum / equation->all[player];
}

/* One sweep.  Returns the most that a rise is of the one before; INFINITY where a value rises that did
 * not. */
static double sweep(struct equations *equations, enum player player)
{
    double *chances = equations->chances, *rises = equations->rises, most = 0;
    double *before = rises + equations->count;
    for (uint32_t n = 0; n < equations->count; n++)
        before[n] = chances[n];
    for (uint32_t n = equations->count; n-- > 0;) {
        if (equations->risky[n])
            chances[n] = mean_after(equations, n, player);
    }
    for (uint32_t n = 0; n < equations->count; n++) {
        if (equations->risky[n])
            chances[n] = mean_after(equations, n, player);
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

/* Solves the equations of a player; *chance becomes that of the start. */
static bool solve(struct equations *equations, enum player player, double *chance)
{
    if (!find_risks(equations, player))
        return false;
    memset(equations->rises, 0, 2 * equations->count * sizeof *equations->rises);
    for (uint32_t n = 0; n < equations->count; n++)
        equations->chances[n] = !equations->risky[n];
    uint64_t sweeps = 1;
    while (!is_settled(equations, sweep(equations, player))) {
        if (!may_sweep(equations, sweeps++))
            return false;
    }
    *chance = equations->chances[0];
    return true;
}

static bool make_room_to_solve(struct equations *equations)
{
    uint64_t count = equations->count;
    equations->risky = take(equations, count, sizeof *equations->risky);
    equations->chances = take(equations, count, sizeof *equations->chances);
    equations->rises = take(equations, 2 * count, sizeof *equations->rises);
    return equations->risky != NULL && equations->chances != NULL && equations->rises != NULL;
}

static void equations_free(struct equations *equations)
{
    search_discharge(equations->graph->search, equations->charged);
    for (unsigned player = 0; player < PLAYERS; player++)
        free(equations->all[player]);
    free(equations->estimates);
    free(equations->own);
    free(equations->walk);
    free(equations->list);
    free(equations->terms);
    free(equations->climbs);
    free(equations->risky);
    free(equations->chances);
    free(equations->rises);
}

void state_graph_chances(struct state_graph *graph, struct chances *chances)
{
    struct search *search = graph->search;
    struct equations equations = {.graph = graph};
    search->puzzle->rules->start(search->puzzle, graph->padded);
    uint32_t start = search_find(search, graph->padded);
    *chances = (struct chances){-1, -1, -1};
    fill_weights(&equations);
    if (search_is_goal(search, start)) {
        *chances = (struct chances){1, 1, 0};
        return;
    }
    if (write_equations(&equations, start) && make_room_to_solve(&equations) &&
        solve(&equations, EQUAL, &chances->equal) && solve(&equations, GUIDED, &chances->guided))
        chances->hazard = mean_hazard(&equations);
    equations_free(&equations);
}
