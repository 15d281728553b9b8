/* Sorting with a context for the comparison; see sort.h. */
#include "base/sort.h"

#include <stdint.h>
#include <stdlib.h>

#ifndef __linux__

/* This system has no qsort_r, or one with another order of arguments. */
static _Thread_local struct {
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
} sorting;

static int compare_plain(const void *a, const void *b)
{
    return sorting.compare(a, b, sorting.context);
}

void sort_with(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b, void *context),
               void *context)
{
    sorting.compare = compare;
    sorting.context = context;
    qsort(items, count, size, compare_plain);
}

#else

void sort_with(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b, void *context),
               void *context)
{
    qsort_r(items, count, size, compare, context);
}

#endif

int compare_uint32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int compare_uint64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
