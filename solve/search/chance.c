/* The chances of random players; see chance.h.
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
 * - Solving.  A sweep goes through a group from the last equation to the first, which follows dependencies through
 *   moves away from the start, and back again, which follows those through moves back to it.  It begins with 0
 *   everywhere, so the values only rise, towards the solution.  Nothing is ever subtracted, so even the smallest
 *   chances keep their digits.
 *
 * - Stopping.  A sweep turns x into G x + f, where G >= 0, so the rise in one sweep is G times the rise in the sweep
 *   before.  If no value rises by more than r times its last rise, with r < 1, then everything still to come is at
 *   most the rise times r + r^2 + ... This bounds the error of each value.  The relative error of a group adds to
 *   the error of the groups that depend on it, and no more.
 *
 * - Jumping.  Conversely, if no value rises by less than s times its last rise, the same holds for all later rises,
 *   because G is monotonic.  So at least the rise r times s + s^2 + ... = s / (1 - s) = c is still to come, and is
 *   added at once.  The values still only rise after that: G (x + c r) + f = x + (1 + c) G r, where the r of this
 *   sweep counts as made, and (1 + c) G r >= (1 + c) s r = c r.  In a group in which players wander about, all
 *   values soon rise in nearly the same proportion, and a jump saves dozens of sweeps.  The first sweep after a jump
 *   has no earlier sweep to be compared with.
 *
 * - States from which nothing can go wrong have the chance 1, without an equation.  These are the states in which a
 *   player may wander about for longest. */
#include "solve/search/state_graph.h"

#include "solve/search/capacity.h"
#include "solve/search/search.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum random_player { EQUAL, GUIDED, PLAYERS };

/* The largest change of the estimate that counts, up or down. */
enum { MOST_CLIMB = 16 };

struct equation {
    uint64_t place;                     /* where its terms begin; they end where the next equation's begin */
    uint64_t inner;                     /* in order: where those of its own group begin */
    double wins[PLAYERS], all[PLAYERS]; /* total weights of the moves to goals, and of all moves considered */
};

struct equations {
    struct state_graph *graph;
    struct equation *list; /* [count + 1] as written, then in order */
    uint32_t count, start; /* the start's equation */
    uint32_t *terms;       /* the equations that each equation depends on */
    uint8_t *climbs;       /* for each term, how much the estimate rises, + MOST_CLIMB */
    uint64_t term_count, term_capacity;
    double weights[2 * MOST_CLIMB + 1]; /* of moves, indexed by climb + MOST_CLIMB */
    uint32_t *order; /* [count] dependencies first; equations that depend on one another are adjacent, by number */
    bool *last;      /* [count] whether the n-th in order is the last of its group */
    size_t charged;
};

/* Allocates zeroed memory within the limit, which equations_free discharges.  Returns NULL on a limit or if memory
 * runs out. */
static void *equations_take(struct equations *equations, uint64_t many, size_t size);

/* Frees and discharges memory before that. */
static void equations_give_back(struct equations *equations, void *memory, uint64_t many, size_t size);

/* --- the order of equations ---
 *
 * Equations that depend on one another, directly or through others, are the strongly connected components of the
 * graph of terms.  Tarjan's algorithm finds them in the required order.  It uses an explicit stack, because paths
 * can be long.  (R. Tarjan, Depth-first search and linear graph algorithms, 1972.) */

/* A visit in progress. */
struct visit {
    uint32_t equation;
    uint32_t number; /* from 1 */
    uint32_t next;   /* index of its next term */
};

struct sorting {
    struct equations *equations;
    uint32_t *low;        /* [count] the earliest visit that it is known to lead back to, from 1; 0: not visited yet;
                           * DONE: in order */
    uint32_t *waiting;    /* [count] stack of equations visited but not in order yet */
    struct visit *visits; /* [count] stack */
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

/* Puts an equation and all that wait above it on the stack in order, as one group. */
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

/* Processes the next term of the current visit.  If that begins another visit, the term is processed again when the
 * other visit is over.  Returns false if the current visit has no more terms. */
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

/* Visits all equations; the first one depends on every other. */
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

/* Puts the equations in order.  Returns false on a limit, or if memory runs out. */
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

/* --- arranging equations in order ---
 *
 * Sweeps go through the equations of a group again and again.  So equations and terms are copied in order, and each
 * equation's terms of its own group come last. */

static void copy_term(struct equations *to, const struct equations *from, uint64_t t, uint32_t position)
{
    to->climbs[to->term_count] = from->climbs[t];
    to->terms[to->term_count++] = position;
}

static void copy_equation(struct equations *to, const struct equations *from, const uint32_t *positions, uint32_t n,
                          uint32_t group)
{
    const struct equation *old = &from->list[from->order[n]];
    struct equation *new = &to->list[n];
    *new = *old;
    new->place = to->term_count;
    for (uint64_t t = old->place; t < old[1].place; t++) {
        if (positions[from->terms[t]] < group)
            copy_term(to, from, t, positions[from->terms[t]]);
    }
    new->inner = to->term_count;
    for (uint64_t t = old->place; t < old[1].place; t++) {
        if (positions[from->terms[t]] >= group)
            copy_term(to, from, t, positions[from->terms[t]]);
    }
}

static void copy_in_order(struct equations *to, const struct equations *from, uint32_t *positions)
{
    uint32_t group = 0;
    for (uint32_t n = 0; n < from->count; n++)
        positions[from->order[n]] = n;
    for (uint32_t n = 0; n < from->count; n++) {
        copy_equation(to, from, positions, n, group);
        group = from->last[n] ? n + 1 : group;
    }
    to->list[to->count].place = to->term_count;
    to->start = positions[0];
}

/* Arranges sorted equations.  Returns false on a limit, or if memory runs out. */
static bool equations_arrange(struct equations *equations)
{
    struct equations new = *equations;
    uint64_t count = equations->count, terms = equations->term_count;
    uint32_t *positions = equations_take(equations, count, sizeof *positions);
    new.term_count = 0;
    new.list = equations_take(equations, count + 1, sizeof *new.list);
    new.terms = equations_take(equations, terms + 1, sizeof *new.terms);
    new.climbs = equations_take(equations, terms + 1, sizeof *new.climbs);
    bool good = positions != NULL && new.list != NULL &&new.terms != NULL &&new.climbs != NULL;
    if (good) {
        copy_in_order(&new, equations, positions);
        struct equations old = *equations;
        equations->list = new.list;
        equations->terms = new.terms;
        equations->climbs = new.climbs;
        equations->start = new.start;
        new = old;
    }
    equations_give_back(equations, positions, count, sizeof *positions);
    free(new.list);
    free(new.terms);
    free(new.climbs);
    return good;
}

/* --- building the equations ---
 *
 * State numbers depend on the threads that met the states.  So equations are numbered in the order in which a walk
 * from the start, breadth first and in move order, reaches their states. */

/* ESTIMATE_LOST in two bytes. */
#define LOST_ESTIMATE UINT16_MAX

/* Data needed only while the equations are built. */
struct writing {
    struct equations *equations;
    uint64_t states, most;
    double *all[PLAYERS];  /* [states] weights of the moves considered */
    uint16_t *estimates;   /* [states] */
    uint32_t *own;         /* [states] each state's equation, or NOT_MET */
    uint32_t *walk;        /* [most] state numbers in the order of the walk */
    atomic_bool no_memory; /* of the rules' `lost` */
};

#define NOT_MET UINT32_MAX

static void *equations_take(struct equations *equations, uint64_t many, size_t size)
{
    struct search *search = equations->graph->search;
    if (!search_charge(search, (size_t)many * size))
        return NULL;
    equations->charged += (size_t)many * size;
    void *memory = calloc(many, size);
    search_check_memory(search, memory != NULL);
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

/* The guided player's weight of a move is 2 to the power of half the fall of the estimate. */
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
        if (has_equation(writing->equations->graph, (uint32_t)n))
            writing->estimates[n] = estimate_of(search->puzzle, store_state(&search->store, n));
    }
}

/* Sets the estimate after a move, or LOST_ESTIMATE. Returns false if no player considers the move.  States that can
 * be won were estimated before and are never obviously lost; the estimate of a goal is 0. */
static bool consider(struct writing *writing, const unsigned char *state, uint16_t *estimate)
{
    const struct state_graph *graph = writing->equations->graph;
    const struct puzzle *puzzle = graph->search->puzzle;
    uint32_t number = search_find(graph->search, state);
    if (number != STORE_NONE && bits_get(graph->winnable, number)) {
        *estimate = writing->estimates[number];
        return true;
    }
    enum lost lost = puzzle->rules->lost(puzzle, state);
    if (lost == LOST_NO_MEMORY)
        atomic_store(&writing->no_memory, true);
    if (lost != LOST_NO)
        return false;
    *estimate = estimate_of(puzzle, state);
    return true;
}

/* Adds up the weights of the moves that players consider in one state. */
static void weigh_moves(struct writing *writing, const unsigned char *state, struct fanout *fanout, uint64_t n)
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
    struct writing *writing = context;
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
    bool good = writing->all[EQUAL] != NULL && writing->all[GUIDED] != NULL && writing->estimates != NULL &&
                scan_states(search, writing->states, false, estimate_block, writing) &&
                scan_states(search, writing->states, false, weigh_block, writing);
    return search_check_memory(search, !atomic_load(&writing->no_memory)) && good;
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
    search_check_memory(search, climbs != NULL);
    if (climbs == NULL)
        return false;
    equations->term_capacity = capacity;
    return true;
}

/* Returns the equation of a state, numbering it if it has none yet. */
static uint32_t meet(struct writing *writing, uint32_t number)
{
    if (writing->own[number] == NOT_MET) {
        writing->own[number] = writing->equations->count;
        writing->walk[writing->equations->count++] = number;
    }
    return writing->own[number];
}

/* Adds a move that leads to a state that can be won to an equation. */
static void write_move(struct writing *writing, struct equation *equation, uint32_t number, uint32_t after)
{
    struct equations *equations = writing->equations;
    bool wins = search_is_goal(equations->graph->search, after);
    int climb = climb_between(writing->estimates[number], wins ? 0 : writing->estimates[after]);
    if (wins) {
        equation->wins[EQUAL]++;
        equation->wins[GUIDED] += weight_of(equations, climb);
    } else if (after == number) { /* the move changes nothing */
        equation->all[EQUAL]--;
        equation->all[GUIDED] -= weight_of(equations, 0);
    } else {
        equations->climbs[equations->term_count] = (uint8_t)(climb + MOST_CLIMB);
        equations->terms[equations->term_count++] = meet(writing, after);
    }
}

/* Builds the n-th equation and numbers the equations it depends on. */
static bool write_equation(struct writing *writing, uint32_t n)
{
    struct equations *equations = writing->equations;
    struct state_graph *graph = equations->graph;
    uint32_t number = writing->walk[n];
    if (!make_capacity_for_terms(equations))
        return false;
    struct equation *equation = &equations->list[n];
    *equation = (struct equation){
        equations->term_count, 0, {0, 0}, {writing->all[EQUAL][number], writing->all[GUIDED][number]}};
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

/* Builds and orders the equations.  The start must be winnable and no goal.  Returns false on a limit
 * (search->watch.reason names it) or if memory runs out.  Call equations_free in either case. */
static bool equations_make(struct equations *equations, struct state_graph *graph, uint32_t start)
{
    *equations = (struct equations){.graph = graph};
    struct writing writing = {.equations = equations, .states = store_count(&graph->search->store)};
    for (uint64_t n = 0; n < writing.states; n++)
        writing.most += bits_get(graph->winnable, n);
    bool good = weigh_all(&writing) && write_all(&writing, start);
    writing_free(&writing);
    return good && equations_sort(equations) && equations_arrange(equations);
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
    double *shares;                   /* [count] the share of a weight of 1 among all moves considered */
    double *known;                    /* [count] the sum of wins and the terms of other groups */
    double *chances, *rises, *before; /* [count] */
    uint64_t added;                   /* terms added so far */
};

/* The allowed relative error of the chance, over all groups.  Each group gets a part in proportion to its size, but
 * at least least_part. */
static const double most_part = 1e-7, least_part = 1e-12;

/* A jump is tried after this many sweeps, and made if it saves more than that.  No jump is made once a sweep changes
 * the values by less than this share of the allowed error: after a jump the values do not rise in proportion for
 * some time, and their error is unknown. */
enum { SWEEPS_BETWEEN = 3 };
static const double part_jumped = 0.1;

/* Where players wander about for long, each sweep makes little progress.  Every group gets at least this many
 * sweeps, and more until this many terms were added up in all.  That depends only on the level. */
enum { SWEEPS_AT_LEAST = 100, TERMS_AT_MOST = 300000000 };

/* Returns the total weight of the moves after which a state can still be won. */
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

/* Returns whether a move loses, or leads to a state known to be risky. */
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

/* Adds to a sum the terms from `first` to `end` - 1 with their weights. */
static inline double add_terms(const struct solving *solving, double sum, uint64_t first, uint64_t end)
{
    const struct equations *equations = solving->equations;
    const double *chances = solving->chances;
    if (solving->player == EQUAL) {
        for (uint64_t t = first; t < end; t++)
            sum += chances[equations->terms[t]];
    } else {
        for (uint64_t t = first; t < end; t++)
            sum += equations->weights[equations->climbs[t]] * chances[equations->terms[t]];
    }
    return sum;
}

static inline double mean_after(const struct solving *solving, uint32_t n)
{
    const struct equation *equation = &solving->equations->list[n];
    return add_terms(solving, solving->known[n], equation->inner, equation[1].place) * solving->shares[n];
}

/* Rises smaller than this part of a value are treated as rounding. */
static const double noise = 1e-14;

/* The result of a sweep: the greatest ratio of a rise to the rise before (INFINITY if a value rises that did not
 * before), the least such ratio, and the greatest ratio of a rise to its value.  If the group contains the start,
 * the last is the start's own ratio, because no other group depends on that group. */
struct swept {
    double ratio, least, part;
};

static struct swept sweep(struct solving *solving, uint32_t first, uint32_t end)
{
    double *chances = solving->chances, *rises = solving->rises;
    struct swept swept = {0, INFINITY, 0};
    for (uint32_t n = end; n-- > first;) {
        solving->before[n] = chances[n];
        chances[n] = mean_after(solving, n);
    }
    for (uint32_t n = first; n < end; n++) {
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
    uint32_t start = solving->equations->start;
    if (start >= first && start < end)
        swept.part = chances[start] > 0 ? rises[start] / chances[start] : INFINITY;
    return swept;
}

/* Returns whether the values of a group are within the relative error `part`. */
static bool has_converged(struct swept swept, double part)
{
    return swept.ratio < 1 && swept.part * (swept.ratio / (1 - swept.ratio)) <= part;
}

/* Returns how far to jump, in rises: a little less than possible, so that all values still rise, and not so far that
 * rounding errors would matter. */
static double jump_length(struct swept swept)
{
    const double share = 0.9, longest = 500;
    return swept.least < 1 ? fmin(share * swept.least / (1 - swept.least), longest) : 0;
}

static void jump(struct solving *solving, uint32_t first, uint32_t end, double length)
{
    for (uint32_t n = first; n < end; n++)
        solving->chances[n] += length * solving->rises[n];
}

static bool solve_group(struct solving *solving, uint32_t first, uint32_t end)
{
    const struct equation *list = solving->equations->list;
    struct watch *watch = &solving->equations->graph->search->watch;
    uint32_t many = end - first;
    uint64_t each = many + (list[end].place - list[first].place);
    double part = fmax(most_part * many / solving->equations->count, least_part);
    uint64_t sweeps = 1, alike = 0; /* sweeps since the last jump */
    for (;;) {
        struct swept swept = sweep(solving, first, end);
        if (alike++ > 0 && has_converged(swept, part))
            return true;
        bool may_jump = alike >= SWEEPS_BETWEEN && swept.part > part * part_jumped;
        double length = may_jump ? jump_length(swept) : 0;
        if (length > SWEEPS_BETWEEN) {
            jump(solving, first, end, length);
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

/* Finds the chances in a group.  The groups that it depends on must be solved. */
static bool solve_group_of(struct solving *solving, uint32_t first, uint32_t end)
{
    const struct equation *list = solving->equations->list;
    bool risky = false;
    for (uint32_t n = first; n < end && !risky; n++)
        risky = is_risky(solving, n);
    for (uint32_t n = first; n < end; n++) {
        solving->risky[n] = risky;
        solving->chances[n] = !risky;
        solving->known[n] = add_terms(solving, list[n].wins[solving->player], list[n].place, list[n].inner);
    }
    if (risky && end - first == 1)
        solving->chances[first] = mean_after(solving, first);
    return !risky || end - first == 1 || solve_group(solving, first, end);
}

static bool solve_all_groups(struct solving *solving)
{
    const struct equations *equations = solving->equations;
    uint32_t first = 0;
    for (uint32_t n = 0; n < equations->count; n++) {
        if (!equations->last[n])
            continue;
        if (!solve_group_of(solving, first, n + 1) || !watch_allows(&equations->graph->search->watch, 0, 0))
            return false;
        first = n + 1;
    }
    return true;
}

/* Solves a player's equations.  Returns the chance of the start, or -1 on a limit or if it would take too long. */
static double solve(struct equations *equations, enum random_player player)
{
    uint64_t count = equations->count;
    struct solving solving = {.equations = equations, .player = player};
    solving.risky = equations_take(equations, count, sizeof *solving.risky);
    solving.shares = equations_take(equations, count, sizeof *solving.shares);
    solving.known = equations_take(equations, count, sizeof *solving.known);
    solving.chances = equations_take(equations, count, sizeof *solving.chances);
    solving.rises = equations_take(equations, count, sizeof *solving.rises);
    solving.before = equations_take(equations, count, sizeof *solving.before);
    for (uint64_t n = 0; solving.shares != NULL && n < count; n++)
        solving.shares[n] = 1 / equations->list[n].all[player];
    bool good = solving.risky != NULL && solving.shares != NULL && solving.known != NULL && solving.chances != NULL &&
                solving.rises != NULL && solving.before != NULL && solve_all_groups(&solving);
    double chance = good ? solving.chances[equations->start] : -1;
    equations_give_back(equations, solving.risky, count, sizeof *solving.risky);
    equations_give_back(equations, solving.shares, count, sizeof *solving.shares);
    equations_give_back(equations, solving.known, count, sizeof *solving.known);
    equations_give_back(equations, solving.chances, count, sizeof *solving.chances);
    equations_give_back(equations, solving.rises, count, sizeof *solving.rises);
    equations_give_back(equations, solving.before, count, sizeof *solving.before);
    return chance;
}

/* Returns the mean, in bits, of the luck that the guided player's next move takes, counting all states after winning
 * moves as equally good. */
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
