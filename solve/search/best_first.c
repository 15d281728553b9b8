/* The best-first search; see search.h and best_first.h. */
#include "solve/search/best_first.h"

#include "solve/search/capacity.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the set of expanded states --- */

void search_drop_expanded(struct search *search)
{
    search->held -= search->expanded.bytes;
    free((void *)search->expanded.taken);
    search->expanded = (struct expanded_set){0};
}

void search_add_expanded(struct search *search, const uint32_t *numbers, size_t count)
{
    struct expanded_set *set = &search->expanded;
    size_t before = set->bytes, wanted = bits_bytes(store_count(&search->store));
    size_t bytes = wanted <= before ? before : (size_t)capacity_for(before, wanted, 1);
    if (set->kept && bytes > before) {
        bits *taken = search_can_afford(search, bytes - before) ? realloc((void *)set->taken, bytes) : NULL;
        if (taken == NULL) {
            search_drop_expanded(search);
        } else {
            memset((void *)(taken + before), 0, bytes - before);
            set->taken = taken;
            set->bytes = bytes;
            search->held += bytes - before;
        }
    }
    for (size_t i = 0; set->kept && i < count; i++)
        bits_set(set->taken, numbers[i]);
}

/* --- waiting lists --- */

void list_drop(struct search *search, struct list *list)
{
    search_discharge(search, list->capacity);
    free(list->bytes);
    *list = (struct list){0};
}

void lists_free(struct search *search, struct lists *lists)
{
    for (size_t n = 0; n < lists->count; n++)
        list_drop(search, &lists->at[n]);
    search_discharge(search, (size_t)lists->count * sizeof *lists->at);
    free(lists->at);
    *lists = (struct lists){0};
}

bool lists_add(struct search *search, struct lists *lists, size_t n, uint32_t number)
{
    if (n >= lists->count) {
        uint64_t before = lists->count, wanted = (uint64_t)n + 1 < 2 * before ? 2 * before : (uint64_t)n + 1;
        size_t charged = 0;
        if (!search_grow(search, &lists->at, &lists->count, wanted, sizeof *lists->at, &charged))
            return false;
        memset(lists->at + before, 0, (size_t)(lists->count - before) * sizeof *lists->at);
    }
    struct list *list = &lists->at[n];
    if (list_is_full(list)) {
        size_t more = list_growth(list);
        if (!search_charge(search, more))
            return false;
        if (!list_grow(list)) {
            search_discharge(search, more);
            return search_check_memory(search, false);
        }
    }
    list_put(list, number);
    return true;
}

struct list lists_take(struct lists *lists, size_t n)
{
    struct list taken = {0};
    if (n < lists->count) {
        taken = lists->at[n];
        lists->at[n] = (struct list){0};
    }
    return taken;
}

size_t lists_next(const struct lists *lists, size_t n)
{
    while (n < lists->count && lists->at[n].count == 0)
        n++;
    return n;
}

bool waiting_expand(struct round *round, struct list_reader *reader, size_t most,
                    bool (*take)(void *context, struct waiting waiting), void *context)
{
    struct search *search = round->search;
    struct list_reader ahead = *reader;
    size_t count;
    for (; most > 0 && list_left(&ahead) > 0; most -= count) {
        count = list_read(&ahead, round->numbers, most < round->portion ? most : round->portion);
        search_add_expanded(search, round->numbers, count);
        atomic_store(&round->next, 0);
        round->end = count;
        bool done = false;
        while (!done) {
            done = round_run(round);
            if (search_failed(search))
                return false;
            for (unsigned worker = 0; worker < round->worker_count; worker++) {
                size_t met_count;
                const struct waiting *met = round_met(round, worker, &met_count);
                for (size_t i = 0; i < met_count; i++) {
                    if (!take(context, met[i]))
                        return false;
                }
            }
        }
        if (atomic_load(&round->stop))
            return false;
    }
    if (!watch_allows(&search->watch, store_count(&search->store) + search->elsewhere, 0))
        return false;
    *reader = ahead;
    int64_t depth = (int64_t)round->depth + 1;
    if (atomic_exchange(&round->solved, false) && (search->incumbent < 0 || depth < search->incumbent))
        search->incumbent = depth;
    search->closed_count = store_count(&search->store);
    return true;
}

bool waiting_begin(struct round *round, uint32_t *number, unsigned *bound)
{
    struct search *search = round->search;
    *number = round_add_start(round);
    struct store_copy copy;
    *bound = search_bound(search, store_read(&search->store, *number, &copy));
    depths_lower(&search->depths, *number, 0, false);
    search->closed_count = 1;
    if (search_is_goal(search, *number)) {
        search_add_expanded(search, number, 1);
        search->depth = search->incumbent = 0;
        return true;
    }
    search->whole = *bound == ESTIMATE_LOST;
    search_prove_at_least(search, search->whole || *bound == 0 ? 1 : *bound);
    return search->whole;
}

/* --- the open list ---
 *
 * The waiting states are listed by f, and among those of one f by f less the moves made.  All states of one f are
 * expanded in the order of moves made, so that the states of one f and one number of moves are complete when their turn
 * comes.  A state that is met again with fewer moves stays in its old list, but is expanded from the new one alone. */

struct open {
    struct lists *at; /* by f */
    uint64_t count;
};

static bool open_add(struct search *search, struct open *open, size_t f, size_t g, uint32_t number)
{
    if (f >= open->count) {
        uint64_t before = open->count;
        size_t charged = 0;
        if (!search_grow(search, &open->at, &open->count, 2 * (uint64_t)f + 1, sizeof *open->at, &charged))
            return false;
        memset(open->at + before, 0, (size_t)(open->count - before) * sizeof *open->at);
    }
    return lists_add(search, &open->at[f], f - g, number);
}

struct adding {
    struct round *round;
    struct open *open;
};

static bool add_waiting(void *context, struct waiting waiting)
{
    const struct adding *adding = context;
    const struct round *round = adding->round;
    /* Beyond the limit, a parent waits again. */
    size_t moves = (size_t)round->depth + (waiting.f <= round->limit);
    return open_add(round->search, adding->open, waiting.f, moves, waiting.number);
}

static bool expand_list(struct round *round, struct open *open, struct list *list)
{
    struct adding adding = {round, open};
    struct list_reader reader = {.list = list};
    bool good = waiting_expand(round, &reader, SIZE_MAX, add_waiting, &adding);
    list_drop(round->search, list);
    return good;
}

/* --- best first --- */

bool search_is_too_deep(struct search *search, uint64_t moves)
{
    char reason[LIMIT_REASON];
    if (moves <= SEARCH_MOST_MOVES)
        return false;
    snprintf(reason, sizeof reason, "no solution has %d moves or fewer", SEARCH_MOST_MOVES);
    watch_stop(&search->watch, LIMIT_OTHER, reason);
    return true;
}

bool search_prepare_high_bound(struct search *search)
{
    const struct puzzle *puzzle = search->puzzle;
    size_t memory = search->limits.max_memory, used = search_held(search) + store_bytes(&search->store);
    size_t allowed = memory == 0 ? SIZE_MAX : memory > used ? memory - used : 0;
    size_t bytes = puzzle->rules->prepare == NULL ? 0 : puzzle->rules->prepare(puzzle, allowed, &search->limited.check);
    return bytes > 0 && search_charge(search, bytes);
}

/* Goes through increasing values of f until every shortest solution is in the store. */
static bool go_through_f(struct round *round, struct open *open)
{
    struct search *search = round->search;
    uint64_t plenty = search->limits.plenty != 0 ? search->limits.plenty : search->plenty;
    enum { MANY = 1 << 18, FOR_HIGH_BOUND = 1 << 14 };
    uint64_t many = search->limits.plenty != 0 ? search->limits.plenty : MANY;
    bool leaves_out = search_keeps_within(search);
    uint64_t for_high_bound = search->limits.plenty != 0 ? search->limits.plenty : FOR_HIGH_BOUND;
    bool asked = false;  /* whether the puzzle has a high bound */
    uint64_t before = 0; /* the states when the limit was raised last */
    for (size_t f = 0; f < open->count; f++) {
        if (search->incumbent >= 0 && f > (size_t)search->incumbent)
            break;
        search_prove_at_least(search, f);
        if (search_is_too_deep(search, f))
            return false;
        /* Expands all states of this f, in the order of moves made: first those that wait, then those of the same f
         * that their expansion met, which have one move more. */
        struct lists waiting = open->at[f];
        open->at[f] = (struct lists){0};
        round->f = f;
        uint64_t stored = store_count(&search->store);
        if (leaves_out && stored >= plenty) {
            /* Parents of states left out are expanded again for each limit.  Where a larger f adds few states, that
             * takes more time than it saves. */
            leaves_out = stored < many || stored >= 2 * before;
            before = stored;
            round->limit = leaves_out ? f : UINT64_MAX;
            if (stored >= for_high_bound && !asked) {
                search->high = search_prepare_high_bound(search);
                asked = true;
            }
        }
        bool good = true;
        for (size_t g = waiting.count > f ? 0 : f + 1 - (size_t)waiting.count; good && g <= f; g++) {
            round->depth = g;
            struct list old = lists_take(&waiting, f - g), fresh = lists_take(&open->at[f], f - g);
            good = expand_list(round, open, &old) && expand_list(round, open, &fresh);
            list_drop(search, &fresh);
        }
        lists_free(search, &waiting);
        lists_free(search, &open->at[f]);
        if (!good)
            return false;
    }
    assert(search->incumbent < 0 || (uint64_t)search->incumbent >= search->lower_bound);
    search->depth = search->incumbent;
    search->whole = search->depth < 0;
    return true;
}

bool search_make_depths(struct search *search)
{
    search->expanded.kept = (search->limits.spared & SEARCH_EXPANDED_SET) == 0;
    store_pack(&search->store);
    return search_reserve_depths(search, 0);
}

bool search_reserve_depths(struct search *search, uint64_t lower)
{
    struct depths *depths = &search->depths;
    size_t before = depths_bytes(depths);
    bool good = depths_reserve(depths, store_count(&search->store), search->store.capacity, lower);
    search->held = search->held - before + depths_bytes(depths);
    search->store.side_bytes = depths_width(depths);
    search->store.side = (const void *)depths->array;
    return search_check_memory(search, good);
}

bool search_lower_depth(struct search *search, uint32_t number, uint64_t depth)
{
    bool good = search_reserve_depths(search, 1);
    if (good)
        depths_lower(&search->depths, number, (unsigned)depth, false);
    return good;
}

enum search_end search_best_first(struct search *search)
{
    struct round round = {0};
    struct open open = {0};
    bool good = search_make_depths(search) && round_make(&round, search);
    search_check_memory(search, good);
    size_t bytes = good ? round_bytes(&round) : 0;
    uint32_t start;
    unsigned bound;
    good = good && search_charge(search, bytes) &&
           (waiting_begin(&round, &start, &bound) ||
            (open_add(search, &open, bound, 0, start) && go_through_f(&round, &open)));
    for (size_t f = 0; f < open.count; f++)
        lists_free(search, &open.at[f]);
    search_discharge(search, (size_t)open.count * sizeof *open.at);
    free(open.at);
    round_free(&round);
    return search_end_of(search, good);
}

/* --- a whole graph that is certainly larger --- */

static bool was_expanded(const struct expanded_set *set, uint64_t number)
{
    return set->taken != NULL && number / 8 < set->bytes && bits_get(set->taken, number);
}

bool search_leaves_more(struct search *search, uint64_t most)
{
    const struct puzzle_rules *rules = search->puzzle->rules;
    uint64_t count = store_count(&search->store);
    struct fanout fanout = {0};
    if (!depths_exist(&search->depths) || count < most || rules->doubt != NULL)
        return false;
    bool more = count > most, good = more || fanout_make(&fanout, search->puzzle);
    for (uint64_t number = count; good && !more && number-- > 0;) {
        if (!was_expanded(&search->expanded, number) && !search_is_goal(search, (uint32_t)number))
            search_expand_and_find(search, (uint32_t)number, &fanout);
        else
            fanout.count = 0;
        /* Does a move lead to a state that is neither stored nor proved lost? */
        for (unsigned n = 0; !more && n < fanout.count; n++)
            more = fanout.numbers[n] == STORE_NONE &&
                   (rules->dead == NULL || !rules->dead(search->puzzle, fanout_state(&fanout, search->puzzle, n)));
        good = watch_allows(&search->watch, 0, 0);
    }
    fanout_free(&fanout);
    return more;
}

/* --- the states of each number of moves --- */

struct choosing {
    const struct search *search;
    bits *chosen;
};

static void choose_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct choosing *choosing = context;
    (void)fanout;
    for (uint64_t number = first; number < end; number++) {
        /* A state whose estimate exceeds the moves left is on no shortest solution. */
        const struct search *search = choosing->search;
        unsigned moves = depths_get(&search->depths, (uint32_t)number), depth = (unsigned)search->depth;
        struct store_copy copy;
        if (moves <= depth &&
            puzzle_bound(search->puzzle, store_read(&search->store, (uint32_t)number, &copy)) <= depth - moves)
            bits_set(choosing->chosen, number);
    }
}

static bool is_chosen(const struct by_depth *sorted, const struct search *search, uint64_t number)
{
    return sorted->chosen != NULL ? bits_get(sorted->chosen, number) : was_expanded(&search->expanded, number);
}

const uint32_t *by_depth_layer(struct by_depth *sorted, const struct search *search, uint64_t g, uint64_t *count)
{
    if (g < sorted->first || g >= sorted->end) {
        /* Sorts layers from the g-th downwards, as many as there is room for. */
        const struct depths *depths = &search->depths;
        uint64_t many = sorted->counts[g], all = store_count(&search->store);
        sorted->end = g + 1;
        for (sorted->first = g; sorted->first > 0 && many + sorted->counts[sorted->first - 1] <= sorted->room;)
            many += sorted->counts[--sorted->first];
        for (uint64_t layer = sorted->first, place = 0; layer <= g; place += sorted->counts[layer++])
            sorted->places[layer] = place;
        for (uint64_t number = 0; (number = depths_seek(depths, number, all, sorted->first, g)) < all; number++) {
            unsigned depth = depths_get(depths, number);
            if (depth >= sorted->first && depth <= g && is_chosen(sorted, search, number))
                sorted->numbers[sorted->places[depth]++] = (uint32_t)number;
        }
    }
    *count = sorted->counts[g];
    return sorted->numbers + sorted->places[g] - *count;
}

bool by_depth_make(struct by_depth *sorted, struct search *search)
{
    uint64_t all = store_count(&search->store);
    /* Finds the states that may be on a shortest solution.  The set of expanded states, if kept, spares estimates. */
    if (!search->expanded.kept) {
        size_t bytes = bits_bytes(all);
        if (!search_charge(search, bytes))
            return false;
        sorted->charged += bytes;
        sorted->chosen = calloc(1, bytes);
        struct choosing choosing = {.search = search, .chosen = sorted->chosen};
        if (!search_check_memory(search, sorted->chosen != NULL) ||
            !scan_states(search, all, false, choose_block, &choosing))
            return false;
    }
    sorted->counts = calloc((size_t)search->depth + 1, sizeof *sorted->counts);
    sorted->places = calloc((size_t)search->depth + 1, sizeof *sorted->places);
    if (!search_check_memory(search, sorted->counts != NULL && sorted->places != NULL))
        return false;
    for (uint64_t number = 0; number < all; number++) {
        if (is_chosen(sorted, search, number)) {
            unsigned depth = depths_get(&search->depths, number);
            assert(depth <= search->depth);
            sorted->counts[depth]++;
        }
    }
    /* Makes room for the largest layer, and for an eighth of all states, so that there are few passes over all. */
    enum { LEAST = 1 << 14, SHARE = 8 };
    uint64_t least = all < LEAST ? all : LEAST, room = all / SHARE > least ? all / SHARE : least;
    for (int64_t g = 0; g <= search->depth; g++)
        room = sorted->counts[g] > room ? sorted->counts[g] : room;
    size_t bytes = (size_t)room * sizeof *sorted->numbers;
    if (!search_charge(search, bytes))
        return false;
    sorted->charged += bytes;
    sorted->room = room;
    sorted->numbers = malloc(bytes);
    return search_check_memory(search, sorted->numbers != NULL);
}

void by_depth_free(struct by_depth *sorted, struct search *search)
{
    search_discharge(search, sorted->charged);
    free((void *)sorted->chosen);
    free(sorted->counts);
    free(sorted->places);
    free(sorted->numbers);
    *sorted = (struct by_depth){0};
}
