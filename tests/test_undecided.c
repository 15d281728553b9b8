/* An undecided judgement never says anything wrong: random levels of every game and random puzzles are judged under
 * thousands of small limits, and compared with judgements without a limit. */
#include "solve/judge/judge.h"
#include "tests/random_play.h"
#include "tests/toys.h"

#include <string.h>

/* Counts of each kind of answer: a test that never met one would prove nothing. */
static unsigned decided, bounds, depths;

/* Checks that a judgement under a limit agrees with the whole one, as far as it goes. */
static void compare(const struct puzzle *puzzle, const struct judgement *some, const struct judgement *whole)
{
    check(judgement_stands(puzzle, some));
    double depth = some->measure[MEASURE_depth], right = whole->measure[MEASURE_depth];
    if (some->verdict != VERDICT_UNDECIDED) {
        check(some->verdict == whole->verdict && depth == right);
        decided++;
    } else if (depth != UNKNOWN) {
        check(depth == right);
        depths++;
    } else {
        check(right == UNKNOWN || (double)some->at_least <= right);
        bounds++;
    }
    check(some->solutions.size == 0 || strcmp(text_string(&some->solutions), text_string(&whole->solutions)) == 0);
    check(!judgement_has_solution(some) || move_lists_equal(&some->reported, &whole->reported));
}

/* The same limit must give the same result with any number of threads. */
static void compare_threads(const struct judgement *one, const struct judgement *two)
{
    check(one->verdict == two->verdict && one->at_least == two->at_least &&
          one->measure[MEASURE_depth] == two->measure[MEASURE_depth]);
    check(strcmp(one->reason, two->reason) == 0);
}

static void judge_within(const struct puzzle *puzzle, struct request request, unsigned jobs,
                         struct judgement *judgement)
{
    request.limits.jobs = jobs;
    check(judge(puzzle, &request, judgement));
}

static void try_limits(struct chance *chance, const struct puzzle *puzzle)
{
    enum { TRIES = 8, MOST_STATES = 20000 };
    struct request request = {.limits = {.max_states = MOST_STATES}, .measures = MEASURES_AUTO};
    struct judgement whole, one, two;
    judge_within(puzzle, request, 1, &whole);
    int states = whole.states < MOST_STATES ? (int)whole.states : MOST_STATES;
    for (int i = 0; i < TRIES && whole.verdict != VERDICT_UNDECIDED; i++) {
        request.limits.max_states = 1 + (uint64_t)chance_below(chance, states + 1);
        request.measures = chance_below(chance, 2) == 0;
        request.limits.spared = i % 3 == 0 ? SEARCH_ALONE : 0; /* not always, because it takes long */
        judge_within(puzzle, request, 1, &one);
        judge_within(puzzle, request, 2, &two);
        compare(puzzle, &one, &whole);
        compare_threads(&one, &two);
        judgement_free(&one);
        judgement_free(&two);
    }
    judgement_free(&whole);
}

static void test_random_levels(void **state)
{
    (void)state;
    decided = bounds = depths = 0;
    with_random_levels(CASES(2000), try_limits);
    print_message("%u decided, %u bounds, %u depths\n", decided, bounds, depths);
    assert_true(decided > CASES(100) && bounds > CASES(100) && depths > CASES(10));
}

static void test_random_toys(void **state)
{
    (void)state;
    struct chance chance = {chance_seed()};
    decided = bounds = depths = 0;
    for (uint64_t seed = 1; seed <= CASES(500); seed++) {
        struct toy toy;
        random_play_seed = chance_seed() * 1000 + seed;
        toy_make(&toy, random_play_seed);
        try_limits(&chance, &toy.puzzle);
    }
    print_message("%u decided, %u bounds, %u depths\n", decided, bounds, depths);
    assert_true(decided > CASES(100) && bounds > CASES(100) && depths > CASES(10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_levels),
        cmocka_unit_test(test_random_toys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
