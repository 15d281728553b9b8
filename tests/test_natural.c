/* Natural numbers of any size, compared with GMP; skipped without it. */
#include "config.h"

#include "tests/unit.h"

#ifdef HAVE_GMP

#include "base/natural.h"
#include "base/rng.h"

#include <gmp.h>
#include <stdlib.h>

static void check_same(const struct natural *number, const mpz_t expected)
{
    struct text text = {0};
    char *digits = mpz_get_str(NULL, 10, expected);
    natural_write(number, &text);
    assert_string_equal(text_string(&text), digits);
    int64_t small = INT64_MAX;
    if (mpz_sizeinbase(expected, 2) < 64) {
        small = 0;
        mpz_export(&small, NULL, -1, sizeof small, 0, 0, expected);
    }
    assert_int_equal(natural_small(number), small);
    assert_int_equal(natural_is_zero(number), mpz_sgn(expected) == 0);
    free(digits);
    text_free(&text);
}

/* Draws a word that is often an edge case: sums carry, and quotients begin with zeros. */
static uint64_t draw_word(struct rng *rng)
{
    static const uint64_t edges[] = {0, 1, UINT32_MAX, (uint64_t)INT64_MAX, UINT64_MAX};
    uint32_t which = rng_below(rng, 8);
    return which < 5 ? edges[which] : (uint64_t)rng_next(rng) << 32 | rng_next(rng);
}

static void draw(struct rng *rng, struct natural *number, mpz_t same)
{
    uint64_t words[6];
    size_t size = rng_below(rng, 7);
    for (size_t i = 0; i < size; i++)
        words[i] = draw_word(rng);
    natural_set_words(number, words, size);
    mpz_import(same, size, -1, sizeof *words, 0, 0, words);
}

static void change(struct rng *rng, struct natural *number, mpz_t same)
{
    struct natural other = {0};
    uint64_t word = draw_word(rng);
    uint32_t divisor = rng_next(rng) >> rng_below(rng, 32) | 1;
    mpz_t same_other;
    mpz_init(same_other);
    mpz_import(same_other, 1, -1, sizeof word, 0, 0, &word); /* a long may have 32 bits */
    switch (rng_below(rng, 4)) {
    case 0:
        natural_add_small(number, word);
        mpz_add(same, same, same_other);
        break;
    case 1:
        draw(rng, &other, same_other);
        natural_add(number, &other);
        mpz_add(same, same, same_other);
        break;
    case 2:
        natural_add(number, number);
        mpz_add(same, same, same);
        break;
    default:
        assert_int_equal(natural_divide(number, divisor), mpz_tdiv_q_ui(same, same, divisor));
        break;
    }
    natural_free(&other);
    mpz_clear(same_other);
}

static void test_random_sums_and_quotients(void **state)
{
    (void)state;
    struct rng rng;
    rng_start(&rng, 1, 1);
    mpz_t same;
    mpz_init(same);
    for (int round = 0; round < 2000; round++) {
        struct natural number = {0}, copy = {0};
        draw(&rng, &number, same);
        for (int i = 0; i < 20; i++) {
            change(&rng, &number, same);
            check_same(&number, same);
        }
        natural_copy(&copy, &number);
        natural_set(&number, 7);
        check_same(&copy, same);
        assert_int_equal(natural_small(&number), 7);
        natural_free(&number);
        natural_free(&copy);
    }
    mpz_clear(same);
}

static void test_thousands_of_digits(void **state)
{
    (void)state;
    struct natural power = {0};
    mpz_t same;
    natural_set(&power, 1);
    mpz_init_set_ui(same, 1);
    for (int i = 0; i < 20000; i++)
        natural_add(&power, &power);
    mpz_mul_2exp(same, same, 20000);
    check_same(&power, same);
    natural_free(&power);
    mpz_clear(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_sums_and_quotients),
        cmocka_unit_test(test_thousands_of_digits),
    };
    return cmocka_run_group_tests_name("natural", tests, NULL, NULL);
}
#else
int main(void)
{
    print_message("skipped: built without GMP (Debian: libgmp-dev)\n");
    return 77;
}
#endif
