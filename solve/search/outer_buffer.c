/* Buffers of the outer search: what expansion makes, until it becomes runs or is given to partners.
 *
 * A buffer is a store like that of the search in memory: most of what is met twice is met twice within a short time
 * and found there at once.  A full buffer is sorted in its place. */
#include "solve/search/outer_inside.h"

#include <stdlib.h>

bool buffer_make(struct outer_work *work, struct buffer *buffer, size_t allowed)
{
    *buffer = (struct buffer){.allowed = allowed};
    if (!store_make(&buffer->store, work->state_bytes, work->hand_count)) {
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

enum store_room buffer_reserve(struct outer_work *work, struct buffer *buffer, uint64_t more)
{
    uint64_t most = work->outer->buffer_most, count = store_count(&buffer->store);
    if (most != 0 && count >= most)
        return STORE_FULL;
    enum store_room room = store_reserve(&buffer->store, more, buffer->allowed);
    if (room == STORE_READY && buffer->room < buffer->store.room) {
        uint16_t *estimates =
            realloc(buffer->estimates, (size_t)buffer->store.room * sizeof *estimates);
        if (estimates == NULL) {
            run_space_no_memory(&work->space);
            return STORE_FAILED;
        }
        buffer->estimates = estimates;
        buffer->room = buffer->store.room;
    }
    if (room == STORE_FAILED)
        run_space_no_memory(&work->space);
    return room;
}

/* Empties a buffer and lets it begin with the room it needed last. */
static bool buffer_renew(struct outer_work *work, struct buffer *buffer, bool was_full)
{
    uint64_t count = store_count(&buffer->store);
    size_t allowed = buffer->allowed;
    store_free(&buffer->store);
    free(buffer->estimates);
    if (!buffer_make(work, buffer, allowed))
        return false;
    return !was_full || buffer_reserve(work, buffer, count - count / 8) != STORE_FAILED;
}

/* Sorts states by their estimates, in place; ends[h] is where those of h end, for h up to most. */
static void sort_by_estimate(struct outer_work *work, struct buffer *buffer, uint64_t *begins,
                             uint64_t *ends, unsigned most)
{
    unsigned char *states = buffer->store.states;
    uint16_t *estimates = buffer->estimates;
    uint64_t count = store_count(&buffer->store), sum = 0;
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
            run_swap(states + begins[h] * work->state_bytes, states + to * work->state_bytes,
                     work->state_bytes);
            estimates[begins[h]] = estimates[to];
            estimates[to] = its;
        }
    }
}

static bool write_candidates(struct outer_work *work, const unsigned char *states, uint64_t count,
                             unsigned h)
{
    struct run_writer writer;
    struct bucket *bucket = bucket_reach(work, work->made_moves, h);
    if (bucket == NULL || !run_writer_open(&writer, &work->space, RUN_PASSING))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        if (!run_writer_add(&writer, outer_state(work, states, i))) {
            run_writer_drop(&writer);
            return false;
        }
    }
    struct run_list *pending = &bucket->pending;
    return run_list_add(work, pending, run_writer_close(&writer)) &&
           (pending->count < 2 * RUN_MERGE_MOST ||
            run_merge_reduce(&work->space, pending->runs, &pending->count));
}

static bool flush(struct outer_work *work, bool was_full)
{
    struct buffer *buffer = &work->made;
    uint64_t count = store_count(&buffer->store);
    unsigned most = 0;
    if (count == 0)
        return true;
    for (uint64_t i = 0; i < count; i++)
        most = buffer->estimates[i] > most ? buffer->estimates[i] : most;
    free((void *)buffer->store.slots); /* states are about to change their places */
    buffer->store.slots = NULL;
    uint64_t *begins = calloc(2 * ((size_t)most + 1), sizeof *begins), *ends = begins + most + 1;
    if (begins == NULL)
        return run_space_no_memory(&work->space);
    sort_by_estimate(work, buffer, begins, ends, most);
    bool good = true;
    for (unsigned h = 0; good && h <= most; h++) {
        uint64_t first = h == 0 ? 0 : ends[h - 1], many = ends[h] - first;
        unsigned char *states = buffer->store.states + first * work->state_bytes;
        if (many == 0)
            continue;
        run_sort(states, many, work->state_bytes);
        good = write_candidates(work, states, many, h);
    }
    free(begins);
    return buffer_renew(work, buffer, was_full) && good;
}

bool buffer_flush(struct outer_work *work)
{
    return flush(work, false);
}

bool buffer_make_room(struct outer_work *work, uint64_t more)
{
    enum store_room room = buffer_reserve(work, &work->made, more);
    if (room == STORE_FULL && store_count(&work->made.store) > 0) {
        if (!flush(work, true))
            return false;
        room = buffer_reserve(work, &work->made, more);
    }
    if (room == STORE_FULL && !run_space_good(&work->space))
        return false;
    if (room == STORE_FULL)
        work->space.full = true; /* not even an empty buffer has it */
    return room == STORE_READY;
}

/* --- partners --- */

/* A record on its way: the estimate, then the state. */
static size_t record_bytes(const struct outer_work *work)
{
    return sizeof(uint16_t) + work->state_bytes;
}

static bool take_record(struct outer_work *work, const unsigned char *record, unsigned char *state)
{
    bool is_new;
    struct store *store = &work->made.store;
    if (!buffer_make_room(work, 1))
        return false;
    memcpy(state, record + sizeof(uint16_t), work->state_bytes);
    uint32_t number = store_add(store, state, store_hash(store, state), &is_new);
    if (is_new)
        memcpy(&work->made.estimates[number], record, sizeof(uint16_t));
    return true;
}

static bool take_records(void *taker, const unsigned char *records, uint64_t count)
{
    struct outer_work *work = taker;
    bool good = true;
    for (uint64_t i = 0; good && i < count; i++)
        good = take_record(work, records + i * record_bytes(work), outer_scratch(work));
    return good;
}

/* Puts records of the states into an array, in the order of their owners. */
static void deal_records(struct outer_work *work, unsigned char *records, uint64_t *counts)
{
    const struct store *store = &work->outgoing.store;
    uint64_t count = store_count(store), sum = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < count; i++) {
            const unsigned char *state = store_state(store, i);
            unsigned owner = outer_owner(work, store_hash(store, state));
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
    for (unsigned owner = work->size; owner-- > 1;) /* from ends to numbers */
        counts[owner] -= counts[owner - 1];
}

bool outer_trade(struct outer_work *work)
{
    if (work->size == 1)
        return true;
    const struct outer_partners *partners = work->outer->partners;
    uint64_t count = store_count(&work->outgoing.store);
    uint64_t *counts = calloc(work->size, sizeof *counts);
    unsigned char *records = malloc((size_t)count * record_bytes(work) + 1);
    bool good = (counts != NULL && records != NULL) || run_space_no_memory(&work->space);
    if (good)
        deal_records(work, records, counts);
    bool agreed = outer_agree(work, NULL, NULL);
    if (agreed) {
        uint64_t flags = 0;
        bool reached = partners->exchange(partners->context, records, counts, record_bytes(work),
                                          &flags, take_records, work);
        work->broken |= !reached;
        if (reached)
            buffer_renew(work, &work->outgoing, false); /* if it cannot be, that is agreed on later */
        agreed = reached;
    }
    free(counts);
    free(records);
    return agreed;
}
