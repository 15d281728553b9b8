/* Arrays that grow. */
#ifndef ONLYWAY_BASE_ARRAY_H
#define ONLYWAY_BASE_ARRAY_H

#include <stddef.h>

/* Doubles the capacity of an array of items of `size` bytes; from 0 it becomes `first`.  Returns the array, which may
 * have moved.  Returns NULL if memory runs out; the array and its capacity are then unchanged. */
void *array_grow(void *items, size_t *capacity, size_t first, size_t size);

#endif
