/* The search from both ends; see both_ends.h. */
#include "solve/search/both_ends.h"

#include "solve/search/best_first.h"

#include <assert.h>
#include <stdlib.h>

/* Returns the number of states due in a side's next layer. */
static inline size_t side_due(const struct search_side *side)
{
    return side->moves < side->due.count ? side->due.at[side->moves].count : 0;
}

static bool side_make(struct search_side *side, struct search *search)
{
    side->search = search;
    bool good = search_make_depths(search) && round_make(&side->round, search);
    search_check_memory(search, good);
    return good && search_charge(search, round_bytes(&side->round));
}

static void side_free(struct search_side *side)
{
    if (side->search == NULL)
        return;
    list_drop(side->search, &side->layer);
    lists_free(side->search, &side->due);
    lists_free(side->search, &side->later);
    if (side->round.workers != NULL)
        search_discharge(side->search, round_bytes(&side->round));
    round_free(&side->round);
}

/* Adds a state met to the list of its layer, or to those of a larger d. */
static bool add_waiting(void *context, struct waiting waiting)
{
    struct search_side *side = context;
    return waiting.f <= side->d ? lists_add(side->search, &side->due, side->moves + 1, waiting.number)
                                : lists_add(side->search, &side->later, waiting.f, waiting.number);
}

/* Returns the least depth above d that this side allows if no solution has d moves or fewer; 0: there is no
 * solution. */
static size_t side_next_depth(const struct search_side *side)
{
    if (lists_next(&side->due, 0) < side->due.count)
        return side->d + 1;
    size_t next = lists_next(&side->later, side->d + 1);
    return next < side->later.count ? next : 0;
}

struct both_ends {
    struct search *search; /* the front's search */
    struct search behind;
    struct search_side front, back;
    uint64_t states;                       /* of both sides; 0 until they have met */
    const struct both_ends_keeper *keeper; /* NULL: no checkpoints */
    bool begun;                            /* both sides hold all states they begin with */
    bool asked;                            /* whether the front uses a higher bound is decided */
};

/* --- limits: each side counts the states and the memory of the other --- */

static void charge_other(struct search_side *side, const struct search_side *other)
{
    side->search->elsewhere = store_count(&other->search->store);
    side->search->held += other->search->held + store_bytes(&other->search->store);
}

static void discharge_other(struct search_side *side, const struct search_side *other)
{
    side->search->elsewhere = 0;
    side->search->held -= other->search->held + store_bytes(&other->search->store);
}

/* Raises a side's bound of f to d and begins again with the first layer.  Returns false on a limit or if memory runs
 * out. */
static bool raise_bound(struct search_side *side, const struct search_side *other, size_t d)
{
    struct search *search = side->search;
    bool good = true;
    charge_other(side, other);
    while (good && (side->d = lists_next(&side->later, side->d)) <= d && side->d < side->later.count) {
        struct list list = lists_take(&side->later, side->d);
        struct list_reader reader = {.list = &list};
        uint32_t number;
        while (good && list_read(&reader, &number, 1) > 0)
            good = lists_add(search, &side->due, depths_get(&search->depths, number), number);
        if (good)
            list_drop(search, &list);
        else
            side->later.at[side->d] = list; /* a state may be in two lists */
    }
    side->d = d;
    side->moves = 0;
    discharge_other(side, other);
    return good;
}

/* Returns whether the high bound of many stored states is above the other one.  The sample depends on the set of states
 * alone, not on their numbers. */
static bool high_bound_pays_off(const struct search *search)
{
    enum { PERIOD = 1024, LEAST = 4 }; /* one state in so many is looked at, and one of so many must gain */
    const struct puzzle *puzzle = search->puzzle;
    const struct store *store = &search->store;
    uint64_t count = store_count(store), looked_at = 0, higher = 0;
    struct store_copy copy;
    for (uint64_t number = 0; number < count; number++) {
        const unsigned char *state = store_read(store, (uint32_t)number, &copy);
        if (store_hash(store, state) % PERIOD != 0)
            continue;
        looked_at++;
        higher += puzzle->rules->high_bound(puzzle, state) > puzzle_bound(puzzle, state);
    }
    return higher * LEAST >= looked_at;
}

/* Expands the states due in a side's next layer, with a checkpoint after each portion.  Returns false on a limit or if
 * memory runs out. */
static bool go_further(struct both_ends *ends, struct search_side *side, const struct search_side *other)
{
    enum { PLENTY = 1 << 20, VERY_MANY = 8 };
    const struct both_ends_keeper *keeper = ends->keeper;
    struct search *search = side->search;
    uint64_t plenty = search->limits.plenty == 0 ? PLENTY : search->limits.plenty;
    size_t most = keeper == NULL ? SIZE_MAX : keeper->most;
    bool good = true;
    charge_other(side, other);
    side->layer = lists_take(&side->due, side->moves);
    side->round.depth = side->moves;
    /* States beyond the bound of f are not stored.  A state that is left out costs time, because its bound is computed
     * again later.  So states are left out only once there are many. */
    side->round.limit = store_count(&search->store) < plenty ? UINT64_MAX : side->d;
    if (side == &ends->front && !ends->asked && store_count(&search->store) >= VERY_MANY * plenty) {
        /* From now on the front uses a higher bound, if the puzzle has one that memory allows and that gains much. */
        search->high = search_prepare_high_bound(search) && high_bound_pays_off(search);
        ends->asked = true;
    }
    side->reader = (struct list_reader){.list = &side->layer};
    while (good && list_left(&side->reader) > 0) {
        /* Writes no checkpoint once both sides have met, because the rest takes little time. */
        good = waiting_expand(&side->round, &side->reader, most, add_waiting, side) &&
               (keeper == NULL || ends->states > 0 || keeper->keep(keeper->context, &ends->front, &ends->back));
    }
    if (good) {
        list_drop(search, &side->layer);
        side->reader = (struct list_reader){0};
        side->moves++;
    }
    discharge_other(side, other);
    return good;
}

/* --- both sides --- */

/* Counts the states of the front that are front.moves moves from the start and d - front.moves moves from a solved
 * state, and stops at the first.  With `all`, counts those of more moves from the start, too, without stopping, and
 * adds all of them to the due lists.  Returns false on a limit, or if memory runs out. */
static bool meet(struct both_ends *ends, size_t d, bool all, size_t *count)
{
    struct search *search = ends->search;
    const struct search *behind = &ends->behind;
    uint64_t states = store_count(&search->store), moves = ends->front.moves;
    struct store_copy copy;
    bool good = true;
    *count = 0;
    for (uint64_t number = 0; good && (all || *count == 0); number++) {
        number = depths_seek(&search->depths, number, states, moves, all ? d : moves);
        if (number == states)
            break;
        uint64_t depth = depths_get(&search->depths, number);
        if (depth < moves || depth > (all ? d : moves))
            continue;
        uint32_t there = search_find(behind, store_read(&search->store, number, &copy));
        if (there == STORE_NONE || depths_get(&behind->depths, there) + depth != d)
            continue;
        (*count)++;
        good = !all || lists_add(search, &ends->front.due, depth, (uint32_t)number);
    }
    return good;
}

/* Tries one depth after the other.  Returns false on a limit or if memory runs out. */
static bool go_up(struct both_ends *ends)
{
    struct search *search = ends->search;
    const struct puzzle *puzzle = search->puzzle;
    const struct puzzle_back *rules = puzzle->rules->back;
    struct search_side *front = &ends->front, *back = &ends->back;
    size_t d = search->lower_bound > 0 ? search->lower_bound : 1, met = 0;
    for (;;) {
        while (rules->may_take != NULL && !rules->may_take(puzzle, d))
            d++;
        search_prove_at_least(search, d);
        /* Expands both sides until any solution of d moves has a state that both hold. */
        bool good = !search_is_too_deep(search, d) && raise_bound(front, back, d) && raise_bound(back, front, d);
        while (good && front->moves + back->moves < d)
            good = side_due(front) <= side_due(back) ? go_further(ends, front, back) : go_further(ends, back, front);
        if (!good || !meet(ends, d, false, &met))
            return false;
        if (met > 0)
            break;
        size_t next = side_next_depth(front), behind = side_next_depth(back);
        search->whole = next == 0 || behind == 0;
        if (search->whole)
            return true;
        d = next > behind ? next : behind;
    }
    search->incumbent = (int64_t)d;
    ends->states = store_count(&search->store) + store_count(&ends->behind.store);
    /* Generates the states between the layer where both sides meet and the solved states again, forwards; some may be
     * stored already.  Frees the waiting lists, which are no longer needed. */
    lists_free(search, &front->due);
    lists_free(search, &front->later);
    lists_free(&ends->behind, &back->due);
    lists_free(&ends->behind, &back->later);
    charge_other(front, back);
    bool good = meet(ends, d, true, &met);
    discharge_other(front, back);
    search->within = &ends->behind;
    search->length = d;
    while (good && front->moves < d)
        good = go_further(ends, front, back);
    if (good) {
        assert(side_due(front) > 0);
        struct list_reader reader = {.list = &front->due.at[d]};
        uint32_t number;
        while (list_read(&reader, &number, 1) > 0)
            search_add_expanded(search, &number, 1);
    }
    search->within = NULL;
    search->depth = good ? (int64_t)d : -1;
    return good;
}

/* Adds the solved states to the back. */
static bool begin_back(struct both_ends *ends)
{
    struct search *behind = &ends->behind;
    const struct puzzle *puzzle = behind->puzzle;
    size_t count = behind->back->ends(puzzle, NULL, 0), bytes = count * puzzle->state_bytes;
    if (!search_charge(behind, bytes))
        return false;
    unsigned char *states = malloc(bytes + 1);
    bool good = states != NULL;
    search_check_memory(behind, good);
    if (good)
        behind->back->ends(puzzle, states, count);
    for (size_t n = 0; good && n < count; n++) {
        unsigned char *state = states + n * puzzle->state_bytes;
        if (behind->merges)
            puzzle->rules->merge(puzzle, state);
        unsigned bound = behind->back->bound(puzzle, state);
        uint32_t number = bound == ESTIMATE_LOST ? STORE_NONE : round_add(&ends->back.round, state);
        good = !watch_stopped(&behind->watch);
        if (number == STORE_NONE || depths_get(&behind->depths, number) == 0)
            continue;
        good = good && search_lower_depth(behind, number, 0);
        good = good && lists_add(ends->back.search, &ends->back.later, bound, number);
    }
    free(states);
    search_discharge(behind, bytes);
    good = good && watch_allows(&behind->watch, store_count(&behind->store) + behind->elsewhere, 0);
    behind->closed_count = good ? store_count(&behind->store) : 0;
    return good;
}

static bool search_sides(struct both_ends *ends)
{
    struct search *search = ends->search, *behind = &ends->behind;
    const struct puzzle *puzzle = search->puzzle;
    const struct both_ends_keeper *keeper = ends->keeper;
    /* States may be merged only if there are no equal pieces and the start has all symmetries of the board.  Then a
     * state and its images are equally far from the start. */
    search->merges = search->merges && !puzzle->equals && puzzle->mirrors <= puzzle->symmetry_count;
    if (!side_make(&ends->front, search))
        return false;
    bool good = search_make(behind, puzzle, &search->limits), found = false;
    search_check_memory(search, good);
    behind->watch.deadline = search->watch.deadline;
    behind->back = puzzle->rules->back;
    behind->merges = search->merges;
    /* Loads the last checkpoint, if there is one. */
    if (!good || !side_make(&ends->back, behind) ||
        (keeper != NULL && !keeper->resume(keeper->context, &ends->front, true, &found)))
        return false;
    if (found) {
        charge_other(&ends->back, &ends->front);
        good = keeper->resume(keeper->context, &ends->back, false, &found);
        discharge_other(&ends->back, &ends->front);
        if (!good)
            return false;
    }
    uint32_t start;
    unsigned bound;
    if (!found && waiting_begin(&ends->front.round, &start, &bound))
        return true;
    if (!found) {
        if (!lists_add(ends->front.search, &ends->front.later, bound, start))
            return false;
        charge_other(&ends->back, &ends->front);
        good = begin_back(ends);
        discharge_other(&ends->back, &ends->front);
    }
    ends->begun = good;
    return good && go_up(ends);
}

enum search_end search_both_ends(struct search *search, const struct both_ends_keeper *keeper)
{
    struct both_ends ends = {.search = search, .keeper = keeper};
    struct search *behind = &ends.behind;
    bool good = search_sides(&ends);
    watch_stop_with(&search->watch, &behind->watch);
    enum limit_hit hit = search->watch.hit;
    bool full = !good && (hit == LIMIT_MEMORY || hit == LIMIT_NUMBERS);
    if (full && keeper != NULL && ends.begun && ends.states == 0)
        keeper->leave(keeper->context, &ends.front);
    search->elsewhere = good ? 0 : store_count(&behind->store);
    search->both_ends = true;
    search->closed_count = ends.states > 0 ? ends.states : search->closed_count + behind->closed_count;
    side_free(&ends.front);
    side_free(&ends.back);
    search_free(behind);
    return search_end_of(search, good);
}

bool search_has_both_ends(const struct search *search)
{
    const struct puzzle *puzzle = search->puzzle;
    const struct puzzle_back *back = puzzle->rules->back;
    return search->start == NULL && back != NULL && back->ends(puzzle, NULL, 0) > 0;
}

enum search_end search_shortest(struct search *search)
{
    return search_has_both_ends(search) ? search_both_ends(search, NULL) : search_best_first(search);
}
