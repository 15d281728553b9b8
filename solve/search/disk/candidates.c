/* The buckets of the search on disk, by moves and estimate, and how successors get into them. */
#include "base/array.h"
#include "solve/search/capacity.h"
#include "solve/search/disk/inside.h"

#include <stdlib.h>

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

/* Empties a buffer.  If it was full, reserves most of the room it had right away. */
static bool buffer_renew(struct disk_work *work, struct buffer *buffer, bool was_full)
{
    uint64_t count = store_count(&buffer->store);
    size_t allowed = buffer->allowed;
    buffer_free(buffer);
    if (!buffer_make(work, buffer, allowed))
        return false;
    return !was_full || buffer_reserve(work, buffer, count - count / 8) != STORE_FAILED;
}

static bool write_candidates(struct disk_work *work, const unsigned char *states, uint64_t count, unsigned h)
{
    struct bucket *bucket = bucket_reach(work, work->made_moves, h);
    if (bucket == NULL)
        return false;
    struct run_list *pending = &bucket->pending;
    return run_list_add(work, pending, run_of_states(&work->space, states, count, work->state_bytes, RUN_PASSING)) &&
           (pending->count < 2 * RUN_MERGE_MOST || run_merge_reduce(&work->space, pending->runs, &pending->count));
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
        run_sort(states + first * work->state_bytes, many, work->state_bytes);
        good = write_candidates(work, states + first * work->state_bytes, many, h);
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

/* --- ranks --- */

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

/* Writes the outgoing states as records, grouped by owner.  counts[owner] becomes the number of its records. */
static void sort_by_owner(struct disk_work *work, unsigned char *records, uint64_t *counts)
{
    const struct store *store = &work->outgoing.store;
    uint64_t count = store_count(store), sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < count; i++) {
            const unsigned char *state = store_state(store, i);
            unsigned owner = share_owner(store_hash(store, state), work->size);
            uint64_t at = counts[owner]++;
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
    for (unsigned owner = work->size; owner-- > 1;) /* from ends to counts */
        counts[owner] -= counts[owner - 1];
}

bool disk_exchange(struct disk_work *work)
{
    if (work->size == 1)
        return true;
    const struct disk_ranks *ranks = work->disk->ranks;
    uint64_t count = store_count(&work->outgoing.store);
    uint64_t *counts = calloc(work->size, sizeof *counts);
    unsigned char *records = malloc((size_t)count * record_bytes(work) + 1);
    bool good = (counts != NULL && records != NULL) || run_space_no_memory(&work->space);
    if (good)
        sort_by_owner(work, records, counts);
    bool agreed = disk_agree(work, NULL, NULL);
    if (agreed) {
        uint64_t flags = 0;
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
