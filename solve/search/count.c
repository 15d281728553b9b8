/* Exact counts of any size; see count.h. */
#include "solve/search/count.h"

#include "base/array.h"

#include <inttypes.h>
#include <stdlib.h>

/* Returns a new large number of value 0; NULL if memory runs out. */
static struct natural *new_number(struct count_pool *pool)
{
    if (!ARRAY_RESERVE(pool->numbers, pool->used, pool->capacity, 16)) {
        pool->failed = true;
        return NULL;
    }
    struct natural *number = &pool->numbers[pool->used++];
    *number = (struct natural){0};
    return number;
}

static void add_to(struct count_pool *pool, struct natural *sum, const struct count_pool *from, count a)
{
    if (a & COUNT_IS_BIG)
        natural_add(sum, &from->numbers[a & ~COUNT_IS_BIG]);
    else
        natural_add_small(sum, a);
    pool->failed |= sum->failed;
}

count count_add_slowly(struct count_pool *pool, count a, count b)
{
    if (a == 0 || b == 0)
        return a + b;
    struct natural *sum = new_number(pool);
    if (sum == NULL)
        return 0;
    add_to(pool, sum, pool, a);
    add_to(pool, sum, pool, b);
    return COUNT_IS_BIG | (pool->used - 1);
}

void count_accumulate(struct count_pool *pool, count *sum, const struct count_pool *from, count a)
{
    count plain = *sum + a;
    if (((*sum | a | plain) & COUNT_IS_BIG) == 0) {
        *sum = plain;
        return;
    }
    if (!(*sum & COUNT_IS_BIG)) {
        struct natural *number = new_number(pool);
        if (number == NULL)
            return;
        natural_set(number, *sum);
        *sum = COUNT_IS_BIG | (pool->used - 1);
    }
    add_to(pool, &pool->numbers[*sum & ~COUNT_IS_BIG], from, a);
}

count count_divide(struct count_pool *pool, count a, unsigned divisor)
{
    if (!(a & COUNT_IS_BIG) || divisor == 1)
        return divisor == 1 ? a : a / divisor;
    struct natural *quotient = new_number(pool);
    if (quotient == NULL)
        return 0;
    natural_copy(quotient, &pool->numbers[a & ~COUNT_IS_BIG]);
    natural_divide(quotient, divisor);
    pool->failed |= quotient->failed;
    return COUNT_IS_BIG | (pool->used - 1);
}

int64_t count_small(count a)
{
    return a & COUNT_IS_BIG ? INT64_MAX : (int64_t)a;
}

void count_write(const struct count_pool *pool, count a, struct text *text)
{
    if (!(a & COUNT_IS_BIG)) {
        text_addf(text, "%" PRIu64, a);
        return;
    }
    natural_write(&pool->numbers[a & ~COUNT_IS_BIG], text);
}

size_t count_pool_bytes(const struct count_pool *pool)
{
    size_t bytes = pool->capacity * sizeof *pool->numbers;
    if (pool->used > 0)
        bytes += pool->used * (16 + pool->numbers[pool->used - 1].capacity * sizeof(uint64_t));
    return bytes;
}

void count_pool_free(struct count_pool *pool)
{
    for (size_t i = 0; i < pool->used; i++)
        natural_free(&pool->numbers[i]);
    free(pool->numbers);
    *pool = (struct count_pool){0};
}
