/* How arrays grow: small ones by half, large ones by a sixteenth, so that little of the allowed memory stays unused.
 * Growing a large array costs next to nothing where the system can move its pages (program_begin). */
#ifndef ONLYWAY_SOLVE_SEARCH_CAPACITY_H
#define ONLYWAY_SOLVE_SEARCH_CAPACITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_LARGE = 1 << 20 }; /* bytes */

/* Returns the capacity to which an array of `capacity` elements of `size` bytes grows so that `wanted` elements fit. */
static inline uint64_t capacity_for(uint64_t capacity, uint64_t wanted, size_t size)
{
    uint64_t larger = capacity + capacity / (capacity * size < CAPACITY_LARGE ? 2 : 16);
    return wanted <= capacity ? capacity : wanted > larger ? wanted : larger;
}

/* Makes the capacity of the array that the pointer at `items` points to at least `wanted`; new elements are
 * uninitialised.  Returns false, with the array as it was, if memory runs out. */
static inline bool capacity_grow(void *items, uint64_t *capacity, uint64_t wanted, size_t size)
{
    if (wanted <= *capacity)
        return true;
    void *array;
    memcpy(&array, items, sizeof array); /* all pointers to objects have the same form */
    void *grown = realloc(array, (size_t)wanted * size);
    if (grown == NULL)
        return false;
    memcpy(items, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}

#endif
