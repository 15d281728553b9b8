/* The states that a search has met, each stored once.
 *
 * The states are one after another in a single array that only grows, in the order in which they were met.  A
 * state's index in the array is its number.  So a breadth-first search needs no queue, no stored depths and no
 * pointers: a layer is a range of numbers.
 *
 * A hash table finds the states again.  Its slots are 32 bits wide.  A table of at most 2^k slots always holds fewer
 * than 2^k states, so a number needs k bits, and the other bits of the slot hold a fingerprint of the state.  Most
 * probes that hit a different state stop at the fingerprint and never touch the array.
 *
 * A search for a state begins at the start of a cache line (a multiple of 16 slots) and goes on from slot to slot.  So
 * the table may be quite full: most searches read one or two lines even when 7/8 of the slots are filled.  Beyond 7/8
 * the table grows, a large table by a quarter.  If memory is too short for a larger table, it is filled up to 15/16.  A
 * large table takes 4.6 to 5.7 bytes a state.
 *
 * The array is read seldom and at random, but takes most of the memory.  So a store can pack its states (packed.h): it
 * packs the states of lower numbers and leaves only the latest ones unpacked.
 *
 * To grow the table, the store frees it first and then refills the new one from the array, which holds everything
 * the table needs.  So the peak memory is the new table, not both.
 *
 * Several threads may add states at once.  A thread claims an empty slot, draws the next number, copies the state
 * into the array and only then publishes the number.  Other threads wait for a claimed slot.  Threads must not grow
 * the store: the caller stops them while there is still room for what they are about to add, and the store then
 * starts threads of its own to refill the table. */
#ifndef ONLYWAY_SOLVE_SEARCH_STORE_H
#define ONLYWAY_SOLVE_SEARCH_STORE_H

#include "base/bytes.h"
#include "solve/search/packed.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#define STORE_NONE UINT32_MAX

/* States are read in words of eight bytes, so the caller must own this many bytes after each state it passes. */
enum { STORE_PADDING = 8 };

enum { STORE_LINE = 64 }; /* bytes in a cache line */
enum { STORE_LINE_SLOTS = STORE_LINE / sizeof(uint32_t) };

struct store {
    size_t state_bytes;
    unsigned char *states; /* those that are not packed; owned, like all pointers here */
    struct packed packed;  /* the states of lower numbers */
    bool packs;
    size_t side_bytes; /* bytes that the caller holds for each state of the capacity */
    const void *side;  /* the caller's array of these bytes, to be prefetched with the state; not owned; may be NULL */
    unsigned threads;
    uint64_t capacity;       /* in states, packed or not */
    _Atomic uint32_t *slots; /* NULL: lost when memory ran out */
    uint64_t most;           /* number of states at which store_reserve must be called again */
    uint64_t numbers;        /* the most states that can be numbered; tests lower it */
    uint64_t slot_count;     /* a multiple of the slots in a cache line */
    unsigned number_bits;    /* the bits of a slot that hold a number */
    bool is_largest;         /* there was no memory for a larger table */
    uint64_t tail_mask;      /* selects the bytes of a state's last word that belong to it */
    /* Every new state changes the count.  No other field shares its cache line, because threads constantly take that
     * line from each other. */
    char before_count[STORE_LINE];
    _Atomic uint64_t count;
    char after_count[STORE_LINE];
};

/* The store may use `threads` threads to refill a table that has grown.  Returns false if memory runs out. */
bool store_make(struct store *store, size_t state_bytes, unsigned threads);
void store_free(struct store *store);

/* Lets an empty store pack its states when there are many.  They are then read by store_read. */
void store_pack(struct store *store);

/* Returns the memory that counts towards the limit, side_bytes included. */
size_t store_bytes(const struct store *store);

enum store_capacity { STORE_READY, STORE_FULL, STORE_FAILED };

/* Makes room for `more` states without taking more than `allowed` bytes in all (0: no limit).  STORE_FULL: they do
 * not fit.  STORE_FAILED: out of memory; no state may be looked up or added any more. */
enum store_capacity store_reserve(struct store *store, uint64_t more, size_t allowed);

static inline uint64_t store_count(const struct store *store)
{
    return atomic_load_explicit(&store->count, memory_order_relaxed);
}

/* Returns how many states may be added before store_reserve must be called again. */
static inline uint64_t store_left(const struct store *store)
{
    uint64_t used = store_count(store);
    return store->most > used ? store->most - used : 0;
}

/* Returns a state; the others follow in the order of their numbers.  Only for stores that do not pack. */
static inline const unsigned char *store_state(const struct store *store, uint64_t number)
{
    assert(store->packed.count == 0);
    return store->states + number * store->state_bytes;
}

/* The buffer for an unpacked state. */
struct store_copy {
    unsigned char bytes[PACKED_MOST_BYTES + STORE_PADDING];
};

/* Returns a state, either in the store, until store_reserve is called, or in *copy. */
static inline const unsigned char *store_read(const struct store *store, uint64_t number, struct store_copy *copy)
{
    if (number >= store->packed.count)
        return store->states + (number - store->packed.count) * store->state_bytes;
    packed_read(&store->packed, number, copy->bytes);
    return copy->bytes;
}

/* Folds both halves of the 128-bit product, so that every bit of `a` affects every bit of the result. */
static inline uint64_t store_mix(uint64_t a)
{
    const uint64_t factor = 0x9e3779b97f4a7c15u;
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    return a * factor ^ (uint64_t)((wide)a * factor >> 64);
#else /* 32-bit processors: by halves */
    uint64_t low = (uint32_t)a * (factor & UINT32_MAX), high = (a >> 32) * (factor & UINT32_MAX) + (low >> 32);
    uint64_t middle = (uint32_t)a * (factor >> 32) + (high & UINT32_MAX);
    return a * factor ^ ((a >> 32) * (factor >> 32) + (high >> 32) + (middle >> 32));
#endif
}

/* Returns the hash of a state: its low half chooses the slot, its high half gives the fingerprint. */
static inline uint64_t store_hash(const struct store *store, const unsigned char *state)
{
    uint64_t hash = 0x2545f4914f6cdd1du;
    size_t left = store->state_bytes;
    for (; left > 8; left -= 8, state += 8)
        hash = store_mix(hash ^ load_8(state)) + 0xd6e8feb86659fd93u;
    return store_mix(store_mix(hash ^ (load_8(state) & store->tail_mask)) ^ hash >> 32);
}

/* Returns the slot where the search for a state begins, the first of a cache line. */
static inline uint64_t store_place(const struct store *store, uint64_t hash)
{
    return ((hash & UINT32_MAX) * (store->slot_count / STORE_LINE_SLOTS) >> 32) * STORE_LINE_SLOTS;
}

/* STORE_PADDING bytes after the state must be readable. */
bool store_equals(const struct store *store, uint64_t number, const unsigned char *state);

/* Prefetches the slot of a hash for a later addition or look-up. */
static inline void store_prefetch(const struct store *store, uint64_t hash)
{
    __builtin_prefetch((const void *)&store->slots[store_place(store, hash)]);
}

/* Finds the first slot whose fingerprint fits the hash, and prefetches the state there and the caller's bytes for it.
 * Returns that slot.  The look-up may begin there; it is valid until the table grows. */
uint64_t store_approach(const struct store *store, uint64_t hash);

/* Returns the number of a state, or STORE_NONE.  Probes from *place on, and sets *place to the state's slot or to the
 * empty slot where it would go. */
uint32_t store_find_from(const struct store *store, const unsigned char *state, uint64_t hash, uint64_t *place);

/* Returns the number of a state, adding it if it is new.  Probes from `place` on. */
uint32_t store_add_from(struct store *store, const unsigned char *state, uint64_t hash, uint64_t place, bool *is_new);

static inline uint32_t store_find(const struct store *store, const unsigned char *state, uint64_t hash)
{
    uint64_t place = store_place(store, hash);
    return store_find_from(store, state, hash, &place);
}

static inline uint32_t store_add(struct store *store, const unsigned char *state, uint64_t hash, bool *is_new)
{
    return store_add_from(store, state, hash, store_place(store, hash), is_new);
}

#endif
