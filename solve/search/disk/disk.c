/* The search on disk; see disk.h. */
#include "base/array.h"
#include "base/check.h"
#include "base/clock.h"
#include "solve/search/both_ends.h"
#include "solve/search/capacity.h"
#include "solve/search/disk/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- ranks and limits --- */

bool disk_reduce(struct disk_work *work, enum disk_reduction how, uint64_t *values, size_t count)
{
    const struct disk_ranks *ranks = work->disk->ranks;
    if (ranks == NULL || ranks->reduce(ranks->context, how, values, count))
        return true;
    return disk_end_with(work, DISK_BROKEN);
}

bool disk_good(struct disk_work *work)
{
    return work->end != DISK_BROKEN && !search_failed(work->search) && run_space_good(&work->space);
}

/* Stops the search; the first reason stays. */
static bool stop_for(struct disk_work *work, enum limit_hit hit, const char *reason)
{
    watch_stop(&work->search->watch, hit, reason);
    return disk_end_with(work, DISK_LIMIT);
}

bool disk_may_go_on(struct disk_work *work)
{
    struct watch *watch = &work->search->watch;
    watch_hurry(watch);
    if (!watch_allows(watch, work->closed + work->counted, 0))
        disk_end_with(work, DISK_LIMIT);
    return !disk_stopped(work);
}

bool disk_rules_decided(struct disk_work *work, const struct search *search)
{
    bool no_memory;
    const char *doubt = puzzle_doubt(search->puzzle, &no_memory);
    if (no_memory)
        return run_space_no_memory(&work->space);
    if (doubt != NULL)
        return stop_for(work, LIMIT_OTHER, doubt);
    if (!watch_stop_with_rules(&work->search->watch, &search->limited))
        return true;
    return disk_end_with(work, DISK_LIMIT);
}

bool disk_agree(struct disk_work *work, bool *this, bool *that)
{
    uint64_t values[] = {work->end == DISK_BROKEN || !disk_good(work), disk_stopped(work), this != NULL && *this,
                         that != NULL && *that};
    if (!disk_reduce(work, DISK_MAX, values, sizeof values / sizeof *values))
        return false;
    if (values[1] != 0)
        disk_end_with(work, DISK_LIMIT);
    if (values[0] != 0)
        disk_end_with(work, DISK_BROKEN);
    if (this != NULL)
        *this = values[2] != 0;
    if (that != NULL)
        *that = values[3] != 0;
    return values[0] == 0;
}

bool disk_all(const struct disk_search *disk, bool mine)
{
    uint64_t value = mine;
    return disk->ranks == NULL ? mine : disk->ranks->reduce(disk->ranks->context, DISK_MIN, &value, 1) && value != 0;
}

uint64_t disk_inner_most(uint64_t max_memory)
{
    enum { MOST = 1 << 13, MEMORY = 1 << 19 };
    uint64_t fits = max_memory / MEMORY;
    return max_memory == 0 || fits > MOST ? MOST : fits < 1 ? 1 : fits;
}

enum {
    WORKER_STATES = 512, /* successors generated before they are looked up; more if a state has more moves */
    MOST_PARENTS = 64,   /* states expanded for that */
    WORTH_THREADS = 512,
};

/* The working data of one thread.  Its successors go into buffers. */
struct worker {
    game_move *moves;
    unsigned char *states;
    uint64_t *hashes;
    struct run_reader reader;
};

/* States being expanded. */
struct expansion {
    struct disk_work *work;
    const unsigned char *states;
    uint64_t count;
    size_t workers;
    _Atomic uint64_t next;
    atomic_bool solved;
};

static size_t worker_capacity(const struct disk_work *work)
{
    unsigned most = work->search->puzzle->max_moves;
    return most > WORKER_STATES ? most : WORKER_STATES;
}

/* Returns scratch memory for a state and its padding. */
static unsigned char *disk_scratch(const struct disk_work *work)
{
    return work->workers[0].states;
}

/* --- exchange --- */

/* Returns the size of a record for another rank, which holds the estimate, then the state. */
static size_t record_bytes(const struct disk_work *work)
{
    return sizeof(uint16_t) + work->state_bytes;
}

static bool take_records(void *taker, const unsigned char *records, uint64_t count)
{
    struct disk_work *work = taker;
    struct store *store = &work->made.store;
    unsigned char *state = disk_scratch(work);
    for (uint64_t i = 0; i < count; i++) {
        const unsigned char *record = records + i * record_bytes(work);
        bool is_new;
        if (!buffer_ensure_capacity(work, 1))
            return false;
        memcpy(state, record + sizeof(uint16_t), work->state_bytes);
        uint32_t number = store_add(store, state, store_hash(store, state), &is_new);
        if (is_new)
            memcpy(&work->made.estimates[number], record, sizeof(uint16_t));
    }
    return true;
}

/* Sends the other ranks their states and receives this rank's; collective. */
static bool disk_exchange(struct disk_work *work)
{
    if (work->size == 1)
        return true;
    const struct disk_ranks *ranks = work->disk->ranks;
    const struct store *store = &work->outgoing.store;
    uint64_t count = store_count(store), flags = 0, sum = 0;
    uint64_t *counts = calloc(work->size, sizeof *counts); /* of the records for each rank */
    unsigned char *records = malloc((size_t)count * record_bytes(work) + 1);
    bool good = (counts != NULL && records != NULL) || run_space_no_memory(&work->space);
    /* Counts the states of each rank, then writes them as records, grouped by rank. */
    for (int pass = 0; good && pass < 2; pass++) {
        for (uint64_t i = 0; i < count; i++) {
            const unsigned char *state = store_state(store, i);
            uint64_t at = counts[share_owner(store_hash(store, state), work->size)]++;
            if (pass == 0)
                continue;
            unsigned char *record = records + at * record_bytes(work);
            memcpy(record, &work->outgoing.estimates[i], sizeof(uint16_t));
            memcpy(record + sizeof(uint16_t), state, work->state_bytes);
        }
        for (unsigned owner = 0; pass == 0 && owner < work->size; owner++) {
            uint64_t its = counts[owner];
            counts[owner] = sum;
            sum += its;
        }
    }
    for (unsigned owner = work->size; good && owner-- > 1;) /* from ends to counts */
        counts[owner] -= counts[owner - 1];
    bool agreed = disk_agree(work, NULL, NULL);
    if (agreed) {
        agreed = ranks->exchange(ranks->context, records, counts, record_bytes(work), &flags, take_records, work);
        if (agreed)
            buffer_renew(work, &work->outgoing, false); /* the ranks agree on a failure later */
        else
            disk_end_with(work, DISK_BROKEN);
    }
    free(counts);
    free(records);
    return agreed;
}

/* --- expansion --- */

/* Puts a successor into the buffer of its owner, unless it is there or lost.  Returns whether it is a new goal. */
static bool add_successor(struct disk_work *work, const unsigned char *state, uint64_t hash)
{
    const struct puzzle *puzzle = work->search->puzzle;
    struct buffer *buffer =
        work->size > 1 && share_owner(hash, work->size) != work->rank ? &work->outgoing : &work->made;
    bool is_new = false;
    uint64_t place = store_place(&buffer->store, hash);
    if (store_find_from(&buffer->store, state, hash, &place) != STORE_NONE ||
        (puzzle->rules->dead != NULL && puzzle->rules->dead(puzzle, state)))
        return false;
    unsigned estimate = puzzle_bound(puzzle, state);
    if (estimate == ESTIMATE_LOST)
        return false;
    uint32_t number = store_add_from(&buffer->store, state, hash, place, &is_new);
    if (!is_new)
        return false;
    buffer->estimates[number] = disk_estimate(estimate);
    return puzzle->rules->solved(puzzle, state);
}

bool disk_add_candidate(struct disk_work *work, const unsigned char *state)
{
    unsigned char *copy = disk_scratch(work);
    if (!buffer_ensure_capacity(work, 1))
        return false;
    memcpy(copy, state, work->state_bytes);
    if (add_successor(work, copy, store_hash(&work->made.store, copy)) && work->made_moves < work->incumbent)
        work->incumbent = work->made_moves;
    return true;
}

static bool has_capacity(const struct expansion *expansion)
{
    const struct disk_work *work = expansion->work;
    uint64_t more = worker_capacity(work) * expansion->workers, most = work->disk->buffer_most;
    const struct store *made = &work->made.store, *outgoing = &work->outgoing.store;
    return store_left(made) >= more && (most == 0 || store_count(made) < most) &&
           (work->size == 1 || (store_left(outgoing) >= more && (most == 0 || store_count(outgoing) < most)));
}

static void expand_by_worker(void *context, unsigned n)
{
    struct expansion *expansion = context;
    struct disk_work *work = expansion->work;
    const struct puzzle *puzzle = work->search->puzzle;
    struct worker *worker = &work->workers[n];
    size_t bytes = work->state_bytes;
    uint64_t parents = WORKER_STATES / (puzzle->max_moves > 0 ? puzzle->max_moves : 1);
    parents = parents < 1 ? 1 : parents > MOST_PARENTS ? MOST_PARENTS : parents;
    while (has_capacity(expansion)) {
        uint64_t first = atomic_fetch_add(&expansion->next, parents);
        uint64_t end = first + parents < expansion->count ? first + parents : expansion->count;
        if (first >= expansion->count)
            return;
        size_t made = 0;
        for (uint64_t i = first; i < end; i++) {
            const unsigned char *state = disk_state(work, expansion->states, i);
            struct fanout fanout = {.moves = worker->moves + made, .states = worker->states + made * bytes};
            if (puzzle->rules->solved(puzzle, state))
                continue;
            search_expand(work->search, state, &fanout);
            for (unsigned move = 0; move < fanout.count; move++, made++) {
                worker->hashes[made] = store_hash(&work->made.store, worker->states + made * bytes);
                store_prefetch(&work->made.store, worker->hashes[made]);
            }
        }
        for (size_t i = 0; i < made; i++) {
            if (add_successor(work, worker->states + i * bytes, worker->hashes[i]))
                atomic_store_explicit(&expansion->solved, true, memory_order_relaxed);
        }
    }
}

/* Expands states of the current bucket; goals have no successors.  Returns how many states, from the first on, are
 * done.  There are fewer than `count` if the outgoing buffer is full, something failed, or a limit was hit. */
static uint64_t disk_expand(struct disk_work *work, const unsigned char *states, uint64_t count)
{
    struct expansion expansion = {.work = work, .states = states, .count = count};
    uint64_t next = 0;
    while (next < count) {
        expansion.workers = count - next < WORTH_THREADS ? 1 : work->worker_count;
        uint64_t more = worker_capacity(work) * expansion.workers;
        if (!buffer_ensure_capacity(work, more))
            break;
        if (work->size > 1) {
            enum store_capacity capacity = buffer_reserve(work, &work->outgoing, more);
            if (capacity == STORE_FULL && store_count(&work->outgoing.store) == 0)
                run_space_no_room(&work->space);
            if (capacity != STORE_READY)
                break;
        }
        thread_team_run(&work->team, (unsigned)expansion.workers, expand_by_worker, &expansion);
        /* The successors made are valid, but any of these states may have more. */
        if (!disk_rules_decided(work, work->search))
            break;
        next = atomic_load(&expansion.next);
        next = next < count ? next : count;
        atomic_store(&expansion.next, next);
    }
    if (atomic_load(&expansion.solved) && work->made_moves < work->incumbent)
        work->incumbent = work->made_moves;
    return next;
}

/* --- which states are on shortest solutions --- */

struct marking {
    struct disk_work *work;
    const unsigned char *states;
    uint64_t count, g;
    _Atomic uint64_t next;
};

/* Whether a move leads from a state to one on a shortest solution, as expanding the state shows. */
static bool leads(const struct marking *marking, const unsigned char *state, struct fanout *fanout)
{
    const struct search *search = marking->work->search;
    search_expand(search, state, fanout);
    for (unsigned n = 0; n < fanout->count; n++) {
        uint32_t number = search_find(search, fanout_state(fanout, search->puzzle, n));
        if (number != STORE_NONE && depths_get(&search->depths, number) == marking->g + 1)
            return true;
    }
    return false;
}

static bool leads_on(const struct marking *marking, const unsigned char *state, struct fanout *fanout)
{
    const struct disk_work *work = marking->work;
    if (work->keyed == marking->g + 1 && !move_keys_may_lead(&work->keys, work->search->puzzle, state)) {
        CHECK(!leads(marking, state, fanout));
        return false;
    }
    return leads(marking, state, fanout);
}

static void mark_by_worker(void *context, unsigned n)
{
    enum { PORTION = 64 };
    struct marking *marking = context;
    struct disk_work *work = marking->work;
    const struct puzzle *puzzle = work->search->puzzle;
    struct worker *worker = &work->workers[n];
    uint64_t first;
    while ((first = atomic_fetch_add(&marking->next, PORTION)) < marking->count) {
        uint64_t end = first + PORTION < marking->count ? first + PORTION : marking->count;
        for (uint64_t i = first; i < end; i++) {
            const unsigned char *state = disk_state(work, marking->states, i);
            struct fanout fanout = {.moves = worker->moves, .states = worker->states};
            bool goal = puzzle->rules->solved(puzzle, state);
            bool on_way = marking->g == work->incumbent ? goal : !goal && leads_on(marking, state, &fanout);
            atomic_store_explicit(&work->marks[i], on_way, memory_order_relaxed);
        }
    }
}

bool disk_mark_on_way(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g)
{
    struct marking marking = {.work = work, .states = states, .count = count, .g = g};
    thread_team_run(&work->team, count < WORTH_THREADS ? 1 : work->worker_count, mark_by_worker, &marking);
    return run_space_good(&work->space) && disk_rules_decided(work, work->search);
}

/* --- closing a bucket: dropping states that were met before, and expanding the rest ---
 *
 * The candidates are merged a batch at a time.  A thread reads each closed run of the same estimate alongside the
 * batch, as both are sorted.  It reads only those blocks of the run that may have states of the batch. */

enum {
    MARK_MET = 1,      /* closed before with no more moves */
    MARK_LATER = 2,    /* closed before with more moves */
    SLICE = 4096,      /* states that each thread expands between two checks of clock and limits */
    SLICES_ALONE = 32, /* slices between two exchanges, so that all ranks stop soon after one rank has to stop */
};

struct closing {
    struct disk_work *work;
    struct run_merge merge;
    struct run_writer writer;
    struct sorted_run **runs; /* closed runs of the estimate: those of no more moves, then those of more */
    size_t run_count, before; /* number of runs; of those of no more moves */
    uint64_t count, at;       /* states in the batch; those that are done */
    _Atomic size_t next;      /* the threads still have to read the runs from `next` to `end` - 1 */
    size_t end;
    unsigned char mark; /* for the states that are in these runs */
};

/* Begins with the candidates in a list, after work->after if some are done.  Finds the closed runs that may have a
 * state of them. */
static bool closing_begin(struct closing *closing, struct run_list *candidates)
{
    struct disk_work *work = closing->work;
    size_t most = 0;
    if (!run_list_merge(work, candidates, &closing->merge))
        return false;
    for (size_t i = 0; i < work->bucket_count; i++)
        most += work->buckets[i].h == work->h ? work->buckets[i].closed.count : 0;
    closing->runs = malloc((most + 1) * sizeof *closing->runs);
    if (closing->runs == NULL)
        return run_space_no_memory(&work->space);
    for (size_t i = 0; i < work->bucket_count; i++) { /* sorted by g */
        const struct bucket *bucket = &work->buckets[i];
        for (size_t n = 0; bucket->h == work->h && n < bucket->closed.count; n++) {
            closing->runs[closing->run_count++] = bucket->closed.runs[n];
            closing->before += bucket->g <= work->g;
        }
    }
    return true;
}

static void closing_free(struct closing *closing)
{
    run_merge_close(&closing->merge);
    run_writer_drop(&closing->writer);
    free(closing->runs);
}

static void sieve_by_worker(void *context, unsigned n)
{
    struct closing *closing = context;
    struct disk_work *work = closing->work;
    struct run_reader *reader = &work->workers[n].reader;
    const unsigned char *states = work->batch;
    size_t at, size = work->state_bytes;
    while ((at = atomic_fetch_add(&closing->next, 1)) < closing->end) {
        bool more = run_reader_begin(reader, closing->runs[at], states);
        for (uint64_t i = 0; more;) {
            i = run_first_from(states, size, i, closing->count, reader->key, size);
            if (i == closing->count)
                break;
            if (memcmp(reader->key, states + i * size, size) == 0) {
                atomic_fetch_or_explicit(&work->marks[i], closing->mark, memory_order_relaxed);
                i++;
            }
            more = i < closing->count && run_reader_seek(reader, states + i * size);
        }
    }
}

/* Sets the bit `mark` for the states of the batch that are in one of the runs from `first` to `end` - 1. */
static bool sieve_batch(struct closing *closing, size_t first, size_t end, unsigned char mark)
{
    enum { SIEVE_WORTH_THREADS = 4096 };
    struct disk_work *work = closing->work;
    bool alone = closing->count < SIEVE_WORTH_THREADS || end - first == 1;
    atomic_store(&closing->next, first);
    closing->end = end;
    closing->mark = mark;
    if (closing->count > 0 && first < end)
        thread_team_run(&work->team, alone ? 1 : work->worker_count, sieve_by_worker, closing);
    return run_space_good(&work->space);
}

/* Gets the next batch that is not empty after the removal of duplicates.  Returns false if there is none or something
 * failed. */
static bool next_batch(struct closing *closing)
{
    struct disk_work *work = closing->work;
    while (closing->at == closing->count) {
        closing->at = 0;
        closing->count = run_merge_next(&closing->merge, work->batch, work->batch_capacity);
        if (closing->count == 0 || !run_space_good(&work->space)) {
            closing->count = 0;
            return false;
        }
        memset((void *)work->marks, 0, closing->count);
        if (!sieve_batch(closing, 0, closing->before, MARK_MET))
            return false;
        /* Removes the states marked as met. */
        uint64_t kept = 0;
        for (uint64_t i = 0; i < closing->count; i++) {
            unsigned char mark = work->marks[i];
            if ((mark & MARK_MET) != 0)
                continue;
            if (kept != i)
                memcpy(work->batch + kept * work->state_bytes, work->batch + i * work->state_bytes, work->state_bytes);
            work->marks[kept++] = mark;
        }
        closing->count = kept;
        if (!sieve_batch(closing, closing->before, closing->run_count, MARK_LATER))
            return false;
    }
    return true;
}

/* Works until the bucket is done, an exchange with the other ranks or a checkpoint is due, or the search has to stop.
 * Returns true if the bucket is not done yet, unless something failed. */
static bool expand_batches(struct closing *closing)
{
    struct disk_work *work = closing->work;
    uint64_t most = SLICE * (uint64_t)work->worker_count, left_alone = 0;
    while (disk_good(work) && next_batch(closing)) {
        uint64_t left = closing->count - closing->at, slice = left < most ? left : most;
        uint64_t done = disk_expand(work, disk_state(work, work->batch, closing->at), slice);
        left_alone += done;
        /* Adds the expanded states to the closed run. */
        bool good =
            done == 0 || closing->writer.run != NULL || run_writer_open(&closing->writer, &work->space, RUN_LASTING);
        for (uint64_t end = closing->at + done; good && closing->at < end; closing->at++) {
            good = run_writer_add(&closing->writer, disk_state(work, work->batch, closing->at));
            work->closed += (work->marks[closing->at] & MARK_LATER) == 0;
        }
        if (good && done > 0) {
            memcpy(work->after, disk_state(work, work->batch, closing->at - 1), work->state_bytes);
            work->resumes = true;
        }
        if (!good || done < slice || !disk_may_go_on(work) || disk_checkpoint_is_due(work) ||
            (work->size > 1 && left_alone >= most * SLICES_ALONE))
            return true;
    }
    return false;
}

/* Turns the successors generated so far into runs, and adds the run of the states closed so far to the bucket. */
static bool end_run(struct closing *closing)
{
    struct disk_work *work = closing->work;
    if (!buffer_flush(work, false))
        return false;
    return closing->writer.run == NULL ||
           run_list_add(work, &bucket_find(work, work->g, work->h)->closed, run_writer_close(&closing->writer));
}

static bool close_bucket(struct closing *closing)
{
    struct disk_work *work = closing->work;
    struct bucket *bucket = bucket_find(work, work->g, work->h);
    bool more, due;
    if (bucket != NULL && bucket->pending.count > 0) /* or else another rank has some */
        closing_begin(closing, &bucket->pending);
    do {
        more = expand_batches(closing);
        if (!disk_exchange(work))
            return false;
        due = disk_checkpoint_is_due(work);
        if (!disk_agree(work, &more, &due))
            return false;
        if (disk_stopped(work) || (due && more)) {
            bool ended = end_run(closing);
            if (!disk_agree(work, NULL, NULL) || !ended || !disk_checkpoint(work))
                return false;
        }
        if (disk_stopped(work))
            return false;
    } while (more);
    return end_run(closing);
}

/* --- counting --- */

/* Counts the distinct pending states of an estimate that are not closed.  The pending runs of all g become one list. */
static bool count_pending(struct disk_work *work, uint64_t h)
{
    struct closing closing = {.work = work};
    struct run_list list = {0};
    uint64_t many = 0;
    bool good = true;
    for (size_t i = 0; good && i < work->bucket_count; i++) {
        struct run_list *pending = &work->buckets[i].pending;
        for (; good && work->buckets[i].h == h && pending->count > 0; pending->count--)
            good = run_list_add(work, &list, pending->runs[pending->count - 1]);
    }
    work->g = UINT32_MAX; /* every closed run comes before it */
    good = good && closing_begin(&closing, &list);
    while (good && next_batch(&closing)) {
        many += closing.count;
        closing.at = closing.count;
        good = disk_may_go_on(work);
    }
    good = good && disk_good(work);
    work->g = DISK_NONE;
    closing_free(&closing);
    run_list_free(work, &list);
    work->counted += good ? many : 0;
    return good;
}

/* Returns the least estimate, work->h or more, of a bucket that has something to do: pending states to be counted or,
 * on the way back, closed states of work->g moves. */
static uint64_t next_estimate(const struct disk_work *work)
{
    uint64_t least = DISK_NONE;
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        bool waits =
            work->phase == DISK_BACK ? bucket->g == work->g && bucket->closed.count > 0 : bucket->pending.count > 0;
        if (waits && bucket->h >= work->h && bucket->h < least)
            least = bucket->h;
    }
    return least;
}

/* --- forward search --- */

/* Sets the current bucket to the next one of all ranks.  Returns false if the search is over, has to stop, or failed.
 */
static bool choose_bucket(struct disk_work *work)
{
    enum { BITS = 20, MASK = (1 << BITS) - 1 };
    uint64_t least = DISK_NONE; /* f, g and h in one number, with BITS for g and for h; DISK_NONE: no state waits */
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        uint64_t sum = (uint64_t)bucket->g + bucket->h;
        uint64_t key = (sum > work->f ? sum : work->f) << 2 * BITS | (uint64_t)bucket->g << BITS | bucket->h;
        if (bucket->pending.count > 0 && key < least)
            least = key;
    }
    uint64_t values[] = {least, work->incumbent};
    if (!disk_reduce(work, DISK_MIN, values, 2))
        return false;
    work->incumbent = values[1];
    uint64_t f = values[0] >> 2 * BITS;
    if (values[0] == DISK_NONE || (work->incumbent != DISK_NONE && f > work->incumbent))
        return false;
    search_prove_at_least(work->search, f);
    if (search_is_too_deep(work->search, f))
        return disk_end_with(work, DISK_LIMIT);
    work->f = f;
    work->g = values[0] >> BITS & MASK;
    work->h = values[0] & MASK;
    work->resumes = false;
    return true;
}

bool disk_sum_up(struct disk_work *work, uint64_t count)
{
    struct search *search = work->search;
    if (!disk_reduce(work, DISK_SUM, &count, 1))
        return false;
    search->closed_count = count;
    if (search->limits.max_states != 0 && count > search->limits.max_states) {
        watch_allows(&search->watch, count, 0); /* sets the reason */
        disk_end_with(work, DISK_LIMIT);
    }
    return true;
}

/* Expands everything up to the depth.  Returns false if the search had to stop or failed. */
static bool expand_all(struct disk_work *work)
{
    search_prove_at_least(work->search, work->f);
    while (work->g != DISK_NONE || choose_bucket(work)) {
        /* Closes the rest of the current bucket, or stops. */
        struct closing closing = {.work = work};
        work->made_moves = work->g + 1;
        bool good = close_bucket(&closing);
        closing_free(&closing);
        struct bucket *bucket = bucket_find(work, work->g, work->h);
        if (good && bucket != NULL)
            run_list_free(work, &bucket->pending);
        if (good) {
            work->g = work->h = DISK_NONE;
            work->resumes = false;
        }
        bool due = disk_checkpoint_is_due(work);
        /* After a whole bucket the sum does not depend on the number of ranks or threads. */
        if (!disk_agree(work, NULL, &due) || !good || !disk_sum_up(work, work->closed))
            return false;
        if (((due || disk_stopped(work)) && !disk_checkpoint(work)) || disk_stopped(work))
            return false;
    }
    return disk_good(work) && !disk_stopped(work);
}

/* --- the second pass ---
 *
 * It goes back from the goals, layer by layer.  The layer of g moves consists of the closed states of all buckets of g.
 * Those on shortest solutions are collected in won runs of the bucket (g, 0).  When the layer is done, every rank takes
 * the won states of all ranks into its store. */

/* Puts won states of work->keyed moves into the store. */
static bool store_won(void *taker, const unsigned char *records, uint64_t count)
{
    struct disk_work *work = taker;
    struct store *store = &work->search->store;
    unsigned char *state = disk_scratch(work);
    uint64_t limit = work->search->limits.max_memory;
    for (uint64_t i = 0; i < count; i++) {
        bool is_new;
        if (store_left(store) == 0) {
            enum store_capacity capacity = store_reserve(store, 1, limit == 0 ? 0 : (size_t)limit / 2);
            if (capacity == STORE_FULL)
                run_space_no_room(&work->space);
            if (capacity == STORE_FAILED)
                run_space_no_memory(&work->space);
            if (capacity != STORE_READY)
                return false;
        }
        memcpy(state, disk_state(work, records, i), work->state_bytes);
        uint32_t number = store_add(store, state, store_hash(store, state), &is_new);
        if (!is_new) /* a state cannot have two distances */
            return run_space_fail(&work->space, 0, "the files in the folder contradict each other");
        if (!search_lower_depth(work->search, number, work->keyed))
            return run_space_no_memory(&work->space);
        move_keys_add(&work->keys, work->search->puzzle, state);
    }
    return true;
}

bool disk_take_won(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g)
{
    bool good = disk_agree(work, NULL, NULL);
    uint64_t before = store_count(&work->search->store);
    work->keyed = g;
    move_keys_begin(&work->keys, work->search);
    const struct disk_ranks *ranks = work->disk->ranks;
    if (good && ranks == NULL)
        store_won(work, states, count);
    else if (good && !ranks->gather(ranks->context, states, count, work->state_bytes, store_won, work))
        disk_end_with(work, DISK_BROKEN);
    if (good && disk_good(work) && store_count(&work->search->store) == before)
        run_space_fail(&work->space, 0, "the files in the folder contradict each other");
    return good && disk_agree(work, NULL, NULL);
}

/* Takes the won states of a layer, from all ranks, into the store. */
static bool store_layer(struct disk_work *work, uint64_t g)
{
    static const struct run_list none;
    const struct bucket *bucket = bucket_find(work, g, 0);
    const struct run_list *won = bucket == NULL ? &none : &bucket->won;
    uint64_t all = 0, count = 0, limit = work->search->limits.max_memory;
    for (size_t i = 0; i < won->count; i++)
        all += won->runs[i]->count;
    unsigned char *states = NULL; /* the won states of this rank; NULL: something failed */
    if (limit != 0 && all > limit / 4 / work->state_bytes)
        run_space_no_room(&work->space);
    else if ((states = malloc((size_t)all * work->state_bytes + 1)) == NULL)
        run_space_no_memory(&work->space);
    struct run_reader *reader = &work->workers[0].reader;
    for (size_t i = 0; states != NULL && i < won->count; i++) {
        bool more = run_reader_begin(reader, won->runs[i], NULL);
        for (; more && count < all; more = run_reader_next(reader))
            memcpy(states + count++ * work->state_bytes, reader->key, work->state_bytes);
    }
    bool good = disk_take_won(work, states, count, g);
    free(states);
    return good;
}

/* Adds the run of the states found so far to the layer. */
static bool end_won_run(struct disk_work *work, struct run_writer *writer)
{
    if (writer->run == NULL)
        return true;
    struct bucket *bucket = bucket_reach(work, work->g, 0);
    return bucket != NULL && run_list_add(work, &bucket->won, run_writer_close(writer));
}

/* Finds the won states of the current bucket. */
static bool search_bucket(struct disk_work *work)
{
    struct run_merge merge;
    struct run_writer writer = {0};
    if (!run_list_merge(work, &bucket_find(work, work->g, work->h)->closed, &merge))
        return false;
    uint64_t capacity = 16384 * (uint64_t)work->worker_count, count;
    capacity = capacity < work->batch_capacity ? capacity : work->batch_capacity;
    bool good = true;
    while (good && (count = run_merge_next(&merge, work->batch, capacity)) > 0) {
        good = run_space_good(&work->space) && disk_mark_on_way(work, work->batch, count, work->g);
        for (uint64_t i = 0; good && i < count; i++)
            good =
                work->marks[i] == 0 || ((writer.run != NULL || run_writer_open(&writer, &work->space, RUN_PASSING)) &&
                                        run_writer_add(&writer, disk_state(work, work->batch, i)));
        if (!good)
            break;
        memcpy(work->after, disk_state(work, work->batch, count - 1), work->state_bytes);
        work->resumes = true;
        bool stop = !disk_may_go_on(work);
        if ((stop || disk_checkpoint_is_due(work)) && work->size == 1)
            good = end_won_run(work, &writer) && disk_checkpoint(work);
        good = good && !stop;
    }
    good = good && run_space_good(&work->space) && end_won_run(work, &writer);
    run_merge_close(&merge);
    run_writer_drop(&writer);
    return good;
}

/* Goes back from the goals and puts the states on shortest solutions into the store of the search; collective. */
static bool disk_second_pass(struct disk_work *work)
{
    bool good = true;
    for (uint64_t g = work->incumbent; good && g > work->g; g--) /* layers done before the checkpoint */
        good = store_layer(work, g);
    while (good) {
        good = disk_good(work);
        while (good && (work->h = next_estimate(work)) != DISK_NONE) {
            good = search_bucket(work);
            if (good) {
                work->h++;
                work->resumes = false;
            }
        }
        good = disk_agree(work, NULL, NULL) && good && !disk_stopped(work) && store_layer(work, work->g);
        if (!good || work->g == 0)
            break;
        work->g--;
        work->h = 0;
        bool due = disk_checkpoint_is_due(work);
        good = disk_agree(work, NULL, &due) && !disk_stopped(work) && (!due || disk_checkpoint(work));
    }
    return good && disk_checkpoint(work);
}

/* --- the phases --- */

static bool enter_phase(struct disk_work *work, enum disk_phase phase, uint64_t g)
{
    work->phase = phase;
    work->g = g;
    work->h = 0;
    work->resumes = false;
    return disk_checkpoint(work);
}

/* Searches in the table.  Returns false if the search had to stop or failed.  *over: the whole search is done;
 * otherwise, it goes on with runs. */
static bool search_in_table(struct disk_work *work, bool *over)
{
    enum table_end end = disk_table_expand_all(work);
    *over = true;
    if (end == TABLE_DONE && (work->incumbent == DISK_NONE || disk_table_second_pass(work)))
        return true;
    if (end == TABLE_FAILED || work->end == DISK_BROKEN || (end == TABLE_DONE && !disk_stopped(work)) ||
        (disk_stopped(work) && work->folder == NULL))
        return false;
    /* A stopped search keeps its table.  If it stopped on the way back, the table becomes runs, because only with runs
     * can that part be done in pieces. */
    bool leaves = end == TABLE_DONE || !disk_stopped(work) || !disk_table_is_whole(work);
    if (!disk_agree(work, &leaves, NULL))
        return false;
    bool good = !leaves || disk_table_spill(work);
    *over = disk_stopped(work);
    return disk_agree(work, NULL, NULL) && good && disk_checkpoint(work) && !disk_stopped(work);
}

/* Searches in the table, then with runs.  Returns whether the search is done. */
static bool go_through_phases(struct disk_work *work)
{
    if (work->table != NULL) {
        bool over, good = search_in_table(work, &over);
        if (over || !good)
            return good;
    }
    if (work->phase == DISK_FORTH && !(expand_all(work) && enter_phase(work, DISK_COUNT, DISK_NONE)))
        return false;
    if (work->phase == DISK_COUNT) {
        /* Counts the states that were met but not closed. */
        bool good = disk_good(work);
        while (good && (work->h = next_estimate(work)) != DISK_NONE) {
            good = count_pending(work, work->h);
            work->h += good;
            good = good && (work->size > 1 || !disk_checkpoint_is_due(work) || disk_checkpoint(work));
        }
        if (!disk_agree(work, NULL, NULL) || disk_stopped(work) || !good)
            return false;
    }
    uint64_t all = work->closed + work->counted;
    if (!disk_reduce(work, DISK_SUM, &all, 1))
        return false;
    work->search->closed_count = all;
    if (!watch_allows(&work->search->watch, all, 0)) /* may read this rank's clock, so the ranks must agree below */
        disk_end_with(work, DISK_LIMIT);
    if (!disk_agree(work, NULL, NULL) || disk_stopped(work))
        return false;
    if (work->incumbent == DISK_NONE)
        return true;
    return (work->phase == DISK_BACK || enter_phase(work, DISK_BACK, work->incumbent)) && disk_second_pass(work);
}

/* --- beginning and end --- */

/* Divides the memory.  A single process uses half of it for successors.  With several ranks, a quarter is for a rank's
 * own successors and an eighth for those of other ranks.  Runs get a quarter (run_space_make).  The rest is for reading
 * and merging runs. */
static bool disk_make(struct disk_work *work)
{
    enum { BATCH_MOST = 1 << 18, BATCH_LEAST = 64 };
    const struct disk_ranks *ranks = work->disk->ranks;
    uint64_t memory = work->search->limits.max_memory, batch = work->disk->batch_most;
    work->size = ranks == NULL ? 1 : ranks->size;
    work->rank = ranks == NULL ? 0 : ranks->rank;
    uint64_t fits = memory == 0 ? BATCH_MOST : memory / 16 / (work->state_bytes + 1);
    batch = batch == 0 || batch > BATCH_MOST ? BATCH_MOST : batch;
    batch = batch < fits ? batch : fits < BATCH_LEAST ? BATCH_LEAST : fits;
    work->batch_capacity = batch;
    work->batch = calloc(1, (size_t)batch * work->state_bytes + STORE_PADDING);
    work->marks = calloc(batch, 1);
    work->after = calloc(1, work->state_bytes + 1);
    if (work->batch == NULL || work->marks == NULL || work->after == NULL)
        return run_space_no_memory(&work->space);
    size_t half = (size_t)(work->size == 1 ? memory / 2 : memory / 4);
    size_t capacity = worker_capacity(work);
    work->workers = calloc(work->worker_count, sizeof *work->workers);
    bool good = work->workers != NULL;
    for (unsigned n = 0; good && n < work->worker_count; n++) {
        struct worker *worker = &work->workers[n];
        worker->moves = malloc(capacity * sizeof *worker->moves);
        worker->states = calloc(1, capacity * work->state_bytes + STORE_PADDING);
        worker->hashes = malloc(capacity * sizeof *worker->hashes);
        good = worker->moves != NULL && worker->states != NULL && worker->hashes != NULL &&
               run_reader_make(&worker->reader, &work->space, NULL);
    }
    return (good || run_space_no_memory(&work->space)) && buffer_make(work, &work->made, half) &&
           (work->size == 1 || buffer_make(work, &work->outgoing, half / 2));
}

static void disk_free(struct disk_work *work)
{
    thread_team_free(&work->team);
    disk_table_free(work);
    buffer_free(&work->made);
    buffer_free(&work->outgoing);
    for (size_t i = 0; i < work->bucket_count; i++) {
        run_list_free(work, &work->buckets[i].pending);
        run_list_free(work, &work->buckets[i].closed);
        run_list_free(work, &work->buckets[i].won);
    }
    free(work->buckets);
    for (unsigned n = 0; work->workers != NULL && n < work->worker_count; n++) {
        free(work->workers[n].moves);
        free(work->workers[n].states);
        free(work->workers[n].hashes);
        if (work->workers[n].reader.space != NULL)
            run_reader_free(&work->workers[n].reader);
    }
    free(work->workers);
    free(work->batch);
    free((void *)work->marks);
    move_keys_free(&work->keys);
    free(work->after);
    free(work->folder);
    if (work->lock >= 0)
        close(work->lock);
    run_space_free(&work->space);
}

/* Sets the reason for stopping, unless the watch already has one. */
static void set_cause(struct disk_work *work)
{
    struct search *search = work->search;
    struct run_space *space = &work->space;
    search_check_memory(search, space->hit != LIMIT_NO_MEMORY);
    if (search_failed(search))
        return;
    if (space->hit == LIMIT_BROKEN)
        stop_for(work, LIMIT_BROKEN, space->reason);
    else if (space->hit == LIMIT_MEMORY && watch_allows(&search->watch, 0, SIZE_MAX))
        stop_for(work, LIMIT_NUMBERS, NULL);
    else if (space->hit == LIMIT_MEMORY)
        disk_end_with(work, DISK_LIMIT);
}

static bool set_reason(void *taker, const unsigned char *records, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        stop_for(taker, LIMIT_OTHER, (const char *)records + i * RUN_REASON);
    return true;
}

static bool search_outside(struct disk_work *work, const unsigned char *start)
{
    struct search *search = work->search;
    bool found = false, good = !search_failed(search) && disk_make(work);
    good = disk_agree(work, NULL, NULL) && good && disk_resume(work, &found);
    if (good && !found) {
        unsigned h = disk_estimate(puzzle_bound(search->puzzle, start));
        search_prove_at_least(search, h == 0 ? 1 : h);
        good = disk_table_make(work) && disk_table_begin(work, start);
    }
    good = disk_agree(work, NULL, NULL) && good && go_through_phases(work);
    if (!good)
        set_cause(work);
    /* Exchanges the reasons for stopping among the ranks.  A rank without a reason takes that of another. */
    const struct disk_ranks *ranks = work->disk->ranks;
    uint64_t stopped = !good;
    char reason[RUN_REASON];
    if (ranks != NULL && disk_reduce(work, DISK_MAX, &stopped, 1) && stopped != 0) {
        if (search_failed(search))
            snprintf(reason, sizeof reason, "process %u is out of memory", ranks->rank);
        else if (search->watch.hit == LIMIT_BROKEN && ranks->rank != 0)
            snprintf(reason, sizeof reason, "process %u: %.120s", ranks->rank, search->watch.reason);
        else
            snprintf(reason, sizeof reason, "%s", search->watch.reason);
        ranks->gather(ranks->context, (const unsigned char *)reason, reason[0] != '\0', RUN_REASON, set_reason, work);
    }
    if (!good)
        stop_for(work, LIMIT_OTHER, "another process had to stop");
    return good;
}

static void disk_begin(struct disk_work *work, struct search *search, const struct disk_search *disk)
{
    double now = clock_now();
    *work = (struct disk_work){.search = search,
                               .disk = disk,
                               .state_bytes = search->puzzle->state_bytes,
                               .lock = -1,
                               .g = DISK_NONE,
                               .h = DISK_NONE,
                               .incumbent = DISK_NONE,
                               .began = now,
                               .checkpoint_written = now,
                               .worker_count = limits_threads(&search->limits)};
    run_space_make(&work->space, NULL, work->state_bytes, (size_t)search->limits.max_memory, work->worker_count);
    thread_team_make(&work->team);
}

enum search_end disk_search(struct search *search, const struct disk_search *disk)
{
    struct disk_work work;
    const struct puzzle *puzzle = search->puzzle;
    unsigned char *start = calloc(1, puzzle->state_bytes + STORE_PADDING);
    bool decided = false; /* by the start: it is a goal or lost */
    disk_begin(&work, search, disk);
    if (search_check_memory(search, start != NULL) && !search_failed(search) && search_reserve_depths(search, 0)) {
        search_write_start(search, start);
        if (search->merges)
            puzzle->rules->merge(puzzle, start);
        search->closed_count = 1;
        if (puzzle->rules->solved(puzzle, start)) {
            bool is_new;
            uint32_t number = store_add(&search->store, start, store_hash(&search->store, start), &is_new);
            depths_lower(&search->depths, number, 0, false);
            search->depth = search->incumbent = 0;
            decided = true;
        } else {
            decided = search->whole = puzzle_bound(puzzle, start) == ESTIMATE_LOST;
        }
    }
    bool good = decided;
    if (!decided) {
        good = search_outside(&work, start);
        search->incumbent = work.incumbent == DISK_NONE ? -1 : (int64_t)work.incumbent;
        if (good) {
            search->depth = search->incumbent;
            search->whole = search->depth < 0;
        }
    }
    disk_free(&work);
    free(start);
    return search_end_of(search, good);
}

enum search_end disk_search_inside(struct search *search, const struct disk_search *disk)
{
    if (disk->folder == NULL || disk->ranks != NULL || !search_has_both_ends(search))
        return search_shortest(search);
    struct disk_work work;
    disk_begin(&work, search, disk);
    bool good;
    if (disk_find_folder(&work))
        good = disk_search_both_ends(&work);
    else
        good = !search_failed(search) && search_is_done(search_both_ends(search, NULL));
    if (!good)
        set_cause(&work);
    disk_free(&work);
    return search_end_of(search, good);
}
