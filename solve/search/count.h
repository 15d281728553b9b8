/* Exact counts of any size.
 *
 * A count that fits in 63 bits is a plain 64-bit number.  A larger one has its top bit set and is an index into a pool
 * of natural numbers.  So until a count exceeds 63 bits, an addition costs only one instruction more than a plain
 * addition. */
#ifndef ONLYWAY_SOLVE_SEARCH_COUNT_H
#define ONLYWAY_SOLVE_SEARCH_COUNT_H

#include "base/natural.h"

typedef uint64_t count;

#define COUNT_IS_BIG (UINT64_C(1) << 63)

/* Holds the large counts of one search.  Initialise it to all zeros. */
struct count_pool {
    struct natural *numbers;
    size_t used, capacity;
    bool failed; /* memory ran out: the counts of this pool are invalid */
};

count count_add_slowly(struct count_pool *pool, count a, count b);

static inline count count_add(struct count_pool *pool, count a, count b)
{
    count sum = a + b; /* two small counts cannot overflow */
    return ((a | b | sum) & COUNT_IS_BIG) == 0 ? sum : count_add_slowly(pool, a, b);
}

/* Adds `a`, a count of the pool `from`, to *sum, a count of `pool`.  No copy of *sum may be in use, because a large
 * sum grows in place. */
void count_accumulate(struct count_pool *pool, count *sum, const struct count_pool *from, count a);

/* Returns a / divisor.  The remainder must be 0; the divisor is small and not 0. */
count count_divide(struct count_pool *pool, count a, unsigned divisor);

/* Returns the count if it is at most INT64_MAX, else INT64_MAX. */
int64_t count_small(count a);

/* Appends the decimal digits. */
void count_write(const struct count_pool *pool, count a, struct text *text);

/* Returns roughly the memory that the pool takes, in bytes. */
size_t count_pool_bytes(const struct count_pool *pool);

void count_pool_free(struct count_pool *pool);

#endif
