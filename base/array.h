/* Arrays that grow, and arrays that are freed together. */
#ifndef ONLYWAY_BASE_ARRAY_H
#define ONLYWAY_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Makes room for one more item in an array of `count` items, a pointer and its capacity.  If it is full, doubles its
 * capacity; from 0 it becomes `first`.  Returns false if memory runs out; the array and its capacity are then
 * unchanged. */
#define ARRAY_RESERVE(items, count, capacity, first) \
    ((count) < (capacity) || array_grow(&(items), &(capacity), (first), sizeof *(items)))

/* Grows the array that the pointer at `items` points to, for ARRAY_RESERVE; its items have `size` bytes. */
bool array_grow(void *items, size_t *capacity, size_t first, size_t size);

/* Arrays that are freed together.  Initially all zero. */
struct arrays {
    void **items;
    size_t count, capacity;
    bool failed; /* memory ran out for one of them */
};

/* Makes an array of `count` items of `size` bytes, all zero.  Returns NULL if memory runs out. */
void *arrays_add(struct arrays *arrays, size_t count, size_t size);

void arrays_free(struct arrays *arrays);

#endif
