/* Exact counts of any size.
 *
 * A count is a plain 64-bit number while it fits in 63 bits; a larger one is an index into a pool
 * of natural numbers, marked by the top bit.  Adding therefore costs one instruction more than a plain
 * addition until a count really grows beyond 64 bits. */
#ifndef ONLYWAY_SOLVE_SEARCH_COUNT_H
#define ONLYWAY_SOLVE_SEARCH_COUNT_H

#include "base/natural.h"

typedef uint64_t count;

#define COUNT_IS_BIG (UINT64_C(1) << 63)

/* Where the large counts of one search live.  Start with all zero. */
struct count_pool {
    struct natural *numbers;
    size_t used, capacity;
    bool failed; /* memory ran out: no count of this pool may be believed */
};

count count_add_slowly(struct count_pool *pool, count a, count b);

static inline count count_add(struct count_pool *pool, count a, count b)
{
    count sum = a + b; /* two small counts cannot wrap */
    return ((a | b | sum) & COUNT_IS_BIG) == 0 ? sum : count_add_slowly(pool, a, b);
}

/* Adds a count of the pool `from` to *sum, a count of `pool` that is not copied anywhere: a large
 * sum grows in its place. */
void count_accumulate(struct count_pool *pool, count *sum, const struct count_pool *from, count a);

/* a / divisor, which must leave no rest; divisor is small and not 0. */
count count_divide(struct count_pool *pool, count a, unsigned divisor);

/* The count itself if it is at most INT64_MAX, else INT64_MAX. */
int64_t count_small(count a);

/* Adds the decimal digits. */
void count_write(const struct count_pool *pool, count a, struct text *text);

/* The memory that the pool takes, in bytes, roughly. */
size_t count_pool_bytes(const struct count_pool *pool);

void count_pool_free(struct count_pool *pool);

#endif
