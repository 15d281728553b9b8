/* Snowman's proposer: what edits keep, what a climb promises. */
#include "tests/unit.h"

#include "gen/snowman_climb.h"
#include "tests/snowman_help.h"

#include <stdlib.h>
#include <string.h>

static const stop_flag go_on = 0;

static unsigned count_balls(const struct grid *garden)
{
    unsigned balls = 0;
    for (int cell = 0; cell < grid_size(garden); cell++) {
        unsigned char c = garden->cells[cell];
        balls += c >= '1' && c <= '7' ? (unsigned)__builtin_popcount(c - '0') : 0;
    }
    return balls;
}

static void test_edits_keep_the_pieces(void **unused)
{
    (void)unused;
    struct garden_plan plan = {.columns = 6,
                               .rows = 5,
                               .walls = {3, 8},
                               .snow = {2, 9},
                               .snowmen = {2, 2},
                               .targets = true};
    struct grid garden;
    struct rng rng;
    assert_true(grid_make(&garden, plan.columns, plan.rows, '-'));
    for (uint64_t seed = 0; seed < 50; seed++) {
        rng_start(&rng, seed, 1);
        assert_true(garden_scatter(&garden, &plan, &rng));
        for (int i = 0; i < 100; i++) {
            garden_edit(&garden, &rng);
            assert_int_equal(count_balls(&garden), 6);
            assert_int_equal(garden_count(&garden, "+="), 2);
            assert_int_equal(garden_count(&garden, "#@"), 1);
            assert_int_equal(garden_count(&garden, "X-*+=#@1234567"), 30);
        }
    }
    grid_free(&garden);
}

static void test_closing_walls_off(void **unused)
{
    (void)unused;
    struct grid garden = garden_of("#1-X*\n--XX-\n-X1X2");
    struct grid closed = garden_of("#1-XX\n--XXX\n-X1X2");
    assert_true(garden_close(&garden));
    assert_memory_equal(garden.cells, closed.cells, (size_t)grid_size(&garden));
    grid_free(&garden);
    grid_free(&closed);
}

/* Everything that the search says of a garden's shortest solutions. */
static void judge_text(const struct grid *garden, struct judgement *judgement)
{
    struct grid level;
    struct complaint complaint;
    struct request request = {.list = 40};
    assert_true(garden_level(garden, &level));
    struct puzzle *puzzle = game_snowman.load(&level, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    assert_true(judge(puzzle, &request, judgement));
    game_snowman.free(puzzle);
    grid_free(&level);
}

static bool same_solutions(const struct judgement *a, const struct judgement *b)
{
    bool same = a->listed_count == b->listed_count;
    for (size_t i = 0; same && i < a->listed_count; i++)
        same = a->listed[i].count == b->listed[i].count &&
               memcmp(a->listed[i].moves, b->listed[i].moves,
                      a->listed[i].count * sizeof(game_move)) == 0;
    return same;
}

/* Snow that could go without a change of the shortest solutions is gone. */
static unsigned check_snow_matters(const struct grid *garden)
{
    struct judgement with, without;
    struct grid bare;
    unsigned checked = 0;
    judge_text(garden, &with);
    assert_true(grid_copy(&bare, garden));
    for (int cell = 0; cell < grid_size(garden) && with.listed_count < 40; cell++) {
        memcpy(bare.cells, garden->cells, (size_t)grid_size(garden));
        if (!garden_set_snow(&bare, cell, false))
            continue;
        judge_text(&bare, &without);
        assert_false(same_solutions(&with, &without));
        judgement_free(&without);
        checked++;
    }
    judgement_free(&with);
    grid_free(&bare);
    return checked;
}

static void test_climbs(void **unused)
{
    (void)unused;
    struct filter_settings filters_wanted;
    struct gen_options options = {0};
    filters_reset(&filters_wanted);
    filters_wanted.high[MEASURE_depth] = 12;
    struct proposal proposal = {
        .options = &options, .filters = &filters_wanted, .stop = &go_on};
    struct garden_plan plan = {
        .columns = 5, .rows = 4, .walls = {2, 7}, .snow = {1, 6}, .snowmen = {1, 1}};
    unsigned climbed = 0, snow = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct climber first, second;
        struct rng rng;
        plan.targets = seed % 2 == 1;
        assert_true(climber_make(&first, &proposal, &plan));
        assert_true(climber_make(&second, &proposal, &plan));
        rng_start(&rng, seed, 2);
        size_t reason = climber_climb(&first, &rng);
        rng_start(&rng, seed, 2);
        assert_int_equal(climber_climb(&second, &rng), reason);
        assert_memory_equal(first.garden.cells, second.garden.cells, 20);
        if (reason == filter_count) {
            struct judgement judgement;
            judge_text(&first.garden, &judgement);
            assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
            assert_true(judgement.measure[MEASURE_depth] <= 12);
            judgement_free(&judgement);
            assert_int_equal(count_balls(&first.garden), 3);
            assert_int_equal(garden_count(&first.garden, "+="), plan.targets);
            assert_true(garden_count(&first.garden, "*=@") <= 6);
            snow += check_snow_matters(&first.garden);
            climbed++;
        }
        climber_free(&first);
        climber_free(&second);
    }
    assert_true(climbed >= 6);
    assert_true(snow >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edits_keep_the_pieces),
        cmocka_unit_test(test_closing_walls_off),
        cmocka_unit_test(test_climbs),
    };
    return cmocka_run_group_tests_name("gen_snowman", tests, NULL, NULL);
}
