/* How arrays grow: by half while they are small; a large one by a sixteenth, so that little of what
 * a limit of memory allows lies idle.  Moving a large array costs next to nothing where its pages
 * can be handed over (program_use_memory). */
#ifndef ONLYWAY_SOLVE_SEARCH_CAPACITY_H
#define ONLYWAY_SOLVE_SEARCH_CAPACITY_H

#include <stddef.h>
#include <stdint.h>

enum { CAPACITY_LARGE = 1 << 20 }; /* bytes */

/* The room that an array of `capacity` elements of `size` bytes grows to so that `wanted` fit. */
static inline uint64_t capacity_for(uint64_t capacity, uint64_t wanted, size_t size)
{
    uint64_t larger = capacity + capacity / (capacity * size < CAPACITY_LARGE ? 2 : 16);
    return wanted <= capacity ? capacity : wanted > larger ? wanted : larger;
}

#endif
