/* Difficulty: its bands, and properties that any formula for it must have. */
#include "tests/unit.h"

#include "solve/judge/judge.h"

#include <math.h>

static void test_bands_follow_one_another(void **state)
{
    (void)state;
    assert_int_equal(difficulty_band_low((enum difficulty_band)0), 0);
    for (unsigned n = 0; n < DIFFICULTY_BAND_COUNT; n++) {
        enum difficulty_band band = (enum difficulty_band)n;
        int low = difficulty_band_low(band), high = difficulty_band_high(band);
        assert_true(low < high);
        assert_int_equal(difficulty_band_of(low), band);
        assert_int_equal(difficulty_band_of(high), band);
        assert_int_equal(high,
                         n + 1 < DIFFICULTY_BAND_COUNT ? difficulty_band_low((enum difficulty_band)(n + 1)) - 1 : 100);
    }
}

static void test_what_is_unknown_leaves_it_unknown(void **state)
{
    (void)state;
    assert_true(difficulty_of(&(struct guided){UNKNOWN, 1}, 10) == UNKNOWN);
    assert_true(difficulty_of(&(struct guided){1, UNKNOWN}, 10) == UNKNOWN);
    assert_true(difficulty_of(&(struct guided){1, 1}, UNKNOWN) == UNKNOWN);
    assert_true(difficulty_of(&(struct guided){1, 1}, 10) != UNKNOWN);
}

/* Checks that the difficulty never falls as one of luck, hazard and steps grows from 0, and that it reaches the band
 * `last_band`. */
static void rises(unsigned which, double most, double step, enum difficulty_band last_band)
{
    double last = 0;
    for (double value = 0; value <= most; value += step) {
        struct guided guided = {which == 0 ? value : 4, which == 1 ? value : 0.2};
        double difficulty = difficulty_of(&guided, which == 2 ? value : 60);
        assert_true(difficulty >= last && difficulty <= 100 && difficulty == floor(difficulty));
        last = difficulty;
    }
    assert_int_equal(difficulty_band_of(last), last_band);
}

static void test_more_luck_hazard_and_steps_are_never_easier(void **state)
{
    (void)state;
    rises(0, LUCK_MOST, 0.01, DIFFICULTY_expert);
    rises(1, 4, 0.001, DIFFICULTY_expert);
    rises(2, 10000, 1, DIFFICULTY_hard);
}

/* The formula as documented: 100 / (1 + e^(1.1 (4.8 - s))). */
static void test_figures(void **state)
{
    (void)state;
    assert_int_equal(difficulty_of(&(struct guided){0, 0}, 0), 1);
    assert_int_equal(difficulty_of(&(struct guided){3, 0.25}, 31), 24);
    assert_int_equal(difficulty_of(&(struct guided){7, 0.25}, 31), 49);
    assert_int_equal(difficulty_of(&(struct guided){15, 0.5}, 63), 89);
    assert_int_equal(difficulty_of(&(struct guided){LUCK_MOST, 2}, 1023), 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands_follow_one_another),
        cmocka_unit_test(test_what_is_unknown_leaves_it_unknown),
        cmocka_unit_test(test_more_luck_hazard_and_steps_are_never_easier),
        cmocka_unit_test(test_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
