/* The second pass of the search on disk: back from the goals, layer by layer; see disk.h.
 *
 * The layer of g moves consists of the closed states of all buckets of g.  Those on shortest solutions are collected in
 * won runs of the bucket (g, 0).  When the layer is done, every rank takes the won states of all ranks into its store.
 */
#include "solve/search/disk/inside.h"

#include <stdlib.h>
#include <string.h>

struct won_states {
    struct disk_work *work;
    uint64_t g, taken;
};

static bool store_won(void *taker, const unsigned char *records, uint64_t count)
{
    struct won_states *won = taker;
    struct disk_work *work = won->work;
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
        if (!search_lower_depth(work->search, number, won->g))
            return run_space_no_memory(&work->space);
        move_keys_add(&work->keys, work->search->puzzle, state);
        won->taken++;
    }
    return true;
}

bool disk_take_won(struct disk_work *work, const unsigned char *states, uint64_t count, uint64_t g)
{
    struct won_states won = {.work = work, .g = g};
    bool good = disk_agree(work, NULL, NULL);
    work->keyed = g;
    move_keys_begin(&work->keys, work->search);
    const struct disk_ranks *ranks = work->disk->ranks;
    if (good && ranks == NULL)
        store_won(&won, states, count);
    else if (good && !ranks->gather(ranks->context, states, count, work->state_bytes, store_won, &won))
        disk_end_with(work, DISK_BROKEN);
    if (good && disk_good(work) && won.taken == 0)
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
    struct run_reader *reader = &work->readers[0];
    for (size_t i = 0; states != NULL && i < won->count; i++) {
        bool more = run_reader_begin(reader, won->runs[i]);
        for (; more && count < all; more = run_reader_next(reader))
            memcpy(states + count++ * work->state_bytes, reader->key, work->state_bytes);
    }
    bool good = disk_take_won(work, states, count, g);
    free(states);
    return good;
}

/* --- a bucket --- */

struct winning {
    struct disk_work *work;
    struct run_merge merge;
    struct run_writer writer;
};

/* Adds the run of the states found so far to the layer. */
static bool end_won_run(struct winning *winning)
{
    struct disk_work *work = winning->work;
    if (winning->writer.run == NULL)
        return true;
    struct bucket *bucket = bucket_reach(work, work->g, 0);
    return bucket != NULL && run_list_add(work, &bucket->won, run_writer_close(&winning->writer));
}

static bool find_won(struct winning *winning, uint64_t count)
{
    struct disk_work *work = winning->work;
    if (!disk_mark_on_way(work, work->batch, count, work->g))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (work->marks[i] == 0)
            continue;
        if (winning->writer.run == NULL && !run_writer_open(&winning->writer, &work->space, RUN_PASSING))
            return false;
        if (!run_writer_add(&winning->writer, disk_state(work, work->batch, i)))
            return false;
    }
    memcpy(work->after, disk_state(work, work->batch, count - 1), work->state_bytes);
    work->resumes = true;
    return true;
}

/* Finds the won states of the current bucket. */
static bool search_bucket(struct disk_work *work)
{
    struct winning winning = {.work = work};
    struct bucket *bucket = bucket_find(work, work->g, work->h);
    struct run_list *closed = &bucket->closed;
    if (closed->count == 0)
        return true;
    if (!run_list_merge(work, closed, &winning.merge))
        return false;
    uint64_t capacity = 16384 * (uint64_t)work->worker_count, count;
    capacity = capacity < work->batch_capacity ? capacity : work->batch_capacity;
    bool good = true;
    while (good && (count = run_merge_next(&winning.merge, work->batch, capacity)) > 0) {
        good = run_space_good(&work->space) && find_won(&winning, count);
        bool stop = good && !disk_may_go_on(work);
        if (good && (stop || disk_checkpoint_is_due(work)) && work->size == 1)
            good = end_won_run(&winning) && disk_checkpoint(work);
        good = good && !stop;
    }
    good = good && run_space_good(&work->space) && end_won_run(&winning);
    run_merge_close(&winning.merge);
    run_writer_drop(&winning.writer);
    return good;
}

/* Returns the estimate of the first bucket of a layer, from h on, that has closed states. */
static uint64_t next_in_layer(const struct disk_work *work, uint64_t g, uint64_t h)
{
    for (size_t i = 0; i < work->bucket_count; i++) {
        const struct bucket *bucket = &work->buckets[i];
        if (bucket->g == g && bucket->h >= h && bucket->closed.count > 0)
            return bucket->h;
    }
    return DISK_NONE;
}

bool disk_second_pass(struct disk_work *work)
{
    bool good = true;
    for (uint64_t g = work->incumbent; good && g > work->g; g--) /* layers done before the checkpoint */
        good = store_layer(work, g);
    while (good) {
        good = disk_good(work);
        while (good && (work->h = next_in_layer(work, work->g, work->h)) != DISK_NONE) {
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
