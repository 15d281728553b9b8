/* Sets of states, one bit each.  Threads may read while others write, but no two threads may write bits of the same
 * byte at once. */
#ifndef ONLYWAY_SOLVE_SEARCH_BITS_H
#define ONLYWAY_SOLVE_SEARCH_BITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef _Atomic unsigned char bits;

/* Returns the size in bytes of a set of `many` bits. */
static inline size_t bits_bytes(uint64_t many)
{
    return (size_t)many / 8 + 1;
}

static inline bool bits_get(const bits *set, uint64_t number)
{
    return atomic_load_explicit(&set[number / 8], memory_order_relaxed) >> (number % 8) & 1;
}

static inline void bits_set(bits *set, uint64_t number)
{
    unsigned byte = atomic_load_explicit(&set[number / 8], memory_order_relaxed);
    atomic_store_explicit(&set[number / 8], (unsigned char)(byte | 1u << (number % 8)), memory_order_relaxed);
}

#endif
