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
 * - Order.  Equations stand in groups of those that depend on one another, and a group comes after all that
 *   it depends on.  Most groups are a single one, which is settled at once.  All that is rounded
 *   happens in that order, so that the result is the same, bit by bit, for any threads.
 *
 * - Solving.  A sweep goes through a group from the last to the first, which settles what leads away from the
 *   start, and back again, which settles what leads back to it.  It begins with 0 everywhere, so the values
 *   only rise, towards the solution.  Nothing is ever subtracted: the smallest of chances keeps its digits.
 *
 * - Stopping.  A sweep makes G x + f of x, where G >= 0, so the rise in one sweep is G times the rise in
 *   the sweep before.  If no value rises more than r times what it rose before, r < 1, then all that is
 *   yet to come is the rise times r + r^2 + ... at most: a bound on what is lacking, value by value.  What all
 *   values of a group lack as a part of them adds to what those lack that depend on it, and no more.
 *
 * - Jumping.  If, the other way round, no value rises less than s times what it rose before, then this holds of all
 *   rises to come, too: G never makes of more less.  So the rise r times s + s^2 + ... = s / (1 - s) = c is still to
 *   come at least, and is added at once.  From there on values only rise, too: G (x + c r) + f = x + (1 + c) G r,
 *   where the r of this sweep counts as made, and (1 + c) G r >= (1 + c) s r = c r.  In a group in which players wander
 *   about, all values soon rise by much the same part, and a jump saves dozens of sweeps.  The next sweep after a jump
 * has none before it to be compared with.
 *
 * - States from which nothing can go wrong have the chance 1, without an equation: it is there that a
 *   player may wander about for longest. */
#include "solve/search/chance.h"

#include "solve/search/capacity.h"
#include "solve/search/scan.h"
#include "solve/search/state_graph.h"

#include <math.h>
#include <stdlib.h>

enum random_player { EQUAL, GUIDED, PLAYERS };

/* How much higher or lower estimates count. */
enum { MOST_CLIMB = 16 };

struct equation {
    uint64_t place;                     /* where its terms begin; they end where the next one's do */
    double wins[PLAYERS], all[PLAYERS]; /* weights of the moves to goals, of all that are considered */
};

struct equations {
    struct state_graph *graph;
    struct equation *list; /* [count + 1] the first is that of the start */
    uint32_t count;
    uint32_t *terms; /* other equations */
    uint8_t *climbs; /* for each, how the estimate rises, + MOST_CLIMB */
    uint64_t term_count, term_capacity;
    double weights[2 * MOST_CLIMB + 1]; /* of moves, by their climbs + MOST_CLIMB */
    uint32_t *order; /* [count] what others depend on comes first; those that depend on one another stand
                      * together, by their numbers */
    bool *last;      /* [count] the n-th in order is the last of those that it stands together with */
    size_t charged;
};

/* Memory within the limit, all zero, which equations_free discharges.  NULL: there is none. */
static void *equations_take(struct equations *equations, uint64_t many, size_t size);

/* Gives memory back before that. */
static void equations_give_back(struct equations *equations, void *memory, uint64_t many, size_t size);

/* The order of equations.
 *
 * Equations that depend on one another, directly or through others, are the strongly connected components of
 * the graph of terms.  Tarjan's algorithm finds them in the order that is wanted.  It keeps a stack of its
 * own, as ways are long.  (R. Tarjan, Depth-first search and linear graph algorithms, 1972.) */

/* A visit that is going on. */
struct visit {
    uint32_t equation;
    uint32_t number; /* counted from 1 */
    uint32_t next;   /* of its terms */
};

struct sorting {
    struct equations *equations;
    uint32_t *low;        /* [count] the first visit that it is known to lead back to, counted from 1; 0: not visited
                           * yet; DONE: in order */
    uint32_t *waiting;    /* [count] visited, not in order yet */
    struct visit *visits; /* [count] */
    uint32_t visited, waiting_count, depth, sorted;
};

#define DONE UINT32_MAX

static void begin_visit(struct sorting *sorting, uint32_t equation)
{
    sorting->low[equation] = ++sorting->visited;
    sorting->waiting[sorting->waiting_count++] = equation;
    sorting->visits[sorting->depth++] = (struct visit){equation, sorting->visited, 0};
}

static int by_number(const void *one, const void *other)
{
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* Puts an equation and all that wait behind it in order. */
static void put_in_order(struct sorting *sorting, uint32_t equation)
{
    struct equations *equations = sorting->equations;
    uint32_t first = sorting->sorted, member;
    do {
        member = sorting->waiting[--sorting->waiting_count];
        sorting->low[member] = DONE;
        equations->order[sorting->sorted++] = member;
    } while (member != equation);
    equations->last[sorting->sorted - 1] = true;
    uint32_t many = sorting->sorted - first;
    if (many > 1)
        qsort(equations->order + first, many, sizeof *equations->order, by_number);
}

/* Looks at the next term of the visit at hand, which stays the same one where it begins another visit: that
 * one's low is looked at when it is over.  False: it has no more terms. */
static bool look_further(struct sorting *sorting)
{
    const struct equations *equations = sorting->equations;
    struct visit *visit = &sorting->visits[sorting->depth - 1];
    const struct equation *equation = &equations->list[visit->equation];
    if (equation->place + visit->next == equation[1].place)
        return false;
    uint32_t other = equations->terms[equation->place + visit->next];
    if (sorting->low[other] == 0) {
        begin_visit(sorting, other);
        return true;
    }
    if (sorting->low[other] < sorting->low[visit->equation])
        sorting->low[visit->equation] = sorting->low[other];
    visit->next++;
    return true;
}

/* All equations are what the first one depends on. */
static bool visit_all(struct sorting *sorting)
{
    struct watch *watch = &sorting->equations->graph->search->watch;
    begin_visit(sorting, 0);
    while (sorting->depth > 0) {
        if (look_further(sorting))
            continue;
        const struct visit *visit = &sorting->visits[--sorting->depth];
        if (sorting->low[visit->equation] == visit->number)
            put_in_order(sorting, visit->equation);
        if (!watch_allows(watch, 0, 0))
            return false;
    }
    return true;
}

/* Puts equations in order.  False: likewise. */
static bool equations_sort(struct equations *equations)
{
    struct sorting sorting = {.equations = equations};
    uint64_t count = equations->count;
    equations->order = equations_take(equations, count, sizeof *equations->order);
    equations->last = equations_take(equations, count, sizeof *equations->last);
    sorting.low = equations_take(equations, count, sizeof *sorting.low);
    sorting.waiting = equations_take(equations, count, sizeof *sorting.waiting);
    sorting.visits = equations_take(equations, count, sizeof *sorting.visits);
    bool good = equations->order != NULL && equations->last != NULL && sorting.low != NULL && sorting.waiting != NULL &&
                sorting.visits != NULL && visit_all(&sorting);
    equations_give_back(equations, sorting.low, count, sizeof *sorting.low);
    equations_give_back(equations, sorting.waiting, count, sizeof *sorting.waiting);
    equations_give_back(equations, sorting.visits, count, sizeof *sorting.visits);
    return good;
}

/* Writing the equations.
 *
 * Numbers of states depend on the threads that met them.  So equations are numbered in the order in which
 * a walk from the start, breadth first and by moves in move order, meets their states. */

/* An estimate in two bytes. */
#define LOST_ESTIMATE UINT16_MAX

/* What is needed as long as they are written. */
struct writing {
    struct equations *equations;
    uint64_t states, most;
    double *all[PLAYERS]; /* [states] weights of the moves that are considered */
    uint16_t *estimates;  /* [states] */
    uint32_t *own;        /* [states] its equation, once met */
    uint32_t *walk;       /* [most] numbers of states in the order of the walk */
};

#define NOT_MET UINT32_MAX

static void *equations_take(struct equations *equations, uint64_t many, size_t size)
{
    struct search *search = equations->graph->search;
    if (!search_charge(search, (size_t)many * size))
        return NULL;
    equations->charged += (size_t)many * size;
    void *memory = calloc(many, size);
    search->failed |= memory == NULL;
    return memory;
}

static void equations_give_back(struct equations *equations, void *memory, uint64_t many, size_t size)
{
    if (memory == NULL)
        return;
    free(memory);
    search_discharge(equations->graph->search, (size_t)many * size);
    equations->charged -= (size_t)many * size;
}

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

static void estimate_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    const struct writing *writing = context;
    const struct search *search = writing->equations->graph->search;
    (void)fanout;
    for (uint64_t n = first; n < end; n++) {
        if (has_equation(writing->equations->graph, (uint32_t)n))
            writing->estimates[n] = estimate_of(search->puzzle, store_state(&search->store, n));
    }
}

/* The estimate after a move, or LOST_ESTIMATE; false: no player considers it.  What can be won was estimated
 * before, and is never obviously lost; the estimate of goals is 0. */
static bool consider(const struct writing *writing, const unsigned char *state, uint16_t *estimate)
{
    const struct state_graph *graph = writing->equations->graph;
    const struct puzzle *puzzle = graph->search->puzzle;
    uint32_t number = search_find(graph->search, state);
    if (number != STORE_NONE && bits_get(graph->winnable, number)) {
        *estimate = writing->estimates[number];
        return true;
    }
    if (puzzle->rules->lost(puzzle, state))
        return false;
    *estimate = estimate_of(puzzle, state);
    return true;
}

/* Adds up the weights of the moves that players consider in one state. */
static void weigh_moves(const struct writing *writing, const unsigned char *state, struct fanout *fanout, uint64_t n)
{
    const struct puzzle *puzzle = writing->equations->graph->search->puzzle;
    uint16_t before = writing->estimates[n], after;
    unsigned legal = puzzle->rules->expand(puzzle, state, fanout->moves, fanout->states);
    for (unsigned i = 0; i < legal; i++) {
        if (!consider(writing, fanout_state(fanout, puzzle, i), &after))
            continue;
        writing->all[EQUAL][n]++;
        if (after != LOST_ESTIMATE)
            writing->all[GUIDED][n] += weight_of(writing->equations, climb_between(before, after));
    }
}

static void weigh_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    const struct writing *writing = context;
    const struct state_graph *graph = writing->equations->graph;
    for (uint64_t n = first; n < end; n++) {
        if (has_equation(graph, (uint32_t)n))
            weigh_moves(writing, store_state(&graph->search->store, n), fanout, n);
    }
}

static bool weigh_all(struct writing *writing)
{
    struct equations *equations = writing->equations;
    for (unsigned player = 0; player < PLAYERS; player++)
        writing->all[player] = equations_take(equations, writing->states, sizeof *writing->all[player]);
    writing->estimates = equations_take(equations, writing->states, sizeof *writing->estimates);
    fill_weights(equations);
    struct search *search = equations->graph->search;
    return writing->all[EQUAL] != NULL && writing->all[GUIDED] != NULL && writing->estimates != NULL &&
           scan_states(search, writing->states, false, estimate_block, writing) &&
           scan_states(search, writing->states, false, weigh_block, writing);
}

/* --- writing --- */

static bool make_capacity_for_terms(struct equations *equations)
{
    struct search *search = equations->graph->search;
    uint64_t wanted = equations->term_count + search->puzzle->max_moves;
    if (wanted <= equations->term_capacity)
        return true;
    uint64_t capacity = capacity_for(equations->term_capacity, wanted, sizeof *equations->terms);
    size_t each = sizeof *equations->terms + sizeof *equations->climbs;
    size_t more = (size_t)(capacity - equations->term_capacity) * each;
    if (!search_charge(search, more))
        return false;
    equations->charged += more;
    uint32_t *terms = realloc(equations->terms, capacity * sizeof *terms);
    equations->terms = terms == NULL ? equations->terms : terms;
    uint8_t *climbs = terms == NULL ? NULL : realloc(equations->climbs, capacity * sizeof *climbs);
    equations->climbs = climbs == NULL ? equations->climbs : climbs;
    search->failed |= climbs == NULL;
    if (climbs == NULL)
        return false;
    equations->term_capacity = capacity;
    return true;
}

/* The equation of a state, which is met if it was not before. */
static uint32_t meet(struct writing *writing, uint32_t number)
{
    if (writing->own[number] == NOT_MET) {
        writing->own[number] = writing->equations->count;
        writing->walk[writing->equations->count++] = number;
    }
    return writing->own[number];
}

/* Takes a move of the n-th equation down that leads to a state that can be won. */
static void write_move(struct writing *writing, struct equation *equation, uint32_t number, uint32_t after)
{
    struct equations *equations = writing->equations;
    bool wins = search_is_goal(equations->graph->search, after);
    int climb = climb_between(writing->estimates[number], wins ? 0 : writing->estimates[after]);
    if (wins) {
        equation->wins[EQUAL]++;
        equation->wins[GUIDED] += weight_of(equations, climb);
    } else if (after == number) { /* it changes nothing */
        equation->all[EQUAL]--;
        equation->all[GUIDED] -= weight_of(equations, 0);
    } else {
        equations->climbs[equations->term_count] = (uint8_t)(climb + MOST_CLIMB);
        equations->terms[equations->term_count++] = meet(writing, after);
    }
}

/* Writes the n-th equation and meets what it depends on. */
static bool write_equation(struct writing *writing, uint32_t n)
{
    struct equations *equations = writing->equations;
    struct state_graph *graph = equations->graph;
    uint32_t number = writing->walk[n];
    if (!make_capacity_for_terms(equations))
        return false;
    struct equation *equation = &equations->list[n];
    *equation =
        (struct equation){equations->term_count, {0, 0}, {writing->all[EQUAL][number], writing->all[GUIDED][number]}};
    unsigned many;
    const uint32_t *after = search_after(graph->search, number, &graph->fanout, &many);
    for (unsigned i = 0; i < many; i++) {
        if (bits_get(graph->winnable, after[i]))
            write_move(writing, equation, number, after[i]);
    }
    return watch_allows(&graph->search->watch, 0, 0);
}

static bool write_all(struct writing *writing, uint32_t start)
{
    struct equations *equations = writing->equations;
    writing->own = equations_take(equations, writing->states, sizeof *writing->own);
    writing->walk = equations_take(equations, writing->most, sizeof *writing->walk);
    equations->list = equations_take(equations, writing->most + 1, sizeof *equations->list);
    if (writing->own == NULL || writing->walk == NULL || equations->list == NULL)
        return false;
    for (uint64_t n = 0; n < writing->states; n++)
        writing->own[n] = NOT_MET;
    meet(writing, start);
    for (uint32_t n = 0; n < equations->count; n++) {
        if (!write_equation(writing, n))
            return false;
    }
    equations->list[equations->count].place = equations->term_count;
    return true;
}

static void writing_free(struct writing *writing)
{
    struct equations *equations = writing->equations;
    for (unsigned player = 0; player < PLAYERS; player++)
        equations_give_back(equations, writing->all[player], writing->states, sizeof *writing->all[player]);
    equations_give_back(equations, writing->estimates, writing->states, sizeof *writing->estimates);
    equations_give_back(equations, writing->own, writing->states, sizeof *writing->own);
    equations_give_back(equations, writing->walk, writing->most, sizeof *writing->walk);
}

/* Writes the equations of a start that is no goal and can be won, and puts them in order.  False: a limit,
 * named in the search's watch, or search->failed.  What there is has to be freed in any case. */
static bool equations_make(struct equations *equations, struct state_graph *graph, uint32_t start)
{
    *equations = (struct equations){.graph = graph};
    struct writing writing = {.equations = equations, .states = store_count(&graph->search->store)};
    for (uint64_t n = 0; n < writing.states; n++)
        writing.most += bits_get(graph->winnable, n);
    bool good = weigh_all(&writing) && write_all(&writing, start);
    writing_free(&writing);
    return good && equations_sort(equations);
}

static void equations_free(struct equations *equations)
{
    search_discharge(equations->graph->search, equations->charged);
    free(equations->list);
    free(equations->terms);
    free(equations->climbs);
    free(equations->order);
    free(equations->last);
}

/* --- chance --- */

struct solving {
    struct equations *equations;
    enum random_player player;
    bool *risky;                      /* [count] something can go wrong from there */
    double *shares;                   /* [count] of a weight of 1 among all that are considered */
    double *chances, *rises, *before; /* [count] */
    uint64_t added;                   /* terms so far */
};

/* How much the chance may lack, as a part of it, all groups together: a group has the more of it the larger
 * it is, but not less than the least part. */
static const double most_part = 1e-7, least_part = 1e-12;

/* A jump is tried after so many sweeps, and made where it saves more, until a sweep does no more than that share of
 * what is settled at last: after a jump the values do not rise alike for some time, and nothing is known of what they
 * lack. */
enum { SWEEPS_BETWEEN = 3 };
static const double part_jumped = 0.1;

/* Where players wander about for long, sweeps settle little each.  So many are made of a group at any rate,
 * and more as long as fewer terms than that were added up; it depends on the level alone. */
enum { SWEEPS_AT_LEAST = 100, TERMS_AT_MOST = 300000000 };

/* The weight of the moves after which a state can still be won. */
static double winning_weight(const struct equations *equations, uint32_t n, enum random_player player)
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

/* Whether a move loses, or leads to a state that is known to be risky. */
static bool is_risky(const struct solving *solving, uint32_t n)
{
    const struct equations *equations = solving->equations;
    const struct equation *equation = &equations->list[n];
    if (winning_weight(equations, n, solving->player) < equation->all[solving->player] * (1 - 1e-9))
        return true;
    for (uint64_t t = equation->place; t < equation[1].place; t++) {
        if (solving->risky[equations->terms[t]])
            return true;
    }
    return false;
}

static double mean_after(const struct solving *solving, uint32_t n)
{
    const struct equations *equations = solving->equations;
    const struct equation *equation = &equations->list[n];
    const double *chances = solving->chances;
    double sum = equation->wins[solving->player];
    if (solving->player == EQUAL) {
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            sum += chances[equations->terms[t]];
    } else {
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            sum += equations->weights[equations->climbs[t]] * chances[equations->terms[t]];
    }
    return sum * solving->shares[n];
}

/* Rises are told from rounding where they are more than that part of a value. */
static const double noise = 1e-14;

/* What a sweep did: the most that a rise is of the one before, INFINITY where a value rises that did not, and the
 * least; and the most that it is of the value, or what it is of the start's, where that is in the group, as nothing
 * else depends on a group that has it. */
struct swept {
    double ratio, least, part;
};

static struct swept sweep(struct solving *solving, const uint32_t *group, uint32_t many)
{
    double *chances = solving->chances, *rises = solving->rises;
    struct swept swept = {0, INFINITY, 0};
    for (uint32_t i = many; i-- > 0;) {
        uint32_t n = group[i];
        solving->before[n] = chances[n];
        chances[n] = mean_after(solving, n);
    }
    for (uint32_t i = 0; i < many; i++) {
        uint32_t n = group[i];
        chances[n] = mean_after(solving, n);
        double rise = chances[n] - solving->before[n];
        if (rises[n] > noise * chances[n] && rise < swept.least * rises[n])
            swept.least = rise / rises[n];
        if (rise > noise * chances[n]) {
            if (rise > swept.ratio * rises[n])
                swept.ratio = rises[n] > 0 ? rise / rises[n] : INFINITY;
            if (rise > swept.part * chances[n])
                swept.part = rise / chances[n];
        }
        rises[n] = rise > 0 ? rise : 0;
    }
    if (group[0] == 0)
        swept.part = chances[0] > 0 ? rises[0] / chances[0] : INFINITY;
    return swept;
}

/* Whether what the values of a group still lack is that part of them at most. */
static bool is_settled(struct swept swept, double part)
{
    return swept.ratio < 1 && swept.part * (swept.ratio / (1 - swept.ratio)) <= part;
}

/* How far to jump, in rises: a little less than could be, so that all values still rise, and not so far that what is
 * lost by rounding would matter. */
static double jump_length(struct swept swept)
{
    const double share = 0.9, longest = 500;
    return swept.least < 1 ? fmin(share * swept.least / (1 - swept.least), longest) : 0;
}

static void jump(struct solving *solving, const uint32_t *group, uint32_t many, double length)
{
    for (uint32_t i = 0; i < many; i++)
        solving->chances[group[i]] += length * solving->rises[group[i]];
}

static bool solve_group(struct solving *solving, const uint32_t *group, uint32_t many)
{
    const struct equation *list = solving->equations->list;
    struct watch *watch = &solving->equations->graph->search->watch;
    uint64_t each = many;
    for (uint32_t i = 0; i < many; i++)
        each += list[group[i] + 1].place - list[group[i]].place;
    double part = fmax(most_part * many / solving->equations->count, least_part);
    uint64_t sweeps = 1, alike = 0; /* sweeps since the last jump */
    for (;;) {
        struct swept swept = sweep(solving, group, many);
        if (alike++ > 0 && is_settled(swept, part))
            return true;
        bool may_jump = alike >= SWEEPS_BETWEEN && swept.part > part * part_jumped;
        double length = may_jump ? jump_length(swept) : 0;
        if (length > SWEEPS_BETWEEN) {
            jump(solving, group, many, length);
            alike = 0;
        }
        solving->added += 2 * each;
        if (sweeps++ >= SWEEPS_AT_LEAST && solving->added > TERMS_AT_MOST)
            return false;
        if (each > SWEEPS_AT_LEAST)
            watch_hurry(watch);
        if (!watch_allows(watch, 0, 0))
            return false;
    }
}

/* Finds the chances in a group, once those of all that it depends on are known. */
static bool settle(struct solving *solving, const uint32_t *group, uint32_t many)
{
    bool risky = false;
    for (uint32_t i = 0; i < many && !risky; i++)
        risky = is_risky(solving, group[i]);
    for (uint32_t i = 0; i < many; i++) {
        solving->risky[group[i]] = risky;
        solving->chances[group[i]] = !risky;
    }
    if (risky && many == 1)
        solving->chances[group[0]] = mean_after(solving, group[0]);
    return !risky || many == 1 || solve_group(solving, group, many);
}

static bool settle_all(struct solving *solving)
{
    const struct equations *equations = solving->equations;
    uint32_t first = 0;
    for (uint32_t n = 0; n < equations->count; n++) {
        if (!equations->last[n])
            continue;
        if (!settle(solving, equations->order + first, n + 1 - first) ||
            !watch_allows(&equations->graph->search->watch, 0, 0))
            return false;
        first = n + 1;
    }
    return true;
}

/* Solves the equations of a player.  The chance of the start; -1: a limit, or it would take too long. */
static double solve(struct equations *equations, enum random_player player)
{
    uint64_t count = equations->count;
    struct solving solving = {.equations = equations, .player = player};
    solving.risky = equations_take(equations, count, sizeof *solving.risky);
    solving.shares = equations_take(equations, count, sizeof *solving.shares);
    solving.chances = equations_take(equations, count, sizeof *solving.chances);
    solving.rises = equations_take(equations, count, sizeof *solving.rises);
    solving.before = equations_take(equations, count, sizeof *solving.before);
    for (uint64_t n = 0; solving.shares != NULL && n < count; n++)
        solving.shares[n] = 1 / equations->list[n].all[player];
    bool good = solving.risky != NULL && solving.shares != NULL && solving.chances != NULL && solving.rises != NULL &&
                solving.before != NULL && settle_all(&solving);
    double chance = good ? solving.chances[0] : -1;
    equations_give_back(equations, solving.risky, count, sizeof *solving.risky);
    equations_give_back(equations, solving.shares, count, sizeof *solving.shares);
    equations_give_back(equations, solving.chances, count, sizeof *solving.chances);
    equations_give_back(equations, solving.rises, count, sizeof *solving.rises);
    equations_give_back(equations, solving.before, count, sizeof *solving.before);
    return chance;
}

/* The mean of what the guided player's next moves take from his chances if the states after them, where they
 * can be won, are alike; in bits. */
static double mean_hazard(const struct equations *equations)
{
    double sum = 0;
    for (uint32_t n = 0; n < equations->count; n++) {
        double share = winning_weight(equations, n, GUIDED) / equations->list[n].all[GUIDED];
        sum -= share < 1 - 1e-9 ? log2(share) : 0;
    }
    return sum / equations->count;
}

void state_graph_chances(struct state_graph *graph, struct chances *chances)
{
    struct search *search = graph->search;
    struct equations equations;
    search->puzzle->rules->start(search->puzzle, graph->padded);
    uint32_t start = search_find(search, graph->padded);
    *chances = (struct chances){-1, -1, -1};
    if (search_is_goal(search, start)) {
        *chances = (struct chances){1, 1, 0};
        return;
    }
    if (equations_make(&equations, graph, start)) {
        chances->equal = solve(&equations, EQUAL);
        chances->guided = chances->equal < 0 ? -1 : solve(&equations, GUIDED);
        chances->hazard = mean_hazard(&equations);
    }
    equations_free(&equations);
}
