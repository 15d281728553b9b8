/* The search, breadth first and best first; see search.h. */
#include "solve/search/search.h"

#include "base/array.h"
#include "base/clock.h"
#include "base/threads.h"
#include "solve/search/capacity.h"
#include "solve/search/round.h"

#include <stdlib.h>
#include <string.h>

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
    good = store_make(&search->store, puzzle->state_bytes, limits_threads(limits)) && good;
    if (good && puzzle->rules->prepare_bound != NULL) {
        good = puzzle->rules->prepare_bound(puzzle, &search->limited.check);
        watch_stop_with_rules(&search->watch, &search->limited);
    }
    if (limits->numbers != 0 && limits->numbers < search->store.numbers)
        search->store.numbers = limits->numbers;
    return good;
}

void search_free(struct search *search)
{
    store_free(&search->store);
    successors_drop(&search->successors);
    free(search->layers);
    depths_free(&search->depths);
    free((void *)search->expanded.taken);
    limited_close(&search->limited);
    search->layers = NULL;
}

enum search_end search_end_of(const struct search *search, bool done)
{
    if (done)
        return search->depth >= 0 ? SEARCH_FOUND : SEARCH_NONE;
    enum limit_hit hit = search->watch.hit;
    return hit == LIMIT_NO_MEMORY ? SEARCH_NO_MEMORY : hit == LIMIT_BROKEN ? SEARCH_BROKEN : SEARCH_LIMIT;
}

size_t search_held(struct search *search)
{
    size_t held = search->held + search->puzzle->table_bytes;
    atomic_store_explicit(&search->limited.search_bytes, held + store_bytes(&search->store), memory_order_relaxed);
    return held + atomic_load_explicit(&search->limited.rules_bytes, memory_order_relaxed);
}

bool search_can_afford(struct search *search, size_t bytes)
{
    size_t limit = search->limits.max_memory;
    size_t used = search_held(search) + store_bytes(&search->store);
    return limit == 0 || (bytes <= limit && used <= limit - bytes);
}

bool search_charge(struct search *search, size_t bytes)
{
    if (search->successors.kept && !search_can_afford(search, bytes))
        search_drop_successors(search);
    if (!search_can_afford(search, bytes)) {
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

bool search_grow(struct search *search, void *items, uint64_t *capacity, uint64_t wanted, size_t size, size_t *charged)
{
    if (wanted <= *capacity)
        return true;
    uint64_t larger = capacity_for(*capacity, wanted, size);
    size_t more = (size_t)(larger - *capacity) * size;
    if (!search_charge(search, more))
        return false;
    if (!capacity_grow(items, capacity, larger, size)) {
        search_discharge(search, more);
        return search_check_memory(search, false);
    }
    *charged += more;
    return true;
}

void search_merge_equals(struct search *search)
{
    search->merges = puzzle_merges(search->puzzle);
}

void search_keep_successors(struct search *search)
{
    search->successors.kept = (search->limits.spared & SEARCH_SUCCESSORS) == 0;
}

void search_drop_successors(struct search *search)
{
    search->held -= successors_bytes(&search->successors);
    successors_drop(&search->successors);
}

void search_reserve_successors(struct search *search, uint64_t states, uint64_t more)
{
    struct successors *successors = &search->successors;
    size_t before = successors_bytes(successors);
    if (successors_have_capacity(successors, states, more))
        return;
    if (!search_can_afford(search, successors_more_bytes(successors, states, more)))
        successors_drop(successors);
    else
        successors_grow(successors, states, more);
    search->held = search->held - before + successors_bytes(successors);
}

void search_write_start(const struct search *search, unsigned char *state)
{
    if (search->start == NULL)
        search->puzzle->rules->start(search->puzzle, state);
    else
        memcpy(state, search->start, search->puzzle->state_bytes);
}

void search_expand_and_find(const struct search *search, uint32_t number, struct fanout *fanout)
{
    const struct store *store = &search->store;
    struct store_copy copy;
    search_expand(search, store_read(store, number, &copy), fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        fanout->hashes[n] = store_hash(store, fanout_state(fanout, search->puzzle, n));
        store_prefetch(store, fanout->hashes[n]);
    }
    for (unsigned n = 0; n < fanout->count; n++)
        fanout->numbers[n] = store_find(store, fanout_state(fanout, search->puzzle, n), fanout->hashes[n]);
}

const uint32_t *search_after(const struct search *search, uint32_t number, struct fanout *fanout, unsigned *many)
{
    if (search->successors.kept)
        return successors_of(&search->successors, number, many);
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
    if (depths_exist(&search->depths))
        return depths_get(&search->depths, number) == depth;
    return depth < search->layer_count && number >= search->layers[depth] &&
           (depth + 1 == search->layer_count || number < search->layers[depth + 1]);
}

/* Begins a new layer; the next state added is its first. */
static bool begin_layer(struct search *search)
{
    if (!ARRAY_RESERVE(search->layers, search->layer_count, search->layer_capacity, 64))
        return search_check_memory(search, false);
    search->layers[search->layer_count++] = store_count(&search->store);
    return true;
}

void search_prove_at_least(struct search *search, uint64_t moves)
{
    search->lower_bound = moves > search->lower_bound ? moves : search->lower_bound;
}

static bool go_breadth_first(struct search *search, bool whole, uint64_t most)
{
    struct round round = {0};
    bool good = round_make(&round, search);
    search_check_memory(search, good);
    size_t bytes = good ? round_bytes(&round) : 0;
    round.most = most;
    if (good && search_charge(search, bytes)) {
        if (search->layer_count == 0) {
            good = begin_layer(search);
            uint32_t start = round_add_start(&round);
            search->depth = search->incumbent = search_is_goal(search, start) ? 0 : -1;
            if (search->depth < 0) {
                /* A lower bound on the moves from a state that is no goal: its estimate, or 1 if that says nothing. */
                unsigned estimate = puzzle_bound(search->puzzle, store_state(&search->store, start));
                search_prove_at_least(search, estimate == ESTIMATE_LOST || estimate == 0 ? 1 : estimate);
            }
            search->closed_count = 1;
        }
        while (good && !search->whole && (search->depth < 0 || whole)) {
            /* Expands the last layer.  The layer after it stays incomplete on a limit, or on more than `most` states.
             */
            round.depth = search->layer_count - 1;
            atomic_store(&round.next, search->layers[search->layer_count - 1]);
            round.end = store_count(&search->store);
            good = begin_layer(search);
            while (good && !round_run(&round))
                continue;
            uint64_t count = store_count(&search->store);
            good = good && !atomic_load(&round.stop) && (most == 0 || count <= most) &&
                   watch_allows(&search->watch, count, 0);
            if (!good)
                break;
            search->closed_count = count;
            search->whole = search->layers[search->layer_count - 1] == count;
            if (search->depth < 0 && atomic_load(&round.solved))
                search->depth = search->incumbent = (int64_t)search->layer_count - 1;
            if (search->depth < 0)
                search_prove_at_least(search, search->layer_count);
        }
        search_discharge(search, bytes);
    } else {
        good = false;
    }
    round_free(&round);
    return good;
}

enum search_end search_breadth_first(struct search *search, uint64_t most)
{
    return search_end_of(search, go_breadth_first(search, false, most));
}

enum search_end search_rest(struct search *search, uint64_t most)
{
    return search_end_of(search, go_breadth_first(search, true, most));
}

/* --- work for threads --- */

/* To start a thread takes up to half a millisecond of processor time, which small searches do not win back.  So one
 * thread does the first work alone, for this many seconds. */
#define ALONE_AT_FIRST 0.05

bool search_wants_threads(const struct search *search)
{
    return search->alone_until > 0 && clock_now() > search->alone_until;
}

void search_work(struct search *search, unsigned threads, void (*work)(void *context, unsigned n),
                 bool (*is_left)(const void *context), void *context)
{
    double began = clock_now();
    bool left = true;
    if (threads > 1 && search->worked < ALONE_AT_FIRST && (search->limits.spared & SEARCH_ALONE) == 0) {
        search->alone_until = began + ALONE_AT_FIRST - search->worked;
        work(context, 0);
        search->alone_until = 0;
        left = is_left(context);
    }
    if (left)
        threads_run(threads, work, context);
    search->worked += clock_now() - began;
}

/* --- visiting many states again --- */

struct scan {
    struct search *search;
    scan_visit *visit;
    void *context;
    uint64_t end, blocks;
    bool down;
    _Atomic uint64_t next; /* the next block */
    atomic_bool failed, stop;
    struct watch watches[THREADS_MOST];
};

static void scan_blocks(void *context, unsigned n)
{
    struct scan *scan = context;
    struct watch *watch = &scan->watches[n];
    struct fanout fanout = {0};
    bool good = fanout_make(&fanout, scan->search->puzzle);
    if (!good)
        atomic_store(&scan->failed, true);
    while (good && !atomic_load(&scan->stop)) {
        uint64_t block = atomic_fetch_add(&scan->next, 1);
        if (block >= scan->blocks)
            break;
        uint64_t nth = scan->down ? scan->blocks - 1 - block : block;
        uint64_t first = nth * SCAN_BLOCK, end = first + SCAN_BLOCK;
        scan->visit(scan->context, &fanout, first, end < scan->end ? end : scan->end);
        watch_hurry(watch); /* a block takes long enough to look at the clock */
        if (!watch_allows(watch, 0, 0))
            atomic_store(&scan->stop, true);
        if (search_wants_threads(scan->search))
            break;
    }
    fanout_free(&fanout);
}

static bool has_blocks_left(const void *context)
{
    const struct scan *scan = context;
    return atomic_load(&scan->next) < scan->blocks && !atomic_load(&scan->stop);
}

bool scan_states(struct search *search, uint64_t end, bool down, scan_visit *visit, void *context)
{
    struct scan scan = {.search = search, .visit = visit, .context = context, .end = end, .down = down};
    scan.blocks = (end + SCAN_BLOCK - 1) / SCAN_BLOCK;
    /* A thread is worth starting only for several blocks. */
    uint64_t worth = 1 + scan.blocks / 4;
    unsigned threads = limits_threads(&search->limits);
    threads = worth < threads ? (unsigned)worth : threads;
    for (unsigned n = 0; n < threads; n++)
        scan.watches[n] = search->watch;
    search_work(search, threads, scan_blocks, has_blocks_left, &scan);
    for (unsigned n = 0; n < threads; n++)
        watch_stop_with(&search->watch, &scan.watches[n]);
    /* A thread that ran out of memory has taken no block.  The others may have done all the work. */
    if (atomic_load(&scan.failed) && atomic_load(&scan.next) < scan.blocks)
        search_check_memory(search, false);
    return !watch_stopped(&search->watch);
}
