/* Send buffers; see share.h. */
#include "solve/search/share.h"

#include <stdlib.h>

enum { RECENT_BITS_MOST = 13, MARK = sizeof(uint64_t), MOVES = sizeof(uint16_t) };

bool share_make(struct share *share, size_t state_bytes, unsigned rank, unsigned size, unsigned threads,
                uint64_t capacity)
{
    size_t recent = (MARK + MOVES + state_bytes + MARK - 1) / MARK * MARK;
    *share = (struct share){
        .rank = rank, .size = size, .state_bytes = state_bytes, .recent_bytes = recent, .capacity = capacity};
    share->recent_bits = RECENT_BITS_MOST;
    while (share->recent_bits > 1 && UINT64_C(1) << share->recent_bits > capacity / 2)
        share->recent_bits--;
    share->buffers = calloc(threads, sizeof *share->buffers);
    share->sorted = malloc(threads * capacity * state_bytes + 1);
    share->counts = calloc(size, sizeof *share->counts);
    share->places = calloc(size, sizeof *share->places);
    bool good = share->buffers != NULL && share->sorted != NULL && share->counts != NULL && share->places != NULL;
    for (; good && share->threads < threads; share->threads++) {
        struct send_buffer *buffer = &share->buffers[share->threads];
        buffer->states = malloc(share->capacity * share->state_bytes + 1);
        buffer->owners = malloc(share->capacity * sizeof *buffer->owners);
        buffer->recent = calloc((size_t)1 << share->recent_bits, share->recent_bytes);
        good = buffer->states != NULL && buffer->owners != NULL && buffer->recent != NULL;
    }
    return good;
}

void share_free(struct share *share)
{
    for (unsigned n = 0; n < share->threads; n++) {
        free(share->buffers[n].states);
        free(share->buffers[n].owners);
        free(share->buffers[n].recent);
    }
    free(share->buffers);
    free(share->sorted);
    free(share->counts);
    free(share->places);
    *share = (struct share){0};
}

void share_add(struct share *share, unsigned thread, const unsigned char *state, uint64_t hash, unsigned owner,
               uint64_t moves)
{
    struct send_buffer *buffer = &share->buffers[thread];
    /* The record of a state sent lately holds the hash with its lowest bit set (so never 0), the moves and the state.
     */
    unsigned char *recent = buffer->recent + (hash >> (64 - share->recent_bits)) * share->recent_bytes;
    uint64_t mark = hash | 1, own;
    uint16_t before, after = (uint16_t)moves;
    memcpy(&own, recent, MARK);
    memcpy(&before, recent + MARK, MOVES);
    if (own == mark && before <= after && memcmp(recent + MARK + MOVES, state, share->state_bytes) == 0)
        return;
    memcpy(recent, &mark, MARK);
    memcpy(recent + MARK, &after, MOVES);
    memcpy(recent + MARK + MOVES, state, share->state_bytes);
    memcpy(buffer->states + buffer->count * share->state_bytes, state, share->state_bytes);
    buffer->owners[buffer->count++] = owner;
}

void share_sort(struct share *share)
{
    uint64_t sum = 0;
    memset(share->counts, 0, share->size * sizeof *share->counts);
    for (unsigned n = 0; n < share->threads; n++) {
        const struct send_buffer *buffer = &share->buffers[n];
        for (uint64_t i = 0; i < buffer->count; i++)
            share->counts[buffer->owners[i]]++;
    }
    for (unsigned owner = 0; owner < share->size; owner++) {
        share->places[owner] = sum;
        sum += share->counts[owner];
    }
    for (unsigned n = 0; n < share->threads; n++) {
        struct send_buffer *buffer = &share->buffers[n];
        for (uint64_t i = 0; i < buffer->count; i++)
            memcpy(share->sorted + share->places[buffer->owners[i]]++ * share->state_bytes,
                   buffer->states + i * share->state_bytes, share->state_bytes);
        buffer->count = 0;
    }
}
