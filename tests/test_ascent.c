/* The parts of climbs: the record of tried drafts, goals drawn between thresholds, the distance from a goal, and the
 * ascent itself, with numbers as drafts. */
#include "tests/unit.h"

#include "gen/climb/ascent.h"
#include "gen/climb/tried.h"

#include <string.h>

static void test_what_was_tried_is_known(void **state)
{
    (void)state;
    enum { DRAFTS = 300 };
    struct tried tried;
    struct grid draft;
    bool fresh;
    assert_true(tried_make(&tried, DRAFTS, 2));
    assert_true(grid_make(&draft, 2, 1, '-'));
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned i = 0; i < DRAFTS; i++) {
            memcpy(draft.cells, (unsigned char[]){(unsigned char)i, (unsigned char)(i >> 8)}, 2);
            struct merit *merit = tried_find(&tried, &draft, &fresh);
            assert_int_equal(fresh, turn != 1);
            if (turn == 1)
                assert_int_equal(merit->depth, i);
            merit->depth = i;
        }
        if (turn == 1)
            tried_clear(&tried);
    }
    grid_free(&draft);
    tried_free(&tried);
}

static void test_a_goal_is_drawn_between_the_thresholds(void **state)
{
    (void)state;
    static const struct aim_range range = {MEASURE_luck, 4, 20, 1, 0.5};
    static const struct {
        double low, high; /* requested range */
        double least, most;
    } cases[] = {
        {UNKNOWN, UNKNOWN, 4, 20}, {10, UNKNOWN, 10, 20}, {UNKNOWN, 9, 4, 9},
        {30, UNKNOWN, 30, 46},     {UNKNOWN, 2, 0, 2},    {7, 8, 7, 8},
    };
    struct filter_settings wanted;
    struct rng rng;
    rng_start(&rng, 5, 1);
    filters_reset(&wanted);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double lowest = 1000, highest = -1;
        wanted.low[MEASURE_luck] = cases[i].low;
        wanted.high[MEASURE_luck] = cases[i].high;
        for (int n = 0; n < 200; n++) {
            double goal = aim_choose(&wanted, range, &rng).goal;
            assert_true(goal >= cases[i].least && goal <= cases[i].most);
            lowest = goal < lowest ? goal : lowest;
            highest = goal > highest ? goal : highest;
        }
        assert_true(highest - lowest > 0.9 * (cases[i].most - cases[i].least));
    }
}

static void test_the_distance_from_an_aim(void **state)
{
    (void)state;
    struct filter_settings wanted;
    struct judgement judgement = {.greedy = 1};
    filters_reset(&wanted);
    struct aim aim = {.filters = &wanted, .range = {MEASURE_luck, 4, 20, 1, 0.5}, .goal = 10};
    for (int i = 0; i < MEASURE_COUNT; i++)
        judgement.measure[i] = UNKNOWN;
    judgement.measure[MEASURE_depth] = 12;
    judgement.measure[MEASURE_luck] = 9.5;
    assert_true(aim_distance(&aim, &judgement) == 0);
    judgement.measure[MEASURE_luck] = 13;
    assert_true(aim_distance(&aim, &judgement) == 1);
    wanted.low[MEASURE_depth] = 12;
    wanted.high[MEASURE_depth] = 12;
    assert_true(aim_distance(&aim, &judgement) == 1);
    wanted.low[MEASURE_depth] = 24;
    assert_true(aim_distance(&aim, &judgement) == 1 + AIM_THRESHOLD * 1.5);
    wanted.low[MEASURE_depth] = UNKNOWN;
    wanted.low[MEASURE_traps] = 0; /* an unknown value does not meet a threshold */
    assert_true(aim_distance(&aim, &judgement) == 1 + 2 * AIM_THRESHOLD);
    wanted.allow_greedy = false;
    assert_true(aim_distance(&aim, &judgement) == 1 + 3 * AIM_THRESHOLD);
}

/* A draft that is a number: random edits change it, and its worth is its value. */
struct counter {
    struct ascent ascent;
    int draft, next, enough;
    unsigned asked;
    struct rng rng;
};

static bool edit_counter(void *context)
{
    struct counter *counter = context;
    counter->next = counter->draft + (int)rng_below(&counter->rng, 3) - 1;
    return counter->next != counter->draft;
}

static double worth_of_counter(void *context, double least)
{
    struct counter *counter = context;
    assert_true(least == counter->draft);
    counter->ascent.effort++;
    return counter->next;
}

static void take_counter(void *context)
{
    struct counter *counter = context;
    assert_true(counter->next >= counter->draft);
    counter->draft = counter->next;
}

static bool counter_is_enough(void *context)
{
    struct counter *counter = context;
    counter->asked++;
    return counter->draft == counter->enough;
}

static void test_an_ascent_only_goes_up_and_ends(void **state)
{
    (void)state;
    static const struct ascent_steps steps = {edit_counter, worth_of_counter, take_counter, counter_is_enough};
    static const stop_flag go_on = 0;
    struct proposal proposal = {.stop = &go_on};
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct counter counter = {.ascent = {.proposal = &proposal, .edits = 1000, .most_effort = 1000}, .enough = 7};
        rng_start(&counter.rng, seed, 1);
        assert_true(ascend(&counter.ascent, &steps, &counter));
        assert_int_equal(counter.draft, 7);
        assert_int_equal(counter.asked, 8); /* each draft once */
        counter.enough = -1;
        counter.ascent.most_effort = counter.ascent.effort + 5;
        assert_false(ascend(&counter.ascent, &steps, &counter));
        assert_true(counter.ascent.effort == counter.ascent.most_effort);
        counter.ascent.failed = true;
        counter.ascent.most_effort = 1000;
        counter.asked = 0;
        assert_false(ascend(&counter.ascent, &steps, &counter));
        assert_int_equal(counter.asked, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_tried_is_known),
        cmocka_unit_test(test_a_goal_is_drawn_between_the_thresholds),
        cmocka_unit_test(test_the_distance_from_an_aim),
        cmocka_unit_test(test_an_ascent_only_goes_up_and_ends),
    };
    return cmocka_run_group_tests_name("ascent", tests, NULL, NULL);
}
