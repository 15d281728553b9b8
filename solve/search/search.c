/* The search, breadth first and best first; see search.h. */
#include "solve/search/search.h"

#include "solve/search/open.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

bool fanout_make(struct fanout *fanout, const struct puzzle *puzzle)
{
    size_t capacity = puzzle->max_moves > 0 ? puzzle->max_moves : 1;
    fanout->count = 0;
    fanout->moves = calloc(capacity, sizeof *fanout->moves);
    fanout->states = calloc(1, capacity * puzzle->state_bytes + STORE_PADDING);
    fanout->hashes = calloc(capacity, sizeof *fanout->hashes);
    fanout->numbers = calloc(capacity, sizeof *fanout->numbers);
    return fanout->moves != NULL && fanout->states != NULL && fanout->hashes != NULL && fanout->numbers != NULL;
}

void fanout_free(struct fanout *fanout)
{
    free(fanout->moves);
    free(fanout->states);
    free(fanout->hashes);
    free(fanout->numbers);
}

bool search_make(struct search *search, const struct puzzle *puzzle, const struct limits *limits)
{
    *search = (struct search){.limits = *limits, .depth = -1, .incumbent = -1};
    bool good = limited_open(&search->limited, puzzle, limits);
    search->puzzle = good ? search->limited.puzzle : puzzle;
    watch_start(&search->watch, &search->limits);
    search->watch.rules = &search->limited;
    good = store_make(&search->store, puzzle->state_bytes, limits->jobs < 1 ? 1 : limits->jobs) && good;
    if (limits->numbers != 0 && limits->numbers < search->store.numbers)
        search->store.numbers = limits->numbers;
    return good;
}

void search_free(struct search *search)
{
    store_free(&search->store);
    predecessors_drop(&search->predecessors);
    free(search->layers);
    free((void *)search->depths);
    expanded_set_free(&search->expanded);
    limited_close(&search->limited);
    search->layers = NULL;
    search->depths = NULL;
}

size_t search_held(struct search *search)
{
    size_t held = search->held;
    atomic_store_explicit(&search->limited.search_bytes, held + store_bytes(&search->store), memory_order_relaxed);
    return held + atomic_load_explicit(&search->limited.rules_bytes, memory_order_relaxed);
}

/* Returns whether `bytes` more bytes are within the limit. */
static bool is_affordable(struct search *search, size_t bytes)
{
    size_t limit = search->limits.max_memory;
    size_t used = search_held(search) + store_bytes(&search->store);
    return limit == 0 || (bytes <= limit && used <= limit - bytes);
}

bool search_charge(struct search *search, size_t bytes)
{
    if (search->predecessors.kept && !is_affordable(search, bytes))
        search_drop_predecessors(search);
    if (!is_affordable(search, bytes)) {
        watch_allows(&search->watch, 0, SIZE_MAX);
        return false;
    }
    search->held += bytes;
    return true;
}

void search_discharge(struct search *search, size_t bytes)
{
    search->held -= bytes;
}

void search_merge_equals(struct search *search)
{
    search->merges = puzzle_merges(search->puzzle);
}

void search_keep_predecessors(struct search *search)
{
    search->predecessors.kept = true;
}

void search_drop_predecessors(struct search *search)
{
    search->held -= predecessors_bytes(&search->predecessors);
    predecessors_drop(&search->predecessors);
}

void search_reserve_predecessors(struct search *search, uint64_t states, uint64_t more)
{
    struct predecessors *predecessors = &search->predecessors;
    size_t before = predecessors_bytes(predecessors);
    if (predecessors_have_capacity(predecessors, states, more))
        return;
    if (!is_affordable(search, predecessors_more_bytes(predecessors, states, more)))
        predecessors_drop(predecessors);
    else
        predecessors_grow(predecessors, states, more);
    search->held = search->held - before + predecessors_bytes(predecessors);
}

void search_expand_and_find(const struct search *search, uint32_t number, struct fanout *fanout)
{
    const struct store *store = &search->store;
    search_expand(search, store_state(store, number), fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        fanout->hashes[n] = store_hash(store, fanout_state(fanout, search->puzzle, n));
        store_prefetch(store, fanout->hashes[n]);
    }
    for (unsigned n = 0; n < fanout->count; n++)
        fanout->numbers[n] = store_find(store, fanout_state(fanout, search->puzzle, n), fanout->hashes[n]);
}

const uint32_t *search_after(const struct search *search, uint32_t number, struct fanout *fanout, unsigned *many)
{
    if (search->predecessors.kept)
        return predecessors_of(&search->predecessors, number, many);
    search_expand_and_find(search, number, fanout);
    *many = 0;
    for (unsigned n = 0; n < fanout->count; n++) {
        if (fanout->numbers[n] != STORE_NONE)
            fanout->numbers[(*many)++] = fanout->numbers[n];
    }
    return fanout->numbers;
}

bool search_has_depth(const struct search *search, uint32_t number, uint64_t depth)
{
    if (search->depths != NULL)
        return search->depths[number] == depth;
    return depth < search->layer_count && number >= search->layers[depth] &&
           (depth + 1 == search->layer_count || number < search->layers[depth + 1]);
}

/* Begins the next layer with the next state that is added. */
static bool begin_layer(struct search *search)
{
    if (search->layer_count == search->layer_capacity) {
        size_t capacity = search->layer_capacity == 0 ? 64 : 2 * search->layer_capacity;
        uint64_t *layers = realloc(search->layers, capacity * sizeof *layers);
        if (layers == NULL) {
            search->failed = true;
            return false;
        }
        search->layers = layers;
        search->layer_capacity = capacity;
    }
    search->layers[search->layer_count++] = store_count(&search->store);
    return true;
}

/* Expands the last layer.  Returns false on a limit, on more than round->most states, or if search->failed; the
 * layer after it is then incomplete. */
static bool expand_layer(struct round *round)
{
    struct search *search = round->search;
    round->depth = search->layer_count - 1;
    atomic_store(&round->next, search->layers[search->layer_count - 1]);
    round->end = store_count(&search->store);
    if (!begin_layer(search))
        return false;
    while (!round_run(round))
        continue;
    uint64_t count = store_count(&search->store);
    return !atomic_load(&round->stop) && !search->failed && (round->most == 0 || count <= round->most) &&
           watch_allows(&search->watch, count, 0);
}

void search_prove_at_least(struct search *search, uint64_t moves)
{
    search->lower_bound = moves > search->lower_bound ? moves : search->lower_bound;
}

/* Returns a lower bound on the moves from a state that is no goal: its estimate, or 1 if that says nothing. */
static uint64_t estimate_at(const struct search *search, uint32_t number)
{
    unsigned estimate = puzzle_bound(search->puzzle, store_state(&search->store, number));
    return estimate == ESTIMATE_LOST || estimate == 0 ? 1 : estimate;
}

static bool go_through_layers(struct round *round, bool whole)
{
    struct search *search = round->search;
    while (!search->whole && (search->depth < 0 || whole)) {
        if (!expand_layer(round))
            return false;
        assert(store_count(&search->store) >= search->layers[search->layer_count - 1]);
        search->closed_count = store_count(&search->store);
        search->whole = search->layers[search->layer_count - 1] == store_count(&search->store);
        if (search->depth < 0 && atomic_load(&round->solved))
            search->depth = search->incumbent = (int64_t)search->layer_count - 1;
        if (search->depth < 0)
            search_prove_at_least(search, search->layer_count);
    }
    return true;
}

static bool go_breadth_first(struct search *search, bool whole, uint64_t most)
{
    struct round round = {0};
    bool good = round_make(&round, search);
    search->failed |= !good;
    size_t bytes = good ? round_bytes(&round) : 0;
    round.most = most;
    if (good && search_charge(search, bytes)) {
        if (search->layer_count == 0) {
            good = begin_layer(search);
            uint32_t start = round_add_start(&round);
            search->depth = search->incumbent = search_is_goal(search, start) ? 0 : -1;
            if (search->depth < 0)
                search_prove_at_least(search, estimate_at(search, start));
            search->closed_count = 1;
        }
        good = good && go_through_layers(&round, whole);
        search_discharge(search, bytes);
    } else {
        good = false;
    }
    round_free(&round);
    return good;
}

bool search_breadth_first(struct search *search, uint64_t most)
{
    return go_breadth_first(search, false, most);
}

bool search_rest(struct search *search, uint64_t most)
{
    return go_breadth_first(search, true, most);
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

void search_note_expanded(struct search *search, const uint32_t *numbers, size_t count)
{
    struct expanded_set *expanded = &search->expanded;
    uint64_t states = store_count(&search->store);
    size_t before = expanded->bytes;
    if (!is_affordable(search, expanded_set_more_bytes(expanded, states)))
        expanded_set_free(expanded);
    else
        expanded_set_take(expanded, states, numbers, count);
    search->held = search->held - before + expanded->bytes;
}

bool search_make_depths(struct search *search)
{
    search->expanded.kept = true;
    search->depths_capacity = search->store.capacity;
    search->depths = malloc(search->depths_capacity * sizeof *search->depths);
    search->store.side_bytes = sizeof *search->depths;
    search->failed |= search->depths == NULL;
    if (search->depths != NULL)
        memset((void *)search->depths, 0xff, search->depths_capacity * sizeof *search->depths);
    return search->depths != NULL;
}

bool search_best_first(struct search *search)
{
    struct round round = {0};
    struct lists open = {0};
    bool good = search_make_depths(search) && round_make(&round, search);
    search->failed |= !good;
    size_t bytes = good ? round_bytes(&round) : 0;
    uint32_t start;
    unsigned bound;
    good = good && search_charge(search, bytes) &&
           (waiting_begin(&round, &start, &bound) ||
            (lists_add(search, &open, bound, start) && go_through_f(&round, &open)));
    lists_free(search, &open);
    round_free(&round);
    return good;
}
