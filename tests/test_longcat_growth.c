/* Compares LongCat levels grown backwards with the slow judge: each has exactly the solution and the figures with
 * which it was grown. */
#include "tests/unit.h"

#include "gen/longcat/growth.h"
#include "tests/levels.h"
#include "tests/oracle.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CAPACITY = 72, LEVELS = 300 };

/* The requirements on the growth, and the largest luck that it met. */
struct asked {
    double luck, best;
    unsigned least_walls;
};

static stop_flag never;
static const struct proposal unstopped = {.stop = &never};

static bool judge_luck(void *context, const struct profile *profile, unsigned walls, double *worth)
{
    struct asked *asked = context;
    if (profile->luck > asked->luck || walls < asked->least_walls)
        return false;
    *worth = profile->luck;
    if (*worth > asked->best)
        asked->best = *worth;
    return true;
}

/* Compares a draft with the slow judge.  Its luck must be `luck`. */
static void check_draft(const struct longcat_draft *draft, const unsigned char *path, unsigned length, double luck)
{
    struct grid grid;
    assert_true(longcat_draft_level(draft, &grid));
    struct puzzle *puzzle = load_level(&grid);
    grid_free(&grid);
    struct oracle right;
    double bits = 0;
    oracle_judge(puzzle, &right);
    assert_int_equal(right.count, 1);
    assert_int_equal(right.reported.length, length);
    assert_memory_equal(right.reported.labels, path, length);
    for (unsigned i = 0, here = 1; i < right.traps; i++, here++) {
        if (i > 0 && right.trap[i].position != right.trap[i - 1].position)
            here = 1;
        bits += log2((here + 1.0) / here);
    }
    assert_true(fabs(bits - luck) < 1e-9);
    oracle_free(&right);
    puzzle->game->free(puzzle);
}

/* Grows levels of a size from the end, and then repeatedly from within their solutions.  Returns the largest luck. */
static double grow_levels(int columns, int rows, unsigned width, double luck)
{
    struct longcat_growth *growth = longcat_growth_make(columns, rows, width);
    struct longcat_draft draft;
    unsigned char path[CAPACITY], end[CAPACITY];
    unsigned cells = (unsigned)(columns * rows), walls = cells < 5 ? cells : 5;
    double most = 0;
    assert_non_null(growth);
    assert_true(longcat_draft_make(&draft, columns, rows));
    for (uint64_t seed = chance_seed(), last = seed + LEVELS; seed < last; seed++) {
        struct rng rng;
        uint64_t nodes = 0;
        rng_start_candidate(&rng, seed, 1);
        struct asked asked = {.luck = luck, .best = -1, .least_walls = rng_below(&rng, walls)};
        const struct growth_wish wish = {&unstopped, luck, &asked, judge_luck};
        unsigned length = longcat_grow_new(growth, width, &wish, &draft, path, &rng, &nodes);
        check_draft(&draft, path, length, asked.best);
        assert_true(longcat_draft_walls(&draft) >= asked.least_walls);
        unsigned gone = length == 0 ? 0 : rng_below(&rng, length);
        longcat_draft_slide(&draft, path, gone);
        memmove(path, path + gone, length - gone);
        memcpy(end, path, length - gone);
        length -= gone;
        asked.best = -1;
        unsigned longer = longcat_grow(growth, 2, &wish, &draft, path, length, &rng, &nodes);
        check_draft(&draft, path, longer, asked.best);
        assert_true(longer >= length);
        assert_memory_equal(path + longer - length, end, length);
        most = asked.best > most ? asked.best : most;
        assert_true(nodes > 0 || asked.best == 0);
    }
    longcat_draft_free(&draft);
    longcat_growth_free(growth);
    return most;
}

static void test_grown_levels_are_what_they_seem(void **state)
{
    (void)state;
    grow_levels(1, 1, 2, 9);
    grow_levels(1, 5, 2, 9);
    grow_levels(3, 4, 5, 9);
    assert_true(grow_levels(5, 5, 20, 9) >= 3);
    assert_true(grow_levels(6, 5, 20, 2.5) > 1);
    assert_true(grow_levels(16, 3, 10, 9) > 1);
    assert_true(grow_levels(9, 7, 5, 9) >= 4);
    assert_true(grow_levels(10, 7, 5, 9) >= 4); /* on rows of bits */
    assert_true(grow_levels(3, 24, 5, 9) > 1);
    assert_true(grow_levels(32, 2, 5, 9) >= 0);
}

static void test_sizes(void **state)
{
    (void)state;
    assert_true(longcat_growth_suits(32, 32));
    assert_true(longcat_growth_suits(2, 32));
    assert_false(longcat_growth_suits(33, 3));
    assert_false(longcat_growth_suits(3, 33));
}

/* A level does not depend on the levels grown before. */
static void test_growth_repeats_itself(void **state)
{
    (void)state;
    struct longcat_growth *growth = longcat_growth_make(6, 6, 30);
    struct longcat_draft draft, again;
    unsigned char path[CAPACITY];
    uint64_t nodes = 0;
    assert_non_null(growth);
    assert_true(longcat_draft_make(&draft, 6, 6) && longcat_draft_make(&again, 6, 6));
    for (unsigned seed = 1; seed < 50; seed++) {
        struct asked asked = {.luck = 9};
        const struct growth_wish wish = {&unstopped, 9, &asked, judge_luck};
        struct rng rng;
        rng_start_candidate(&rng, seed, 1);
        longcat_grow_new(growth, 30, &wish, &draft, path, &rng, &nodes);
        longcat_grow_new(growth, 30, &wish, &again, path, &rng, &nodes);
        rng_start_candidate(&rng, seed, 1);
        longcat_grow_new(growth, 30, &wish, &again, path, &rng, &nodes);
        assert_int_equal(longcat_draft_distance(&draft, &again), 0);
        assert_int_equal(draft.cat, again.cat);
    }
    longcat_draft_free(&draft);
    longcat_draft_free(&again);
    longcat_growth_free(growth);
}

struct stopping {
    stop_flag stop;
    unsigned judged;
    double best;
};

static bool judge_until_stopped(void *context, const struct profile *profile, unsigned walls, double *worth)
{
    struct stopping *stopping = context;
    (void)walls;
    assert_false(stopping->stop);
    stopping->stop = ++stopping->judged == 1000;
    *worth = profile->luck;
    stopping->best = fmax(stopping->best, *worth);
    return true;
}

/* Growth on a large board takes seconds, but ends at once when it is stopped, with a level. */
static void test_growth_stops(void **state)
{
    (void)state;
    struct longcat_growth *growth = longcat_growth_make(30, 30, 200);
    struct longcat_draft draft;
    unsigned char path[30 * 30];
    uint64_t nodes = 0;
    struct stopping stopping = {0};
    const struct proposal proposal = {.stop = &stopping.stop};
    const struct growth_wish wish = {&proposal, 9, &stopping, judge_until_stopped};
    struct rng rng;
    assert_non_null(growth);
    assert_true(longcat_draft_make(&draft, 30, 30));
    rng_start_candidate(&rng, 1, 1);
    unsigned length = longcat_grow_new(growth, 200, &wish, &draft, path, &rng, &nodes);
    assert_int_equal(stopping.judged, 1000);
    check_draft(&draft, path, length, stopping.best);
    longcat_draft_free(&draft);
    longcat_growth_free(growth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grown_levels_are_what_they_seem),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_growth_repeats_itself),
        cmocka_unit_test(test_growth_stops),
    };
    return cmocka_run_group_tests_name("longcat growth", tests, NULL, NULL);
}
