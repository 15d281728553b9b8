/* A search whose states are shared out: each belongs to the process that its hash names.
 *
 * What a thread makes for others is collected in its *parcel*, until it is dealt out.  Most states are made more than
 * once, and often soon again, so a parcel remembers some of what went into it: what was sent with no more moves is not
 * sent again, as whoever has it knows it already. */
#ifndef ONLYWAY_SOLVE_SEARCH_SHARE_H
#define ONLYWAY_SOLVE_SEARCH_SHARE_H

#include "solve/search/store.h"

/* What one thread has made for others. */
struct parcel {
    unsigned char *states; /* [room]; owned, as all here */
    uint32_t *owners;      /* [room] */
    unsigned char *recent; /* what was sent lately; each stands where its hash says */
    uint64_t count;
};

struct share {
    unsigned rank, size; /* this one, of so many */
    size_t state_bytes, recent_bytes;
    unsigned recent_bits;   /* a parcel remembers 2^recent_bits states at most */
    uint64_t capacity;      /* of a parcel */
    uint64_t most;          /* for tests: it is time to deal out when a parcel has so many; 0: when it is full */
    struct parcel *parcels; /* [threads] */
    unsigned threads;
    unsigned char *dealt; /* [threads * room] states in the order of their owners */
    uint64_t *counts;     /* [size] how many are whose */
    uint64_t *places;     /* [size] */
};

/* `capacity` states for a thread.  False: out of memory; it is to be freed in either case. */
bool share_make(struct share *share, size_t state_bytes, unsigned rank, unsigned size, unsigned threads,
                uint64_t capacity);
void share_free(struct share *share);

/* The process whose a state is. */
static inline unsigned share_owner(uint64_t hash, unsigned size)
{
    return (unsigned)(store_mix(hash ^ UINT64_C(0x6c62272e07bb0142)) % size);
}

/* Puts a state of another process into a thread's parcel, which has room; it was reached in so many moves, up to
 * 65,535. */
void share_add(struct share *share, unsigned thread, const unsigned char *state, uint64_t hash, unsigned owner,
               uint64_t moves);

/* How many states a thread may add. */
static inline uint64_t share_left(const struct share *share, unsigned thread)
{
    uint64_t used = share->parcels[thread].count;
    bool full = share->most != 0 && used >= share->most;
    return full ? 0 : share->capacity - used;
}

/* Sorts what is in the parcels by its owners, into `dealt` and `counts`, and empties them. */
void share_deal(struct share *share);

#endif
