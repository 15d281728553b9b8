/* Random numbers: PCG's published test vector, and the functions of the wrapper. */
#include "tests/unit.h"

#include "base/rng.h"

/* The demo output of the PCG library for seed 42, stream 54. */
static void test_published_vector(void **state)
{
    (void)state;
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    struct rng rng;
    rng_start(&rng, 42, 54);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(rng_next(&rng), expected[i]);
}

static void test_below_is_in_range_and_even(void **state)
{
    (void)state;
    struct rng rng;
    int seen[7] = {0};
    rng_start(&rng, 1, 2);
    for (int i = 0; i < 70000; i++) {
        uint32_t number = rng_below(&rng, 7);
        assert_in_range(number, 0, 6);
        seen[number]++;
    }
    /* 10,000 expected; five standard deviations are 463. */
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 9500, 10500);
}

static void test_below_takes_any_bound(void **state)
{
    (void)state;
    struct rng rng, same;
    rng_start(&rng, 1, 2);
    rng_start(&same, 1, 2);
    assert_int_equal(rng_below(&rng, 0), 0);
    assert_int_equal(rng_next(&rng), rng_next(&same));
    assert_int_equal(rng_below(&rng, 1), 0);
    assert_true(rng_below(&rng, UINT32_MAX) < UINT32_MAX);
}

static void test_candidates_differ(void **state)
{
    (void)state;
    struct rng a, b, again;
    rng_start_candidate(&a, 5, 0);
    rng_start_candidate(&b, 5, 1);
    rng_start_candidate(&again, 5, 0);
    int equal = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t number = rng_next(&a);
        equal += number == rng_next(&b);
        assert_int_equal(number, rng_next(&again));
    }
    assert_in_range(equal, 0, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_vector),
        cmocka_unit_test(test_below_is_in_range_and_even),
        cmocka_unit_test(test_below_takes_any_bound),
        cmocka_unit_test(test_candidates_differ),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
