/* Sorting with a context for the comparison. */
#ifndef ONLYWAY_BASE_SORT_H
#define ONLYWAY_BASE_SORT_H

#include <stddef.h>

/* Sorts `count` items of `size` bytes each; compare(a, b, context) returns a value less than, equal to or greater than
 * 0, as for qsort. */
void sort_with(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b, void *context),
               void *context);

/* For qsort: compare items that are, or begin with, a number of this type. */
int compare_uint32(const void *a, const void *b);
int compare_uint64(const void *a, const void *b);

#endif
