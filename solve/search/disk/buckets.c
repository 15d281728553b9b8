/* The buckets of a search on disk, and the buffers in which states wait to become runs; see disk.h. */
#include "base/array.h"
#include "solve/search/capacity.h"
#include "solve/search/disk/inside.h"

#include <stdlib.h>
#include <string.h>

/* --- buckets --- */

bool run_list_add(struct disk_work *work, struct run_list *list, struct sorted_run *run)
{
    if (run == NULL)
        return false;
    if (!ARRAY_RESERVE(list->runs, list->count, list->capacity, 2)) {
        run_free(&work->space, run);
        return run_space_no_memory(&work->space);
    }
    list->runs[list->count++] = run;
    return true;
}

void run_list_free(struct disk_work *work, struct run_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        run_free(&work->space, list->runs[i]);
    free(list->runs);
    *list = (struct run_list){0};
}

bool run_list_merge(struct disk_work *work, struct run_list *list, struct run_merge *merge)
{
    return run_merge_reduce(&work->space, list->runs, &list->count) &&
           run_merge_open(merge, &work->space, list->runs, list->count, work->resumes ? work->after : NULL);
}

/* Returns the index of the first bucket that is not before (g, h). */
static size_t place_of(const struct disk_work *work, uint64_t g, uint64_t h)
{
    size_t low = 0, high = work->bucket_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct bucket *bucket = &work->buckets[middle];
        if (bucket->g < g || (bucket->g == g && bucket->h < h))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct bucket *bucket_find(struct disk_work *work, uint64_t g, uint64_t h)
{
    size_t place = place_of(work, g, h);
    if (place == work->bucket_count)
        return NULL;
    struct bucket *bucket = &work->buckets[place];
    return bucket->g == g && bucket->h == h ? bucket : NULL;
}

struct bucket *bucket_reach(struct disk_work *work, uint64_t g, uint64_t h)
{
    struct bucket *bucket = bucket_find(work, g, h);
    if (bucket != NULL)
        return bucket;
    if (!ARRAY_RESERVE(work->buckets, work->bucket_count, work->bucket_capacity, 64)) {
        run_space_no_memory(&work->space);
        return NULL;
    }
    size_t place = place_of(work, g, h);
    bucket = &work->buckets[place];
    memmove(bucket + 1, bucket, (work->bucket_count - place) * sizeof *bucket);
    *bucket = (struct bucket){.g = (uint32_t)g, .h = (uint32_t)h};
    work->bucket_count++;
    return bucket;
}

/* --- buffers ---
 *
 * They hold the successors until these become runs or go to other ranks.  A buffer is a store like that of the search
 * in memory.  Most duplicates are generated within a short time, so the store finds them at once.  A full buffer is
 * sorted in place. */

bool buffer_make(struct disk_work *work, struct buffer *buffer, size_t allowed)
{
    *buffer = (struct buffer){.allowed = allowed};
    if (!store_make(&buffer->store, work->state_bytes, work->worker_count)) {
        store_free(&buffer->store);
        return run_space_no_memory(&work->space);
    }
    buffer->store.side_bytes = sizeof *buffer->estimates;
    return true;
}

void buffer_free(struct buffer *buffer)
{
    store_free(&buffer->store);
    free(buffer->estimates);
    *buffer = (struct buffer){0};
}

enum store_capacity buffer_reserve(struct disk_work *work, struct buffer *buffer, uint64_t more)
{
    uint64_t most = work->disk->buffer_most, count = store_count(&buffer->store);
    if (most != 0 && count >= most)
        return STORE_FULL;
    enum store_capacity capacity = store_reserve(&buffer->store, more, buffer->allowed);
    if (capacity == STORE_READY &&
        !capacity_grow(&buffer->estimates, &buffer->capacity, buffer->store.capacity, sizeof *buffer->estimates))
        capacity = STORE_FAILED;
    if (capacity == STORE_FAILED)
        run_space_no_memory(&work->space);
    return capacity;
}

bool buffer_renew(struct disk_work *work, struct buffer *buffer, bool was_full)
{
    uint64_t count = store_count(&buffer->store);
    size_t allowed = buffer->allowed;
    buffer_free(buffer);
    if (!buffer_make(work, buffer, allowed))
        return false;
    return !was_full || buffer_reserve(work, buffer, count - count / 8) != STORE_FAILED;
}

bool buffer_flush(struct disk_work *work, bool was_full)
{
    struct buffer *buffer = &work->made;
    uint64_t count = store_count(&buffer->store);
    unsigned most = 0;
    if (count == 0)
        return true;
    unsigned char *states = buffer->store.states;
    uint16_t *estimates = buffer->estimates;
    for (uint64_t i = 0; i < count; i++)
        most = estimates[i] > most ? estimates[i] : most;
    free((void *)buffer->store.slots); /* the states are about to move */
    buffer->store.slots = NULL;
    uint64_t *begins = calloc(2 * ((size_t)most + 1), sizeof *begins), *ends = begins + most + 1;
    if (begins == NULL)
        return run_space_no_memory(&work->space);
    /* Sorts the states by estimate, in place.  ends[h] becomes the end of those with estimate h. */
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++)
        ends[estimates[i]]++;
    for (unsigned h = 0; h <= most; h++) {
        begins[h] = sum;
        sum += ends[h];
        ends[h] = sum;
    }
    for (unsigned h = 0; h <= most; h++) {
        while (begins[h] < ends[h]) {
            uint16_t its = estimates[begins[h]];
            uint64_t to = begins[its]++;
            if (its == h)
                continue;
            run_swap(states + begins[h] * work->state_bytes, states + to * work->state_bytes, work->state_bytes);
            estimates[begins[h]] = estimates[to];
            estimates[to] = its;
        }
    }
    bool good = true;
    for (unsigned h = 0; good && h <= most; h++) {
        uint64_t first = h == 0 ? 0 : ends[h - 1], many = ends[h] - first;
        if (many == 0)
            continue;
        unsigned char *run = states + first * work->state_bytes;
        run_sort(run, many, work->state_bytes);
        struct bucket *bucket = bucket_reach(work, work->made_moves, h);
        struct run_list *pending = bucket == NULL ? NULL : &bucket->pending;
        good = pending != NULL &&
               run_list_add(work, pending, run_of_states(&work->space, run, many, work->state_bytes, RUN_PASSING)) &&
               (pending->count < 2 * RUN_MERGE_MOST || run_merge_reduce(&work->space, pending->runs, &pending->count));
    }
    free(begins);
    return buffer_renew(work, buffer, was_full) && good;
}

bool buffer_ensure_capacity(struct disk_work *work, uint64_t more)
{
    enum store_capacity capacity = buffer_reserve(work, &work->made, more);
    if (capacity == STORE_FULL && store_count(&work->made.store) > 0) {
        if (!buffer_flush(work, true))
            return false;
        capacity = buffer_reserve(work, &work->made, more);
    }
    if (capacity == STORE_FULL && !run_space_good(&work->space))
        return false;
    if (capacity == STORE_FULL)
        run_space_no_room(&work->space); /* not even an empty buffer has the room */
    return capacity == STORE_READY;
}
