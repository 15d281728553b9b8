/* The states that a search has met, each once.
 *
 * The states themselves stand packed, one behind the other, in a single array that only grows, in
 * the order in which they were met.  A state's place in the array is its number, so a breadth-first
 * search needs no queue, no stored depths and no pointers: layers are ranges of numbers.
 *
 * A hash table finds them again.  Its slots are 32 bits wide: the table has 2^k slots and never
 * holds 2^k states, so k bits do for a number, and the other bits of the slot hold a fingerprint
 * of the state.  Most probes that meet another state stop at the fingerprint and never touch the
 * array.  Slots are filled to three quarters at most, so the table takes 5.3 to 10.7 bytes a
 * state.
 *
 * When the table grows, it is freed first and filled again from the array: it holds nothing that
 * the array does not know, and the peak of memory is the new table, not both.
 *
 * Several threads may add states at once.  A thread claims an empty slot, draws the next number,
 * copies the state into its place and only then shows the number; others wait for a claimed slot.
 * Growing is not among the things that they may do: whoever drives them stops them while there is
 * still room for what they are about to add; the store then starts threads of its own. */
#ifndef ONLYWAY_SOLVE_SEARCH_STORE_H
#define ONLYWAY_SOLVE_SEARCH_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STORE_NONE UINT32_MAX

/* States are read in words of eight bytes: whoever hands one over must own so many bytes behind
 * it. */
enum { STORE_PADDING = 8 };

enum { STORE_LINE = 64 }; /* bytes of a cache line */

struct store {
    size_t state_bytes;
    unsigned char *states; /* owned, like all here */
    size_t side_bytes;     /* that others hold for each state there is room for */
    unsigned threads;
    uint64_t capacity;       /* for that many states */
    _Atomic uint32_t *slots; /* NULL: lost for want of memory */
    uint64_t most;           /* states until store_reserve must be asked */
    uint64_t numbers;        /* states that can be numbered; tests make it less */
    unsigned slot_bits;      /* the table has 2^slot_bits slots */
    bool is_largest;         /* there was no memory for a larger one */
    uint64_t tail_mask;      /* the bytes of a state's last word that are its own */
    /* Every new state changes the count.  No other field shares its cache line, which threads take
     * away from each other all the time. */
    char before_count[STORE_LINE];
    _Atomic uint64_t count;
    char after_count[STORE_LINE];
};

/* `threads` may fill the table anew when it has grown.  False: out of memory. */
bool store_make(struct store *store, size_t state_bytes, unsigned threads);
void store_free(struct store *store);

/* The memory that the store takes. */
size_t store_bytes(const struct store *store);

enum store_capacity { STORE_READY, STORE_FULL, STORE_FAILED };

/* Makes room for `more` states; does not take more than `allowed` bytes in all (0: no limit).
 * STORE_FULL: they would not fit; STORE_FAILED: out of memory, and no state may be looked for or
 * added any more. */
enum store_capacity store_reserve(struct store *store, uint64_t more, size_t allowed);

static inline uint64_t store_count(const struct store *store)
{
    return atomic_load_explicit(&store->count, memory_order_relaxed);
}

/* How many states may be added before store_reserve must be asked again. */
static inline uint64_t store_left(const struct store *store)
{
    uint64_t used = store_count(store);
    return store->most > used ? store->most - used : 0;
}

static inline const unsigned char *store_state(const struct store *store, uint64_t number)
{
    return store->states + number * store->state_bytes;
}

static inline uint64_t store_word(const unsigned char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Both halves of the 128-bit product, folded: every bit of `a` reaches every bit of the result. */
static inline uint64_t store_mix(uint64_t a)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * 0x9e3779b97f4a7c15u;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The hash of a state: its low bits choose the slot, its high half is the fingerprint. */
static inline uint64_t store_hash(const struct store *store, const unsigned char *state)
{
    uint64_t hash = 0x2545f4914f6cdd1du;
    size_t left = store->state_bytes;
    for (; left > 8; left -= 8, state += 8)
        hash = store_mix(hash ^ store_word(state)) + 0xd6e8feb86659fd93u;
    return store_mix(store_mix(hash ^ (store_word(state) & store->tail_mask)) ^ hash >> 32);
}

/* The place in the table where looking for a state begins. */
static inline uint64_t store_place(const struct store *store, uint64_t hash)
{
    return hash & ((UINT64_C(1) << store->slot_bits) - 1);
}

/* Brings the slot of a hash near, for an addition or a look-up to come. */
static inline void store_prefetch(const struct store *store, uint64_t hash)
{
    __builtin_prefetch((const void *)&store->slots[store_place(store, hash)]);
}

/* Brings the state near that the hash seems to belong to.  Returns a place where looking for it may
 * begin just as well, which is good until the table grows. */
uint64_t store_approach(const struct store *store, uint64_t hash);

/* The number of a state, or STORE_NONE.  Looks from *place on, which becomes its place in the table
 * or that where it would go. */
uint32_t store_find_from(const struct store *store, const unsigned char *state, uint64_t hash, uint64_t *place);

/* The number of a state, which is added if it is new.  Looks from `place` on. */
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
