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

/* Copies the set of expanded states to `taken`, which must be zeroed and have room for `states` bits.  Returns false if
 * the set was dropped. */
static bool search_copy_expanded(const struct search *search, uint64_t states, bits *taken)
{
    const struct expanded_set *set = &search->expanded;
    size_t bytes = bits_bytes(states);
    if (set->kept && set->bytes > 0)
        memcpy((void *)taken, (const void *)set->taken, bytes < set->bytes ? bytes : set->bytes);
    return set->kept;
}

/* --- waiting lists --- */

void list_drop(struct search *search, struct list *list)
{
    search_discharge(search, list->capacity * sizeof *list->numbers);
    free(list->numbers);
    *list = (struct list){0};
}

void lists_free(struct search *search, struct lists *lists)
{
    for (size_t n = 0; n < lists->count; n++)
        list_drop(search, &lists->at[n]);
    free(lists->at);
    *lists = (struct lists){0};
}

static bool reach(struct lists *lists, size_t n)
{
    if (n < lists->count)
        return true;
    size_t count = n + 1 > 2 * lists->count ? n + 1 : 2 * lists->count;
    struct list *at = realloc(lists->at, count * sizeof *at);
    if (at == NULL)
        return false;
    memset(at + lists->count, 0, (count - lists->count) * sizeof *at);
    lists->at = at;
    lists->count = count;
    return true;
}

static bool list_add(struct search *search, struct list *list, uint32_t number)
{
    if (list->count == list->capacity) {
        void *numbers = list->numbers;
        uint64_t capacity = list->capacity;
        size_t charged;
        if (!search_grow(search, &numbers, &capacity, capacity < 64 ? 64 : capacity + 1, sizeof *list->numbers,
                         &charged))
            return false;
        list->numbers = numbers;
        list->capacity = (size_t)capacity;
    }
    list->numbers[list->count++] = number;
    return true;
}

bool lists_add(struct search *search, struct lists *lists, size_t n, uint32_t number)
{
    if (reach(lists, n))
        return list_add(search, &lists->at[n], number);
    return search_check_memory(search, false);
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

static bool take_met(struct round *round, bool (*take)(void *context, struct waiting waiting), void *context)
{
    for (unsigned worker = 0; worker < round->worker_count; worker++) {
        size_t count;
        const struct waiting *met = round_met(round, worker, &count);
        for (size_t i = 0; i < count; i++) {
            if (!take(context, met[i]))
                return false;
        }
    }
    return true;
}

bool waiting_expand(struct round *round, const uint32_t *numbers, size_t count,
                    bool (*take)(void *context, struct waiting waiting), void *context)
{
    struct search *search = round->search;
    search_add_expanded(search, numbers, count);
    round->numbers = numbers;
    atomic_store(&round->next, 0);
    round->end = count;
    bool done = false;
    while (!done) {
        done = round_run(round);
        if (search_failed(search) || !take_met(round, take, context))
            return false;
    }
    if (atomic_load(&round->stop) || !watch_allows(&search->watch, store_count(&search->store) + search->elsewhere, 0))
        return false;
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
    search->depths[*number] = 0;
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
 * The waiting states are listed by f.  All states of one f are expanded in the order of moves made, so that the
 * states of one f and one number of moves are complete when their turn comes. */

/* Sorts a list in place by number of moves, the most moves first.  Afterwards the states of g moves begin at
 * places[most_moves - g], for g up to most_moves, and end where those of g - 1 begin. */
static void sort_list(const struct search *search, struct list *list, size_t *places, size_t *ends, size_t most_moves)
{
    uint32_t *numbers = list->numbers;
    memset(places, 0, (most_moves + 2) * sizeof *places);
    for (size_t i = 0; i < list->count; i++)
        places[most_moves - search->depths[numbers[i]] + 1]++;
    for (size_t n = 0; n <= most_moves; n++)
        places[n + 1] += places[n];
    memcpy(ends, places, (most_moves + 1) * sizeof *ends);
    for (size_t n = 0; n <= most_moves; n++) {
        while (ends[n] < places[n + 1]) { /* move the state here to the end of its own group */
            uint32_t number = numbers[ends[n]];
            size_t *end = &ends[most_moves - search->depths[number]];
            numbers[ends[n]] = numbers[*end];
            numbers[(*end)++] = number;
        }
    }
}

/* Keeps only the first states of a list, and gives back what the others took if that is much. */
static void list_cut(struct search *search, struct list *list, size_t count)
{
    size_t spare = (list->capacity - count) * sizeof *list->numbers;
    list->count = count;
    if (count == 0 || spare < CAPACITY_LARGE)
        return;
    uint32_t *numbers = realloc(list->numbers, count * sizeof *numbers);
    if (numbers == NULL)
        return;
    list->numbers = numbers;
    list->capacity = count;
    search_discharge(search, spare);
}

struct taking {
    struct search *search;
    struct lists *open;
};

static bool take_waiting(void *context, struct waiting waiting)
{
    const struct taking *taking = context;
    return lists_add(taking->search, taking->open, waiting.f, waiting.number);
}

/* States of the same f that are generated here are added to this list again, and are expanded with the states of one
 * move more. */
/* Expands all states of one f, in the order of moves made.  Returns false on a limit, or if memory runs out. */
static bool open_expand(struct round *round, struct lists *open, size_t f)
{
    struct search *search = round->search;
    struct list waiting = lists_take(open, f), fresh = {0};
    struct taking taking = {search, open};
    size_t *places = malloc(2 * (f + 2) * sizeof *places);
    bool good = places != NULL;
    if (good)
        sort_list(search, &waiting, places, places + f + 2, f);
    search_check_memory(search, good);
    round->f = f;
    for (size_t g = 0; good && g <= f; g++) {
        round->depth = g;
        fresh = lists_take(open, f);
        size_t first = places[f - g];
        good = waiting_expand(round, waiting.numbers + first, waiting.count - first, take_waiting, &taking) &&
               waiting_expand(round, fresh.numbers, fresh.count, take_waiting, &taking);
        list_cut(search, &waiting, first);
        list_drop(search, &fresh);
    }
    list_drop(search, &waiting);
    free(places);
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

/* Goes through increasing values of f until every shortest solution is in the store. */
static bool go_through_f(struct round *round, struct lists *open)
{
    struct search *search = round->search;
    for (size_t f = 0; f < open->count; f++) {
        if (search->incumbent >= 0 && f > (size_t)search->incumbent)
            break;
        search_prove_at_least(search, f);
        if (search_is_too_deep(search, f))
            return false;
        if (lists_size(open, f) > 0 && !open_expand(round, open, f))
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
    search->depths_capacity = search->store.capacity;
    search->depths = malloc(search->depths_capacity * sizeof *search->depths);
    search->store.side_bytes = sizeof *search->depths;
    search_check_memory(search, search->depths != NULL);
    if (search->depths != NULL)
        memset((void *)search->depths, 0xff, search->depths_capacity * sizeof *search->depths);
    store_pack(&search->store);
    return search->depths != NULL;
}

enum search_end search_best_first(struct search *search)
{
    struct round round = {0};
    struct lists open = {0};
    bool good = search_make_depths(search) && round_make(&round, search);
    search_check_memory(search, good);
    size_t bytes = good ? round_bytes(&round) : 0;
    uint32_t start;
    unsigned bound;
    good = good && search_charge(search, bytes) &&
           (waiting_begin(&round, &start, &bound) ||
            (lists_add(search, &open, bound, start) && go_through_f(&round, &open)));
    lists_free(search, &open);
    round_free(&round);
    return search_end_of(search, good);
}

/* --- a whole graph that is certainly larger --- */

static bool was_expanded(const struct expanded_set *set, uint64_t number)
{
    return set->taken != NULL && number / 8 < set->bytes && bits_get(set->taken, number);
}

/* Returns whether a move leads to a state that is neither stored nor proved lost. */
static bool leads_further(const struct search *search, uint32_t number, struct fanout *fanout)
{
    const struct puzzle *puzzle = search->puzzle;
    search_expand_and_find(search, number, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        const unsigned char *state = fanout_state(fanout, puzzle, n);
        if (fanout->numbers[n] == STORE_NONE && (puzzle->rules->dead == NULL || !puzzle->rules->dead(puzzle, state)))
            return true;
    }
    return false;
}

bool search_leaves_more(struct search *search, uint64_t most)
{
    uint64_t count = store_count(&search->store);
    struct fanout fanout = {0};
    if (search->depths == NULL || count < most || search->puzzle->rules->doubt != NULL)
        return false;
    bool more = count > most, good = more || fanout_make(&fanout, search->puzzle);
    for (uint64_t number = count; good && !more && number-- > 0;) {
        if (!was_expanded(&search->expanded, number) && !search_is_goal(search, (uint32_t)number))
            more = leads_further(search, (uint32_t)number, &fanout);
        good = watch_allows(&search->watch, 0, 0);
    }
    fanout_free(&fanout);
    return more;
}

/* --- the states of each number of moves --- */

/* A state whose estimate exceeds the moves left is on no shortest solution. */
static bool may_be_on_way(const struct search *search, uint32_t number)
{
    unsigned moves = search->depths[number], depth = (unsigned)search->depth;
    struct store_copy copy;
    return moves <= depth && puzzle_bound(search->puzzle, store_read(&search->store, number, &copy)) <= depth - moves;
}

struct choosing {
    const struct search *search;
    bits *chosen;
};

static void choose_block(void *context, struct fanout *fanout, uint64_t first, uint64_t end)
{
    struct choosing *choosing = context;
    (void)fanout;
    for (uint64_t number = first; number < end; number++) {
        if (may_be_on_way(choosing->search, (uint32_t)number))
            bits_set(choosing->chosen, number);
    }
}

/* Finds the states that may be on a shortest solution.  If the search kept the set of expanded states, no estimates
 * are needed.  Returns false on a limit, or if memory runs out. */
static bool choose(struct search *search, bits *chosen)
{
    uint64_t all = store_count(&search->store);
    struct choosing choosing = {.search = search, .chosen = chosen};
    return search_copy_expanded(search, all, chosen) || scan_states(search, all, false, choose_block, &choosing);
}

static void fill_places(struct by_depth *sorted, const struct search *search, const bits *chosen)
{
    uint64_t all = store_count(&search->store);
    uint32_t depth = (uint32_t)search->depth;
    for (uint64_t i = 0; i < all; i++) {
        if (bits_get(chosen, i))
            sorted->places[search->depths[i] + 2]++;
    }
    for (uint32_t g = 2; g < depth + 3; g++)
        sorted->places[g] += sorted->places[g - 1];
    for (uint64_t i = 0; i < all; i++) {
        if (bits_get(chosen, i))
            sorted->numbers[sorted->places[search->depths[i] + 1]++] = (uint32_t)i;
    }
}

bool by_depth_make(struct by_depth *sorted, struct search *search)
{
    uint64_t all = store_count(&search->store);
    size_t bytes = all * sizeof *sorted->numbers + bits_bytes(all);
    if (!search_charge(search, bytes))
        return false;
    sorted->charged = bytes;
    bits *chosen = calloc(1, bits_bytes(all));
    sorted->numbers = malloc((all + 1) * sizeof *sorted->numbers);
    sorted->places = calloc((size_t)search->depth + 3, sizeof *sorted->places);
    bool good = chosen != NULL && sorted->numbers != NULL && sorted->places != NULL;
    search_check_memory(search, good);
    good = good && choose(search, chosen);
    if (good)
        fill_places(sorted, search, chosen);
    free((void *)chosen);
    return good;
}

void by_depth_free(struct by_depth *sorted, struct search *search)
{
    search_discharge(search, sorted->charged);
    free(sorted->numbers);
    free(sorted->places);
    *sorted = (struct by_depth){0};
}
