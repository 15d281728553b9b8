/* How arrays grow: small ones by half, large ones by a sixteenth, so that little of the allowed memory stays unused.
 * Growing a large array costs next to nothing where the system can move its pages (program_begin). */
#ifndef ONLYWAY_SOLVE_SEARCH_CAPACITY_H
#define ONLYWAY_SOLVE_SEARCH_CAPACITY_H

#include <stddef.h>
#include <stdint.h>

enum { CAPACITY_LARGE = 1 << 20 }; /* bytes */

/* Returns the capacity to which an array of `capacity` elements of `size` bytes grows so that `wanted` elements fit. */
static inline uint64_t capacity_for(uint64_t capacity, uint64_t wanted, size_t size)
{
    uint64_t larger = capacity + capacity / (capacity * size < CAPACITY_LARGE ? 2 : 16);
    return wanted <= capacity ? capacity : wanted > larger ? wanted : larger;
}

#endif
