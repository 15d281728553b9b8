/* The send buffers of a search whose states belong to several processes: the hash of a state says which rank owns it.
 *
 * Each thread collects the states that it makes for other ranks in a send buffer, until the ranks exchange them.  Many
 * states are made several times within a short while, so a send buffer remembers some of what it took: a state that was
 * sent with as few moves is not sent again. */
#ifndef ONLYWAY_SOLVE_SEARCH_SHARE_H
#define ONLYWAY_SOLVE_SEARCH_SHARE_H

#include "solve/search/store.h"

/* What one thread has made for others. */
struct send_buffer {
    unsigned char *states; /* [room]; owned, as all here */
    uint32_t *owners;      /* [room] */
    unsigned char *recent; /* what was sent lately; each stands where its hash says */
    uint64_t count;
};

struct share {
    unsigned rank, size; /* this one, of so many */
    size_t state_bytes, recent_bytes;
    unsigned recent_bits;        /* a send buffer remembers 2^recent_bits states at most */
    uint64_t capacity;           /* of a send buffer */
    uint64_t most;               /* for tests: the ranks exchange when a send buffer has so many; 0: when it is full */
    struct send_buffer *buffers; /* [threads] */
    unsigned threads;
    unsigned char *sorted; /* [threads * room] states in the order of their owners */
    uint64_t *counts;      /* [size] how many are whose */
    uint64_t *places;      /* [size] */
};

/* `capacity` states for a thread.  False: out of memory; it is to be freed in either case. */
bool share_make(struct share *share, size_t state_bytes, unsigned rank, unsigned size, unsigned threads,
                uint64_t capacity);
void share_free(struct share *share);

/* The rank that owns a state. */
static inline unsigned share_owner(uint64_t hash, unsigned size)
{
    return (unsigned)(store_mix(hash ^ UINT64_C(0x6c62272e07bb0142)) % size);
}

/* Puts a state of another process into a thread's send buffer, which has room; it was reached in so many moves, up to
 * 65,535. */
void share_add(struct share *share, unsigned thread, const unsigned char *state, uint64_t hash, unsigned owner,
               uint64_t moves);

/* How many states a thread may add. */
static inline uint64_t share_left(const struct share *share, unsigned thread)
{
    uint64_t used = share->buffers[thread].count;
    bool full = share->most != 0 && used >= share->most;
    return full ? 0 : share->capacity - used;
}

/* Sorts the states of the send buffers by owner, into `sorted` and `counts`, and empties the buffers. */
void share_sort(struct share *share);

#endif
