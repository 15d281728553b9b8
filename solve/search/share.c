/* A search whose states are shared out; see share.h. */
#include "solve/search/share.h"

#include <stdlib.h>

enum { RECENT_BITS_MOST = 13, MARK = sizeof(uint64_t), MOVES = sizeof(uint16_t) };

/* What is remembered of a state: its hash, never 0, the moves, and its bytes. */
static unsigned char *recent_place(const struct share *share, unsigned thread, uint64_t hash)
{
    return share->parcels[thread].recent + (hash >> (64 - share->recent_bits)) * share->recent_bytes;
}

static bool parcel_make(struct parcel *parcel, const struct share *share)
{
    parcel->states = malloc(share->capacity * share->state_bytes + 1);
    parcel->owners = malloc(share->capacity * sizeof *parcel->owners);
    parcel->recent = calloc((size_t)1 << share->recent_bits, share->recent_bytes);
    return parcel->states != NULL && parcel->owners != NULL && parcel->recent != NULL;
}

bool share_make(struct share *share, size_t state_bytes, unsigned rank, unsigned size, unsigned threads,
                uint64_t capacity)
{
    size_t recent = (MARK + MOVES + state_bytes + MARK - 1) / MARK * MARK;
    *share = (struct share){
        .rank = rank, .size = size, .state_bytes = state_bytes, .recent_bytes = recent, .capacity = capacity};
    share->recent_bits = RECENT_BITS_MOST;
    while (share->recent_bits > 1 && UINT64_C(1) << share->recent_bits > capacity / 2)
        share->recent_bits--;
    share->parcels = calloc(threads, sizeof *share->parcels);
    share->dealt = malloc(threads * capacity * state_bytes + 1);
    share->counts = calloc(size, sizeof *share->counts);
    share->places = calloc(size, sizeof *share->places);
    bool good = share->parcels != NULL && share->dealt != NULL && share->counts != NULL && share->places != NULL;
    for (; good && share->threads < threads; share->threads++)
        good = parcel_make(&share->parcels[share->threads], share);
    return good;
}

void share_free(struct share *share)
{
    for (unsigned n = 0; n < share->threads; n++) {
        free(share->parcels[n].states);
        free(share->parcels[n].owners);
        free(share->parcels[n].recent);
    }
    free(share->parcels);
    free(share->dealt);
    free(share->counts);
    free(share->places);
    *share = (struct share){0};
}

/* Whether a state was sent before with no more moves; remembers it if not. */
static bool is_known(struct share *share, unsigned thread, const unsigned char *state, uint64_t hash, uint64_t moves)
{
    unsigned char *recent = recent_place(share, thread, hash);
    uint64_t mark = hash | 1, own;
    uint16_t before, after = (uint16_t)moves;
    memcpy(&own, recent, MARK);
    memcpy(&before, recent + MARK, MOVES);
    if (own == mark && before <= after && memcmp(recent + MARK + MOVES, state, share->state_bytes) == 0)
        return true;
    memcpy(recent, &mark, MARK);
    memcpy(recent + MARK, &after, MOVES);
    memcpy(recent + MARK + MOVES, state, share->state_bytes);
    return false;
}

void share_add(struct share *share, unsigned thread, const unsigned char *state, uint64_t hash, unsigned owner,
               uint64_t moves)
{
    struct parcel *parcel = &share->parcels[thread];
    if (is_known(share, thread, state, hash, moves))
        return;
    memcpy(parcel->states + parcel->count * share->state_bytes, state, share->state_bytes);
    parcel->owners[parcel->count++] = owner;
}

void share_deal(struct share *share)
{
    uint64_t sum = 0;
    memset(share->counts, 0, share->size * sizeof *share->counts);
    for (unsigned n = 0; n < share->threads; n++) {
        const struct parcel *parcel = &share->parcels[n];
        for (uint64_t i = 0; i < parcel->count; i++)
            share->counts[parcel->owners[i]]++;
    }
    for (unsigned owner = 0; owner < share->size; owner++) {
        share->places[owner] = sum;
        sum += share->counts[owner];
    }
    for (unsigned n = 0; n < share->threads; n++) {
        struct parcel *parcel = &share->parcels[n];
        for (uint64_t i = 0; i < parcel->count; i++)
            memcpy(share->dealt + share->places[parcel->owners[i]]++ * share->state_bytes,
                   parcel->states + i * share->state_bytes, share->state_bytes);
        parcel->count = 0;
    }
}
