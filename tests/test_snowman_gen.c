/* Snowman's proposer: what edits keep, what a climb promises. */
#include "tests/unit.h"

#include "gen/climb.h"
#include "gen/draft.h"
#include "gen/snowman.h"
#include "gen/snowman_draft.h"
#include "tests/snowman_help.h"

#include <string.h>

static const stop_flag go_on = 0;

static unsigned count_balls(const struct grid *draft)
{
    unsigned balls = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        balls += c >= '1' && c <= '7' ? (unsigned)__builtin_popcount(c - '0') : 0;
    }
    return balls;
}

static void test_edits_keep_the_pieces(void **unused)
{
    (void)unused;
    struct snowman_pieces pieces = {
        .walls = {3, 8}, .snow = {2, 9}, .snowmen = {2, 2}, .targets = true};
    struct grid draft;
    struct rng rng;
    assert_true(grid_make(&draft, 6, 5, '-'));
    for (uint64_t seed = 0; seed < 50; seed++) {
        rng_start(&rng, seed, 1);
        assert_true(snowman_scatter(&draft, &pieces, &rng));
        for (int i = 0; i < 100; i++) {
            snowman_edit(&draft, &pieces, &rng);
            assert_int_equal(count_balls(&draft), 6);
            assert_int_equal(draft_count(&draft, "+="), 2);
            assert_int_equal(draft_count(&draft, "#@"), 1);
            assert_int_equal(draft_count(&draft, "X-*+=#@1234567"), 30);
        }
    }
    grid_free(&draft);
}

static void test_closing_walls_off(void **unused)
{
    (void)unused;
    struct grid draft = garden_of("#1-X*\n--XX-\n-X1X2");
    struct grid closed = garden_of("#1-XX\n--XXX\n-X1X2");
    assert_true(snowman_close(&draft));
    assert_memory_equal(draft.cells, closed.cells, (size_t)grid_size(&draft));
    grid_free(&draft);
    grid_free(&closed);
}

/* Everything that the search says of a level's shortest solutions. */
static void judge_level(const struct grid *level, struct judgement *judgement)
{
    struct complaint complaint;
    struct request request = {.list = 40};
    struct puzzle *puzzle = game_snowman.load(level, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    assert_true(judge(puzzle, &request, judgement));
    game_snowman.free(puzzle);
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
static unsigned check_snow_matters(const struct grid *level)
{
    struct judgement with, without;
    struct grid bare;
    unsigned checked = 0;
    judge_level(level, &with);
    unsigned snow = draft_count(level, "*=@");
    for (unsigned n = 0; n < snow && with.listed_count < 40; n++) {
        assert_true(grid_copy(&bare, level));
        assert_true(snowman_take_out(&bare, n, NULL));
        assert_int_equal(draft_count(&bare, "*=@"), snow - 1);
        judge_level(&bare, &without);
        assert_false(same_solutions(&with, &without));
        judgement_free(&without);
        grid_free(&bare);
        checked++;
    }
    judgement_free(&with);
    return checked;
}

static void check_candidate(const struct grid *level, bool targets)
{
    struct judgement judgement;
    judge_level(level, &judgement);
    assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
    assert_true(judgement.measure[MEASURE_depth] <= 12);
    judgement_free(&judgement);
    assert_int_equal(count_balls(level), 3);
    assert_int_equal(draft_count(level, "+="), targets);
    assert_true(draft_count(level, "*=@") <= 6);
}

static void test_climbs(void **unused)
{
    (void)unused;
    struct filter_settings filters_wanted;
    struct gen_options options = {.seed = 2};
    struct snowman_pieces pieces = {.walls = {0, 20}, .snow = {0, 6}, .snowmen = {1, 1}};
    filters_reset(&filters_wanted);
    filters_wanted.high[MEASURE_depth] = 12;
    struct proposal proposal = {.proposer = &proposer_snowman, .options = &options,
                                .filters = &filters_wanted, .pieces = &pieces,
                                .size = {5, 4}, .stop = &go_on};
    unsigned climbed = 0, snow = 0;
    struct candidate_list list = {0};
    void *first = climb_make(&proposal), *second = climb_make(&proposal);
    assert_true(first != NULL && second != NULL);
    for (uint64_t unit = 0; unit < 12; unit++) {
        pieces.targets = unit % 2 == 1;
        climb_propose(&proposal, first, unit, &list);
        climb_propose(&proposal, second, unit, &list);
        assert_true(list.count == 2 && !list.failed);
        const struct candidate *one = &list.candidates[0], *other = &list.candidates[1];
        assert_int_equal(one->dropped_by, other->dropped_by);
        if (one->dropped_by == filter_count) {
            assert_memory_equal(one->grid.cells, other->grid.cells, 42);
            check_candidate(&one->grid, pieces.targets);
            snow += check_snow_matters(&one->grid);
            climbed++;
        }
        candidates_clear(&list);
    }
    candidates_free(&list);
    climb_free(first);
    climb_free(second);
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
