/* Exact counts of any size; see count.h. */
#include "solve/search/count.h"

#include <inttypes.h>
#include <stdlib.h>

/* A new large number, 0; NULL: out of memory. */
static mpz_t *new_number(struct count_pool *pool)
{
    if (pool->used == pool->room) {
        size_t room = pool->room == 0 ? 16 : 2 * pool->room;
        mpz_t *numbers = realloc(pool->numbers, room * sizeof *numbers);
        if (numbers == NULL) {
            pool->failed = true;
            return NULL;
        }
        pool->numbers = numbers;
        pool->room = room;
    }
    mpz_t *number = &pool->numbers[pool->used++];
    mpz_init(*number);
    return number;
}

static void add_to(mpz_t sum, const struct count_pool *pool, count a)
{
    if (a & COUNT_IS_BIG)
        mpz_add(sum, sum, pool->numbers[a & ~COUNT_IS_BIG]);
    else
        mpz_add_ui(sum, sum, a);
}

count count_add_slowly(struct count_pool *pool, count a, count b)
{
    if (a == 0 || b == 0)
        return a + b;
    mpz_t *sum = new_number(pool);
    if (sum == NULL)
        return 0;
    add_to(*sum, pool, a);
    add_to(*sum, pool, b);
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
        mpz_t *number = new_number(pool);
        if (number == NULL)
            return;
        mpz_set_ui(*number, *sum);
        *sum = COUNT_IS_BIG | (pool->used - 1);
    }
    add_to(pool->numbers[*sum & ~COUNT_IS_BIG], from, a);
}

count count_divide(struct count_pool *pool, count a, unsigned divisor)
{
    if (!(a & COUNT_IS_BIG) || divisor == 1)
        return divisor == 1 ? a : a / divisor;
    mpz_t *quotient = new_number(pool);
    if (quotient == NULL)
        return 0;
    mpz_divexact_ui(*quotient, pool->numbers[a & ~COUNT_IS_BIG], divisor);
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
    char *digits = mpz_get_str(NULL, 10, pool->numbers[a & ~COUNT_IS_BIG]);
    text_add_string(text, digits);
    free(digits);
}

size_t count_pool_bytes(const struct count_pool *pool)
{
    size_t bytes = pool->room * sizeof *pool->numbers;
    if (pool->used > 0)
        bytes += pool->used * (16 + mpz_size(pool->numbers[pool->used - 1]) * sizeof(mp_limb_t));
    return bytes;
}

void count_pool_free(struct count_pool *pool)
{
    for (size_t i = 0; i < pool->used; i++)
        mpz_clear(pool->numbers[i]);
    free(pool->numbers);
    *pool = (struct count_pool){0};
}
