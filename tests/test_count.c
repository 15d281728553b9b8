/* Exact counts: small ones, large ones, and those around the border between both forms. */
#include "tests/unit.h"

#include "solve/search/count.h"

static void check_text(const struct count_pool *pool, count a, const char *expected)
{
    struct text text = {0};
    count_write(pool, a, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void test_small_counts_are_plain_numbers(void **state)
{
    (void)state;
    struct count_pool pool = {0};
    assert_int_equal(count_add(&pool, 2, 3), 5);
    check_text(&pool, 0, "0");
    assert_int_equal(pool.used, 0);
    count_pool_free(&pool);
}

static void test_doubling_goes_far_beyond_64_bits(void **state)
{
    (void)state;
    struct count_pool pool = {0};
    count power = 1;
    for (int i = 0; i < 200; i++)
        power = count_add(&pool, power, power);
    check_text(&pool, power, "1606938044258990275541962092341162602522202993782792835301376");
    assert_int_equal(count_small(power), INT64_MAX);
    count_pool_free(&pool);
}

static void test_border_between_small_and_large(void **state)
{
    (void)state;
    struct count_pool pool = {0};
    count most = COUNT_IS_BIG - 1;
    assert_int_equal(count_add(&pool, most, 0), most);
    check_text(&pool, count_add(&pool, most, 1), "9223372036854775808");
    check_text(&pool, count_add(&pool, most, most), "18446744073709551614");
    count large = count_add(&pool, count_add(&pool, most, most), 2);
    check_text(&pool, large, "18446744073709551616");
    check_text(&pool, count_divide(&pool, large, 8), "2305843009213693952");
    assert_int_equal(count_divide(&pool, 24, 8), 3);
    count_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_counts_are_plain_numbers),
        cmocka_unit_test(test_doubling_goes_far_beyond_64_bits),
        cmocka_unit_test(test_border_between_small_and_large),
    };
    return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
