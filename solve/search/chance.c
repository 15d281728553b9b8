/* The chances of random players; see state_graph.h.
 *
 * The chance of a state is the weighted mean of the chances after its moves.  A move to a goal counts 1.  A move
 * after which the goal is out of reach counts 0.  So only the states that can be won and are no goals have an
 * equation:
 *
 *     x[i] = (wins[i] + sum of weight * x[j] over the moves to other such states) / all[i]
 *
 * A move that changes nothing is left out, because another one is made sooner or later.
 *
 * - Order.  Equations that depend on one another form a group, and a group comes after all groups that it depends
 *   on.  Most groups are a single equation, which is solved at once.  All rounding happens in that order, so the
 *   result is the same, bit by bit, with any number of threads.
 *
 * - Solving.  Both players' equations have the same terms, so they are solved side by side.  A sweep goes through a
 *   group in the order in which a depth-first search left its equations.  So all that an equation depends on comes
 *   before it, except equations on the search's way to it.  The sweeps begin with 0 everywhere, so the values only
 *   rise, towards the solution.  Nothing is ever subtracted, so even the smallest chances keep their digits.
 *
 * - Stopping.  A sweep turns x into G x + f, where G >= 0, so the rise in one sweep is G times the rise in the sweep
 *   before.  Sweeps come in cycles of SWEEPS.  If no value rises in the last sweep of a cycle by more than r times its
 *   rise in the first, with r < 1, the same holds for all later sweeps.  So everything still to come is at most the
 *   rise since the first sweep times r + r^2 + ... This bounds the error of each value.  The relative error of a group
 *   adds to the error of the groups that depend on it, and no more.
 *
 * - Jumping.  Conversely, if no value rises by less than s times its rise in the first sweep, the same holds for all
 *   later rises, because G is monotonic.  So at least the rise since the first sweep times s + s^2 + ... = s / (1 - s)
 *   = c is still to come, and is added at once.  The values still only rise after that: with the sweeps' rises r1, ...,
 *   rm, the next rise is G rm + c G rm - c G r1 >= (1 + c) s G r1 - c G r1 = 0.  In a group in which players wander
 *   about, all values soon rise in nearly the same proportion, and a jump saves dozens of sweeps.  A new cycle begins
 *   after each jump.
 *
 * - Rounding.  Reports round the measures.  If rough chances prove what a report says, they are enough.
 *
 * - States from which nothing can go wrong have the chance 1, without an equation.  These are the states in which a
 *   player may wander about for longest. */
#include "solve/search/state_graph.h"

#include "solve/search/capacity.h"
#include "solve/search/search.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum random_player { EQUAL, GUIDED, PLAYERS };

/* A number for each player.  The alignment is that of one number, so arrays need no stricter one. */
typedef double pair __attribute__((vector_size(PLAYERS * sizeof(double)), aligned(sizeof(double))));
typedef int64_t mask __attribute__((vector_size(PLAYERS * sizeof(int64_t)))); /* of comparisons: 0, or all bits */

/* MOST_CLIMB: the largest change of the estimate that counts, up or down.  NO_CLIMB: added to a change to make its
 * index; no change has the index NO_WEIGHT. */
enum { MOST_CLIMB = 16, NO_CLIMB = MOST_CLIMB + 1, NO_WEIGHT = 0 };

struct equation {
    uint64_t place; /* where its terms begin; they end where the next equation's begin */
    uint64_t inner; /* in order: where those of its own group begin */
    pair known;     /* once its group's turn has come: the terms of other groups */
    union {
        pair all;   /* the total weight of all moves considered; 0: the equation of the goals, whose chance is 1 */
        pair share; /* then, the share of a weight of 1 among them */
    };
};

struct equations {
    struct state_graph *graph;
    struct equation *list; /* [count + 1] as written, then in order */
    uint32_t count, start; /* the start's equation */
    uint32_t *terms;       /* the equations that each equation depends on */
    uint8_t *climbs;       /* for each term, how much the estimate rises, + NO_CLIMB */
    uint64_t term_count, term_capacity;
    pair weights[NO_CLIMB + MOST_CLIMB + 1]; /* of moves, indexed by climb + NO_CLIMB; that of NO_WEIGHT is 0 */
    uint32_t *position; /* [count] of each equation in order: dependencies first; equations that depend on one another
                         * are adjacent, those left last first */
    bool *last;         /* [count] whether the n-th in order is the last of its group */
    struct equation *spare; /* the list as written, whose memory solve_equations uses again */
    size_t charged;
};

/* Allocates zeroed memory within the limit, which state_graph_chances discharges.  Returns NULL on a limit or if memory
 * runs out. */
static void *equations_allocate(struct equations *equations, uint64_t many, size_t size)
{
    struct search *search = equations->graph->search;
    if (!search_charge(search, (size_t)many * size))
        return NULL;
    equations->charged += (size_t)many * size;
    void *memory = calloc(many, size);
    search_check_memory(search, memory != NULL);
    return memory;
}

/* Frees memory of equations_allocate early, and discharges it. */
static void equations_release(struct equations *equations, void *memory, uint64_t many, size_t size)
{
    if (memory == NULL)
        return;
    free(memory);
    search_discharge(equations->graph->search, (size_t)many * size);
    equations->charged -= (size_t)many * size;
}

/* --- the order of equations ---
 *
 * Equations that depend on one another, directly or through others, are the strongly connected components of the
 * graph of terms.  Tarjan's algorithm finds them in the required order.  It uses an explicit stack, because paths
 * can be long.  (R. Tarjan, Depth-first search and linear graph algorithms, 1972.) */

/* A visit in progress. */
struct visit {
    uint32_t equation;
    uint32_t number; /* from 1 */
    uint64_t next;   /* its next term */
};

struct sorting {
    struct equations *equations;
    uint32_t *low;        /* [count] the earliest visit that it is known to lead back to, from 1; 0: not visited yet;
                           * DONE: in order */
    uint32_t *waiting;    /* [count] stack of equations visited but not in order yet */
    struct visit *visits; /* [count] stack; at the array's end, the equations of visits that are over, the last first */
    uint32_t visited, waiting_count, depth, over, sorted;
};

#define DONE UINT32_MAX

static void begin_visit(struct sorting *sorting, uint32_t equation)
{
    sorting->low[equation] = ++sorting->visited;
    sorting->waiting[sorting->waiting_count++] = equation;
    sorting->visits[sorting->depth++] =
        (struct visit){equation, sorting->visited, sorting->equations->list[equation].place};
}

/* Visits all equations; the first one depends on every other. */
static bool visit_all(struct sorting *sorting)
{
    struct equations *equations = sorting->equations;
    begin_visit(sorting, 0);
    while (sorting->depth > 0) {
        /* Processes the next terms of the current visit.  If one begins another visit, it is processed again when that
         * visit is over. */
        struct visit *visit = &sorting->visits[sorting->depth - 1];
        uint64_t end = equations->list[visit->equation + 1].place;
        uint32_t low = sorting->low[visit->equation], other = 0;
        for (; visit->next < end && sorting->low[other = equations->terms[visit->next]] != 0; visit->next++)
            low = sorting->low[other] < low ? sorting->low[other] : low;
        sorting->low[visit->equation] = low;
        if (visit->next < end) {
            begin_visit(sorting, other);
            continue;
        }
        struct visit over = *visit;
        sorting->depth--;
        sorting->visits[equations->count - ++sorting->over].equation = over.equation;
        if (low == over.number) {
            /* The equation and all that wait above it on the stack are the next group in order. */
            uint32_t first = sorting->sorted, member;
            do {
                member = sorting->waiting[--sorting->waiting_count];
                sorting->low[member] = DONE;
                equations->position[member] = first;
                sorting->sorted++;
            } while (member != over.equation);
            equations->last[sorting->sorted - 1] = true;
        }
        if (!search_may_continue(equations->graph->search, sorting->over))
            return false;
    }
    /* Within its group, each equation follows those whose visits were over later. */
    memset(sorting->low, 0, equations->count * sizeof *sorting->low);
    for (uint32_t n = 0; n < equations->count; n++) {
        uint32_t *position = &equations->position[sorting->visits[n].equation];
        *position += sorting->low[*position]++;
    }
    return true;
}

/* Puts the equations in order.  Returns false on a limit, or if memory runs out. */
static bool equations_sort(struct equations *equations)
{
    struct sorting sorting = {.equations = equations};
    uint64_t count = equations->count;
    equations->position = equations_allocate(equations, count, sizeof *equations->position);
    equations->last = equations_allocate(equations, count, sizeof *equations->last);
    sorting.low = equations_allocate(equations, count, sizeof *sorting.low);
    sorting.waiting = equations_allocate(equations, count, sizeof *sorting.waiting);
    sorting.visits = equations_allocate(equations, count, sizeof *sorting.visits);
    bool good = equations->position != NULL && equations->last != NULL && sorting.low != NULL &&
                sorting.waiting != NULL && sorting.visits != NULL && visit_all(&sorting);
    equations_release(equations, sorting.low, count, sizeof *sorting.low);
    equations_release(equations, sorting.waiting, count, sizeof *sorting.waiting);
    equations_release(equations, sorting.visits, count, sizeof *sorting.visits);
    return good;
}

/* --- arranging equations in order ---
 *
 * Sweeps go through the equations of a group again and again.  So equations and terms are copied in order, and each
 * equation's terms of its own group come last. */

/* The number of terms that a sweep reads at once.  A term of weight 0 fills up those of an equation's own group. */
enum { TERMS_AT_ONCE = 2 };

static void add_term(struct equations *to, uint8_t climb, uint32_t position)
{
    to->climbs[to->term_count] = climb;
    to->terms[to->term_count++] = position;
}

/* Arranges sorted equations.  Returns false on a limit, or if memory runs out. */
static bool equations_arrange(struct equations *equations)
{
    struct equations sorted = *equations;
    uint64_t count = equations->count, terms = equations->term_count + count;
    const uint32_t *position = equations->position;
    uint32_t *order = equations_allocate(equations, count, sizeof *order);
    sorted.term_count = 0;
    sorted.list = equations_allocate(equations, count + 1, sizeof *sorted.list);
    sorted.terms = equations_allocate(equations, terms, sizeof *sorted.terms);
    sorted.climbs = equations_allocate(equations, terms, sizeof *sorted.climbs);
    bool good = order != NULL && sorted.list != NULL && sorted.terms != NULL && sorted.climbs != NULL;
    if (good) {
        /* Copies the equations in order, each with the terms of earlier groups first. */
        uint32_t group = 0;
        for (uint32_t n = 0; n < equations->count; n++)
            order[position[n]] = n;
        for (uint32_t n = 0; n < equations->count; n++) {
            const struct equation *old = &equations->list[order[n]];
            struct equation *copy = &sorted.list[n];
            *copy = *old;
            copy->place = sorted.term_count;
            for (uint64_t t = old->place; t < old[1].place; t++) {
                if (position[equations->terms[t]] < group)
                    add_term(&sorted, equations->climbs[t], position[equations->terms[t]]);
            }
            copy->inner = sorted.term_count;
            for (uint64_t t = old->place; t < old[1].place; t++) {
                if (position[equations->terms[t]] >= group)
                    add_term(&sorted, equations->climbs[t], position[equations->terms[t]]);
            }
            if ((sorted.term_count - copy->inner) % TERMS_AT_ONCE != 0)
                add_term(&sorted, NO_WEIGHT, n);
            group = equations->last[n] ? n + 1 : group;
        }
        sorted.list[sorted.count].place = sorted.term_count;
        equations->spare = equations->list;
        free(equations->terms);
        free(equations->climbs);
        equations->list = sorted.list;
        equations->terms = sorted.terms;
        equations->climbs = sorted.climbs;
        equations->start = position[0];
    } else {
        free(sorted.list);
        free(sorted.terms);
        free(sorted.climbs);
    }
    equations_release(equations, order, count, sizeof *order);
    return good;
}

/* --- building the equations ---
 *
 * State numbers depend on the threads that met the states.  So equations are numbered in the order in which a walk
 * from the start, breadth first and in move order, reaches their states. */

/* Estimates in two bytes: ESTIMATE_LOST, and marks for states that are obviously lost, for goals, and for states that
 * are not estimated yet. */
enum {
    LOST_ESTIMATE = UINT16_MAX,
    OBVIOUSLY_LOST = LOST_ESTIMATE - 1,
    IS_GOAL = LOST_ESTIMATE - 2,
    NOT_ESTIMATED = LOST_ESTIMATE - 3,
    MOST_ESTIMATE = LOST_ESTIMATE - 4,
};

/* Data needed only while the equations are built. */
struct writing {
    struct equations *equations;
    uint64_t states;             /* the number of states */
    uint64_t most;               /* the most equations: one for each state that can be won, and that of the goals */
    bool meets_goals;            /* whether a move leads to a goal; not if the rules were stopped: then none is one */
    bool kept;                   /* the search kept the states after all legal moves: it went through the whole graph,
                                  * and the game proves no state lost, so that it left out none */
    double *all[PLAYERS];        /* [states] weights of the moves considered */
    _Atomic uint16_t *estimates; /* [states]; of a state that cannot be won, once it is needed */
    uint32_t *own;               /* [states] each state's equation, or NOT_MET */
    uint32_t *walk;              /* [most] state numbers in the order of the walk */
    atomic_bool no_memory;       /* of the rules' `lost` */
};

#define NOT_MET UINT32_MAX

/* The first equation is that of the start. */
enum { OF_GOALS = 1 };

/* --- weights --- */

/* A share of the weights above this is all of them, but for rounding. */
static const double whole_share = 1 - 1e-9;

static uint16_t estimate_of(const struct puzzle *puzzle, const unsigned char *state)
{
    unsigned estimate = puzzle->rules->estimate(puzzle, state);
    if (estimate == ESTIMATE_LOST)
        return LOST_ESTIMATE;
    return estimate < MOST_ESTIMATE ? (uint16_t)estimate : MOST_ESTIMATE;
}

static uint16_t estimated(const struct writing *writing, uint64_t number)
{
    return atomic_load_explicit(&writing->estimates[number], memory_order_relaxed);
}

static void set_estimate(const struct writing *writing, uint64_t number, uint16_t estimate)
{
    atomic_store_explicit(&writing->estimates[number], estimate, memory_order_relaxed);
}

/* Returns how much the estimate rises with a move, limited to MOST_CLIMB. */
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
        uint16_t estimate = NOT_ESTIMATED;
        if (bits_get(writing->equations->graph->winnable, n))
            estimate = search_is_goal(search, (uint32_t)n)
                           ? IS_GOAL
                           : estimate_of(search->puzzle, store_state(&search->store, n));
        set_estimate(writing, n, estimate);
    }
}

/* Adds the weight of a move from the n-th state if players consider it.  `number` is that of the state after it, or
 * STORE_NONE.  States that can be won were estimated before and are never obviously lost; the estimate of a goal is
 * 0. */
static void weigh_move(struct writing *writing, uint64_t n, uint32_t number, const unsigned char *state)
{
    uint16_t after = number == STORE_NONE ? NOT_ESTIMATED : estimated(writing, number);
    if (after == NOT_ESTIMATED) {
        const struct search *search = writing->equations->graph->search;
        const struct puzzle *puzzle = search->puzzle;
        enum lost lost;
        if (writing->kept && puzzle->rules->lost_if_stuck)
            lost = successors_many(&search->successors, number) == 0 ? LOST_YES : LOST_NO;
        else
            lost = puzzle->rules->lost(puzzle, state);
        if (lost == LOST_NO_MEMORY)
            atomic_store(&writing->no_memory, true);
        after = lost == LOST_NO ? estimate_of(puzzle, state) : OBVIOUSLY_LOST;
        if (number != STORE_NONE)
            set_estimate(writing, number, after);
    }
    if (after == OBVIOUSLY_LOST)
        return;
    writing->all[EQUAL][n]++;
    int climb = climb_between(estimated(writing, n), after == IS_GOAL ? 0 : after);
    if (after != LOST_ESTIMATE)
        writing->all[GUIDED][n] += writing->equations->weights[climb + NO_CLIMB][GUIDED];
}

static void weigh_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct writing *writing = context;
    const struct state_graph *graph = writing->equations->graph;
    const struct search *search = graph->search;
    const struct puzzle_rules *rules = search->puzzle->rules;
    for (uint64_t n = first; n < end; n++) {
        if (!bits_get(graph->winnable, n) || estimated(writing, n) == IS_GOAL)
            continue;
        if (writing->kept) {
            unsigned many; /* states, in the order of the moves */
            const uint32_t *after = successors_of(&search->successors, (uint32_t)n, &many);
            for (unsigned i = 0; i < many; i++)
                weigh_move(writing, n, after[i], store_state(&search->store, after[i]));
        } else {
            const struct puzzle *puzzle = search->puzzle;
            unsigned legal = rules->expand(puzzle, store_state(&search->store, n), fanout->moves, fanout->states);
            for (unsigned i = 0; i < legal; i++) {
                const unsigned char *after = fanout_state(fanout, puzzle, i);
                weigh_move(writing, n, search_find(search, after), after);
            }
        }
    }
}

static bool weigh_all(struct writing *writing)
{
    struct equations *equations = writing->equations;
    for (unsigned player = 0; player < PLAYERS; player++)
        writing->all[player] = equations_allocate(equations, writing->states, sizeof *writing->all[player]);
    writing->estimates = equations_allocate(equations, writing->states, sizeof *writing->estimates);
    /* The guided player's weight of a move is 2 to the power of half the fall of the estimate. */
    for (int climb = -MOST_CLIMB; climb <= MOST_CLIMB; climb++) {
        bool odd = climb % 2 != 0;
        equations->weights[climb + NO_CLIMB] = (pair){1, ldexp(odd ? sqrt(0.5) : 1, (odd - climb) / 2)};
    }
    struct search *search = equations->graph->search;
    const struct puzzle_rules *rules = search->puzzle->rules;
    writing->kept = search->successors.kept && search->whole && rules->dead == NULL && rules->expand_live == NULL;
    bool good = writing->all[EQUAL] != NULL && writing->all[GUIDED] != NULL && writing->estimates != NULL &&
                scan_states(search, writing->states, false, estimate_block, writing) &&
                scan_states(search, writing->states, false, weigh_block, writing);
    return search_check_memory(search, !atomic_load(&writing->no_memory)) && good;
}

/* --- writing --- */

static bool reserve_terms(struct equations *equations)
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
    uint64_t of_terms = equations->term_capacity;
    return search_check_memory(
        search, capacity_grow(&equations->terms, &of_terms, capacity, sizeof *equations->terms) &&
                    capacity_grow(&equations->climbs, &equations->term_capacity, capacity, sizeof *equations->climbs));
}

/* Returns the equation of a state, numbering it if it has none yet. */
static uint32_t equation_of(struct writing *writing, uint32_t number)
{
    if (writing->own[number] == NOT_MET) {
        writing->own[number] = writing->equations->count;
        writing->walk[writing->equations->count++] = number;
    }
    return writing->own[number];
}

/* Builds the n-th equation, which is not that of the goals, and numbers the equations it depends on. */
static bool write_equation(struct writing *writing, uint32_t n)
{
    struct equations *equations = writing->equations;
    struct state_graph *graph = equations->graph;
    uint32_t number = writing->walk[n];
    if (!reserve_terms(equations))
        return false;
    struct equation *equation = &equations->list[n];
    *equation = (struct equation){.place = equations->term_count,
                                  .all = {writing->all[EQUAL][number], writing->all[GUIDED][number]}};
    unsigned many;
    const uint32_t *after = search_after(graph->search, number, &graph->fanout, &many);
    for (unsigned i = 0; i < many; i++) {
        if (!bits_get(graph->winnable, after[i]))
            continue;
        if (after[i] == number) { /* the move changes nothing */
            equation->all -= equations->weights[NO_CLIMB];
            continue;
        }
        uint16_t estimate = estimated(writing, after[i]);
        bool wins = estimate == IS_GOAL;
        int climb = climb_between(estimated(writing, number), wins ? 0 : estimate);
        equations->climbs[equations->term_count] = (uint8_t)(climb + NO_CLIMB);
        equations->terms[equations->term_count++] = wins ? OF_GOALS : equation_of(writing, after[i]);
        writing->meets_goals |= wins;
    }
    return watch_allows(&graph->search->watch, 0, 0);
}

static bool write_all(struct writing *writing, uint32_t start)
{
    struct equations *equations = writing->equations;
    writing->own = equations_allocate(equations, writing->states, sizeof *writing->own);
    writing->walk = equations_allocate(equations, writing->most, sizeof *writing->walk);
    equations->list = equations_allocate(equations, writing->most + 1, sizeof *equations->list);
    if (writing->own == NULL || writing->walk == NULL || equations->list == NULL)
        return false;
    for (uint64_t n = 0; n < writing->states; n++)
        writing->own[n] = NOT_MET;
    equation_of(writing, start);
    equations->count = OF_GOALS + 1;
    for (uint32_t n = 0; n < equations->count; n++) {
        if (n == OF_GOALS)
            equations->list[n].place = equations->term_count;
        else if (!write_equation(writing, n))
            return false;
    }
    equations->list[equations->count].place = equations->term_count;
    return writing->meets_goals;
}

/* --- chance --- */

struct solving {
    struct equations *equations;
    unsigned char *risky;    /* [count] set of the players for whom something can go wrong from there */
    pair *chances;           /* [count] */
    pair *rises;             /* [count] of the first sweep of a cycle */
    pair *base;              /* [count] the chances after that sweep; once a player's sweeps are over, that player's
                              * chances */
    double part;             /* the allowed relative error of the chance, over all groups */
    uint64_t added[PLAYERS]; /* terms added so far */
    unsigned failed;         /* set of the players for whom it would take too long */
};

enum { BOTH = (1 << PLAYERS) - 1 }; /* the set of the players */

static bool has(unsigned set, unsigned player)
{
    return set >> player & 1;
}

/* The allowed relative error of the chance, over all groups.  Each group gets a part in proportion to its size, but
 * at least least_part.  Where rough chances may do, the allowed error begins at rough_part and shrinks. */
static const double most_part = 1e-7, least_part = 1e-12, rough_part = 1e-3, shrinks_to = 0.1;

/* The sweeps of a cycle.  A jump is 0.9 times as far as possible, so that all values still rise, and not so far that
 * rounding errors would matter.  No jump is made once a cycle changes the values by less than this share of the allowed
 * error: after a jump the values do not rise in proportion for some time, and their error is unknown. */
enum { SWEEPS = 5 };
static const double jump_share = 0.9, longest_jump = 500, part_jumped = 0.1;

/* Where players wander about for long, each sweep makes little progress.  Every group gets at least this many
 * sweeps, and more until this many terms were added up in all.  Rough chances do only if a quarter of them was enough.
 * That depends only on the level. */
enum { SWEEPS_AT_LEAST = 200, TERMS_AT_MOST = 300000000 };

/* Returns the total weight of the moves after which a state can still be won. */
static pair winning_weight(const struct equations *equations, uint32_t n)
{
    const struct equation *equation = &equations->list[n];
    pair sum = {0, 0};
    for (uint64_t t = equation->place; t < equation[1].place; t++)
        sum += equations->weights[equations->climbs[t]];
    return sum;
}

/* The mean of the chances after the moves of a state: `known`, and the terms from `inner` on with their weights. */
static inline pair mean_after(const struct solving *solving, uint32_t n)
{
    const struct equations *equations = solving->equations;
    const struct equation *equation = &equations->list[n];
    const pair *weights = equations->weights, *chances = solving->chances;
    pair sum = equation->known;
    for (uint64_t t = equation->inner, end = equation[1].place; t < end; t += TERMS_AT_ONCE) {
        const uint32_t *terms = equations->terms + t;
        const uint8_t *climbs = equations->climbs + t;
        sum += weights[climbs[0]] * chances[terms[0]];
        sum += weights[climbs[1]] * chances[terms[1]];
    }
    return sum * equation->share;
}

/* Rises smaller than this part of a value are treated as rounding. */
static const double noise = 1e-14;

/* The result of a cycle, for each player: the greatest ratio of a rise in the last sweep to the rise in the first
 * (INFINITY if a value rises that did not before), the least such ratio, and the greatest ratio of the rise since the
 * first sweep to its value.  If the group contains the start, the last is the start's own ratio, because no other group
 * depends on that group. */
struct swept {
    pair ratio, least, part;
};

/* Returns whether these rises of a value change the ratios, which is rare. */
static inline bool changes_ratios(const struct swept *swept, pair now, pair rise, pair first, pair since)
{
    pair least = now * noise;
    mask changed = ((mask)(rise > swept->ratio * first) & (mask)(rise > least)) |
                   ((mask)(rise < swept->least * first) & (mask)(first > least)) | (mask)(since > swept->part * now);
    return (changed[EQUAL] | changed[GUIDED]) != 0;
}

/* Makes a cycle of sweeps for the players `active`. */
static struct swept make_cycle(struct solving *solving, uint32_t first, uint32_t end, unsigned active)
{
    const mask theirs = {-(int64_t)has(active, EQUAL), -(int64_t)has(active, GUIDED)};
    pair *chances = solving->chances, *rises = solving->rises, *base = solving->base;
    struct swept swept = {.least = {INFINITY, INFINITY}};
    for (uint32_t n = end; n-- > first;) {
        pair now = mean_after(solving, n), rise = now - chances[n];
        rises[n] = (pair)((mask)rise & (mask)(rise > 0));
        base[n] = (pair)(((mask)now & theirs) | ((mask)base[n] & ~theirs));
        chances[n] = now;
    }
    for (unsigned i = 2; i < SWEEPS; i++) {
        for (uint32_t n = end; n-- > first;)
            chances[n] = mean_after(solving, n);
    }
    for (uint32_t n = end; n-- > first;) {
        pair now = mean_after(solving, n), rise = now - chances[n], since = now - base[n];
        if (changes_ratios(&swept, now, rise, rises[n], since)) {
            /* The last rise of the value, compared with its first one, and the rise since then. */
            pair before = rises[n];
            for (unsigned player = 0; player < PLAYERS; player++) {
                double least = noise * now[player];
                if (before[player] > least && rise[player] < swept.least[player] * before[player])
                    swept.least[player] = rise[player] / before[player];
                if (rise[player] > least && rise[player] > swept.ratio[player] * before[player])
                    swept.ratio[player] = before[player] > 0 ? rise[player] / before[player] : INFINITY;
                if (since[player] > swept.part[player] * now[player])
                    swept.part[player] = since[player] / now[player];
            }
        }
        chances[n] = now;
    }
    uint32_t start = solving->equations->start;
    for (unsigned player = 0; player < PLAYERS && start >= first && start < end; player++) {
        double chance = chances[start][player];
        swept.part[player] = chance > 0 ? (chance - base[start][player]) / chance : INFINITY;
    }
    return swept;
}

/* Decides what follows a cycle for a player.  Returns false if the chances are found.  Otherwise jumps if that pays,
 * and returns true. */
static bool needs_sweeps(struct solving *solving, uint32_t first, uint32_t end, unsigned player,
                         const struct swept *swept)
{
    double allowed = fmax(solving->part * (end - first) / solving->equations->count, least_part);
    double ratio = swept->ratio[player], least = swept->least[player], part = swept->part[player];
    if (ratio < 1 && part * (ratio / (1 - ratio)) <= allowed)
        return false;
    if (part > allowed * part_jumped && least < 1) {
        double length = fmin(jump_share * least / (1 - least), longest_jump);
        for (uint32_t n = first; n < end; n++)
            solving->chances[n][player] += length * (solving->chances[n][player] - solving->base[n][player]);
    }
    return true;
}

/* Finds the chances of the players `active` in a group.  Returns false if it would take too long for the equal player,
 * or on a limit. */
static bool sweep_group(struct solving *solving, uint32_t first, uint32_t end, unsigned active)
{
    const struct equation *list = solving->equations->list;
    struct watch *watch = &solving->equations->graph->search->watch;
    uint64_t each = end - first + (list[end].place - list[first].place);
    memcpy(solving->base + first, solving->chances + first, (end - first) * sizeof *solving->base);
    for (uint64_t sweeps = SWEEPS; active != 0; sweeps += SWEEPS) {
        struct swept swept = make_cycle(solving, first, end, active);
        for (unsigned player = 0; player < PLAYERS; player++) {
            if (!has(active, player))
                continue;
            bool more = needs_sweeps(solving, first, end, player, &swept);
            solving->added[player] += SWEEPS * each;
            if (more && sweeps >= SWEEPS_AT_LEAST && solving->added[player] > TERMS_AT_MOST)
                solving->failed |= 1u << player;
            if (more && !has(solving->failed, player))
                continue;
            /* Sweeps for the other player go on and may still change these values. */
            for (uint32_t n = first; n < end; n++)
                solving->base[n][player] = solving->chances[n][player];
            active &= ~(1u << player);
        }
        if (each > SWEEPS_AT_LEAST)
            watch_hurry(watch);
        if (has(solving->failed, EQUAL) || !watch_allows(watch, 0, 0))
            return false;
    }
    memcpy(solving->chances + first, solving->base + first, (end - first) * sizeof *solving->base);
    return true;
}

/* Prepares the equations of a group, whose chances begin with 0, or 1 where nothing can go wrong. */
static void prepare_group(struct solving *solving, uint32_t first, uint32_t end)
{
    const struct equations *equations = solving->equations;
    struct equation *list = equations->list;
    unsigned risky = 0;
    for (uint32_t n = first; n < end && risky != BOTH; n++) {
        /* Adds the players for whom a move loses, or leads to a state known to be risky. */
        const struct equation *equation = &list[n];
        pair weight = winning_weight(equations, n);
        for (unsigned player = 0; player < PLAYERS; player++)
            risky |= (unsigned)(weight[player] < equation->all[player] * whole_share) << player;
        for (uint64_t t = equation->place; t < equation[1].place; t++)
            risky |= solving->risky[equations->terms[t]];
    }
    pair sure = {!has(risky, EQUAL), !has(risky, GUIDED)};
    for (uint32_t n = first; n < end; n++) {
        solving->risky[n] = (unsigned char)risky;
        solving->chances[n] = sure;
        list[n].share = 1 / list[n].all;
    }
}

/* Finds the chances in a group.  The groups that it depends on must be solved. */
static bool solve_group(struct solving *solving, uint32_t first, uint32_t end)
{
    const struct equations *equations = solving->equations;
    unsigned risky = solving->risky[first];
    if (risky == 0)
        return true;
    for (uint32_t n = first; n < end; n++) {
        struct equation *equation = &equations->list[n];
        equation->known = (pair){0, 0};
        for (uint64_t t = equation->place; t < equation->inner; t++)
            equation->known += equations->weights[equations->climbs[t]] * solving->chances[equations->terms[t]];
    }
    if (end - first == 1)
        solving->chances[first] = mean_after(solving, first);
    bool good = end - first == 1 || sweep_group(solving, first, end, risky & ~solving->failed);
    for (unsigned player = 0; player < PLAYERS; player++) {
        for (uint32_t n = first; n < end && !has(risky, player); n++)
            solving->chances[n][player] = 1;
    }
    return good;
}

/* Returns whether the chances found prove what the user reads. */
static bool are_enough(const struct solving *solving, const struct reading *reading, const struct chances *found)
{
    if (solving->part <= most_part || solving->failed != 0)
        return solving->part <= most_part;
    for (unsigned player = 0; player < PLAYERS; player++) {
        if (solving->added[player] > TERMS_AT_MOST / 4)
            return false;
    }
    /* No chance found is too high.  Precise ones might be a little too low. */
    struct chances low = *found, high = *found;
    low.equal *= 1 - 2 * most_part;
    low.guided *= 1 - 2 * most_part;
    high.equal *= 1 + 2 * solving->part;
    high.guided *= 1 + 2 * solving->part;
    return reading->alike(reading->context, &low, &high);
}

/* Solves the equations.  A player's chance is that of the start, or -1 on a limit or if it would take too long. */
static void solve_equations(struct equations *equations, const struct reading *reading, struct chances *chances)
{
    uint64_t count = equations->count;
    struct solving solving = {.equations = equations, .part = reading == NULL ? most_part : rough_part};
    solving.risky = equations_allocate(equations, count, sizeof *solving.risky);
    /* The list as written has as many bytes as three numbers for each player. */
    static_assert(sizeof *equations->spare == 3 * sizeof(pair), "the values fit into the spare list");
    solving.chances = (pair *)(void *)equations->spare;
    solving.rises = solving.chances + count;
    solving.base = solving.rises + count;
    bool good = solving.risky != NULL;
    for (uint32_t n = 0, first = 0; good && n < count; n++) {
        if (!equations->last[n])
            continue;
        prepare_group(&solving, first, n + 1);
        first = n + 1;
    }
    for (bool more = good; more; solving.part = fmax(solving.part * shrinks_to, most_part)) {
        /* Solves all groups to within `solving.part`, from the chances found before. */
        struct chances found = *chances;
        for (uint32_t n = 0, first = 0; good && n < count; n++) {
            if (!equations->last[n])
                continue;
            good = solve_group(&solving, first, n + 1) && watch_allows(&equations->graph->search->watch, 0, 0);
            first = n + 1;
        }
        if (good) {
            found.equal = solving.chances[equations->start][EQUAL];
            found.guided = has(solving.failed, GUIDED) ? -1 : solving.chances[equations->start][GUIDED];
        }
        more = good && !are_enough(&solving, reading, &found);
        if (!more)
            *chances = found;
    }
    equations_release(equations, solving.risky, count, sizeof *solving.risky);
}

void state_graph_chances(struct state_graph *graph, const struct reading *reading, struct chances *chances)
{
    struct search *search = graph->search;
    search->puzzle->rules->start(search->puzzle, graph->padded);
    uint32_t start = search_find(search, graph->padded);
    *chances = (struct chances){-1, -1, -1};
    if (search_is_goal(search, start)) {
        *chances = (struct chances){1, 1, 0};
        return;
    }
    struct equations equations = {.graph = graph};
    struct writing writing = {.equations = &equations, .states = store_count(&search->store), .most = 1};
    for (uint64_t n = 0; n < writing.states; n++)
        writing.most += bits_get(graph->winnable, n);
    bool good = weigh_all(&writing) && write_all(&writing, start);
    for (unsigned player = 0; player < PLAYERS; player++)
        equations_release(&equations, writing.all[player], writing.states, sizeof *writing.all[player]);
    equations_release(&equations, writing.estimates, writing.states, sizeof *writing.estimates);
    equations_release(&equations, writing.own, writing.states, sizeof *writing.own);
    equations_release(&equations, writing.walk, writing.most, sizeof *writing.walk);
    if (good && equations_sort(&equations) && equations_arrange(&equations)) {
        /* The hazard is the mean, in bits, of the luck that the guided player's next move takes, counting all states
         * after winning moves as equally good. */
        double sum = 0;
        for (uint32_t n = 0; n < equations.count; n++) {
            if (equations.list[n].all[EQUAL] == 0)
                continue;
            double share = winning_weight(&equations, n)[GUIDED] / equations.list[n].all[GUIDED];
            sum -= share < whole_share ? log2(share) : 0;
        }
        chances->hazard = sum / (equations.count - 1);
        solve_equations(&equations, reading, chances);
    }
    search_discharge(search, equations.charged);
    free(equations.list);
    free(equations.terms);
    free(equations.climbs);
    free(equations.position);
    free(equations.spare);
    free(equations.last);
}
