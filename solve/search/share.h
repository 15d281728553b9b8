/* The send buffers of a search whose states are divided among several ranks.  The hash of a state determines which
 * rank owns it.
 *
 * Each thread collects the states that it generates for other ranks in a send buffer until the ranks exchange them.
 * Many states are generated several times within a short while.  So a send buffer remembers some of the states it took,
 * and does not send a state again unless it was reached in fewer moves. */
#ifndef ONLYWAY_SOLVE_SEARCH_SHARE_H
#define ONLYWAY_SOLVE_SEARCH_SHARE_H

#include "solve/search/store.h"

/* The states that one thread generated for other ranks. */
struct send_buffer {
    unsigned char *states; /* [capacity]; owned, like all pointers here */
    uint32_t *owners;      /* [capacity] */
    unsigned char *recent; /* states sent lately, indexed by hash */
    uint64_t count;
};

struct share {
    unsigned rank, size; /* this rank, and the number of ranks */
    size_t state_bytes, recent_bytes;
    unsigned recent_bits;        /* a send buffer remembers at most 2^recent_bits states */
    uint64_t capacity;           /* of a send buffer, in states */
    uint64_t most;               /* for tests: exchange as soon as a send buffer holds this many; 0: when it is full */
    struct send_buffer *buffers; /* [threads] */
    unsigned threads;
    unsigned char *sorted; /* [threads * capacity] states sorted by owner */
    uint64_t *counts;      /* [size] number of states for each rank */
    uint64_t *places;      /* [size] */
};

/* `capacity` is the number of states per thread.  Returns false if memory runs out; free it even then. */
bool share_make(struct share *share, size_t state_bytes, unsigned rank, unsigned size, unsigned threads,
                uint64_t capacity);
void share_free(struct share *share);

/* Returns the rank that owns a state. */
static inline unsigned share_owner(uint64_t hash, unsigned size)
{
    return (unsigned)(store_mix(hash ^ UINT64_C(0x6c62272e07bb0142)) % size);
}

/* Adds a state that another rank owns to a thread's send buffer, which must have room.  The state was reached in
 * `moves` moves, at most 65,535. */
void share_add(struct share *share, unsigned thread, const unsigned char *state, uint64_t hash, unsigned owner,
               uint64_t moves);

/* Returns how many states a thread may add. */
static inline uint64_t share_left(const struct share *share, unsigned thread)
{
    uint64_t used = share->buffers[thread].count;
    bool full = share->most != 0 && used >= share->most;
    return full ? 0 : share->capacity - used;
}

/* Sorts the states of all send buffers by owner into `sorted` and `counts`, and empties the buffers. */
void share_sort(struct share *share);

#endif
