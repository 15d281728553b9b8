/* Difficulty: bands, and what a formula of it must do at any rate. */
#include "tests/unit.h"

#include "solve/difficulty.h"

#include <math.h>

static void known_measures(double measures[MEASURE_COUNT], double each)
{
    for (int i = 0; i < MEASURE_COUNT; i++)
        measures[i] = each;
}

static double with_luck(double luck)
{
    double measures[MEASURE_COUNT];
    known_measures(measures, 10);
    measures[MEASURE_luck] = luck;
    return difficulty_of(measures);
}

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
        assert_int_equal(high, n + 1 < DIFFICULTY_BAND_COUNT
                                   ? difficulty_band_low((enum difficulty_band)(n + 1)) - 1
                                   : 100);
    }
}

static void test_unknown_measures_leave_it_unknown(void **state)
{
    (void)state;
    double measures[MEASURE_COUNT];
    known_measures(measures, UNKNOWN);
    assert_true(difficulty_of(measures) == UNKNOWN);
    assert_true(with_luck(UNKNOWN) == UNKNOWN);
}

static void test_more_luck_is_never_easier(void **state)
{
    (void)state;
    double last = 0;
    for (double luck = 0; luck <= LUCK_MOST; luck += 0.01) {
        double difficulty = with_luck(luck);
        assert_true(difficulty >= last && difficulty <= 100);
        assert_true(difficulty == floor(difficulty));
        last = difficulty;
    }
    assert_int_equal(difficulty_band_of(with_luck(LUCK_MOST)), DIFFICULTY_expert);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands_follow_one_another),
        cmocka_unit_test(test_unknown_measures_leave_it_unknown),
        cmocka_unit_test(test_more_luck_is_never_easier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
