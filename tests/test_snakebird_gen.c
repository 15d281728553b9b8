/* Snakebird's proposer: drafts, parts and climbs. */
#include "tests/unit.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb.h"
#include "gen/snakebird.h"
#include "gen/snakebird_draft.h"

#include <string.h>

static const struct snakebird_pieces pieces = {{1, 2}, {2, 4}, {1, 2}, {1, 3}};

static void test_drafts_have_the_pieces_asked_for(void **state)
{
    (void)state;
    struct grid grid;
    struct rng rng;
    int levels = 0;
    assert_true(grid_make(&grid, 9, 8, '-'));
    for (uint64_t i = 0; i < 500; i++) {
        rng_start_candidate(&rng, 7, i);
        if (!snakebird_scatter(&grid, &pieces, &rng) || !snakebird_fits(&grid, &pieces))
            continue;
        struct complaint complaint;
        struct puzzle *puzzle = game_snakebird.load(&grid, (struct variant){0}, &complaint);
        if (puzzle == NULL)
            fail_msg("draft %u: %s", (unsigned)i, complaint.message);
        const struct snakebird *board = snakebird_board(puzzle);
        assert_in_range(board->birds, 1, 2);
        assert_in_range(board->fruit_count, 1, 2);
        assert_in_range(board->shortest[0], 2, 4);
        game_snakebird.free(puzzle);
        levels++;
    }
    grid_free(&grid);
    assert_true(levels > 100);
}

static void test_taking_out_ends_and_keeps_the_least(void **state)
{
    (void)state;
    struct grid grid;
    struct rng rng;
    rng_start_candidate(&rng, 1, 1);
    assert_true(grid_make(&grid, 9, 8, '-'));
    while (!snakebird_scatter(&grid, &pieces, &rng))
        continue;
    unsigned taken = 0;
    while (snakebird_take_out(&grid, 0, &pieces))
        taken++;
    assert_in_range(taken, 1, 72);
    assert_null(memchr(grid.cells, '#', 72));
    assert_non_null(memchr(grid.cells, '+', 72));
    assert_non_null(memchr(grid.cells, '^', 72));
    assert_false(snakebird_fits(&grid, &pieces));
    grid_free(&grid);
}

static bool judge_grid(const struct grid *grid, struct judgement *judgement)
{
    struct complaint complaint;
    struct request request = {.limits = {.max_states = 100000}, .list = 200};
    struct puzzle *puzzle = game_snakebird.load(grid, (struct variant){0}, &complaint);
    if (puzzle == NULL)
        return false;
    bool good = judge(puzzle, &request, judgement);
    game_snakebird.free(puzzle);
    return good;
}

/* Fails if a part of a level can go without any effect. */
static void check_nothing_is_useless(const struct grid *grid, const struct snakebird_pieces *wanted)
{
    struct judgement whole, less;
    struct grid copy;
    assert_true(judge_grid(grid, &whole));
    for (unsigned n = 0;; n++) {
        assert_true(grid_copy(&copy, grid));
        bool more = snakebird_take_out(&copy, n, wanted);
        if (more && snakebird_fits(&copy, wanted) && judge_grid(&copy, &less)) {
            bool same = less.verdict == whole.verdict &&
                        less.reported.count == whole.reported.count &&
                        less.listed_count == whole.listed_count;
            for (size_t i = 0; same && i < whole.listed_count; i++)
                same = memcmp(less.listed[i].moves, whole.listed[i].moves,
                              whole.reported.count * sizeof *whole.reported.moves) == 0;
            judgement_free(&less);
            if (same)
                fail_msg("part %u is of no use", n);
        }
        grid_free(&copy);
        if (!more)
            break;
    }
    judgement_free(&whole);
}

static void test_climbs_end_in_unique_levels_without_useless_parts(void **state)
{
    (void)state;
    const stop_flag go_on = 0;
    struct gen_options options = {.seed = 3};
    struct filter_settings wanted;
    struct snakebird_pieces few = {{1, 1}, {3, 3}, {0, 1}, {0, 2}};
    filters_reset(&wanted);
    wanted.high[MEASURE_depth] = 14; /* soon reached */
    struct proposal proposal = {.proposer = &proposer_snakebird, .options = &options,
                                .filters = &wanted, .size = {6, 6}, .stop = &go_on,
                                .pieces = &few};
    void *climb = climb_make(&proposal);
    struct candidate_list first = {0}, again = {0};
    assert_non_null(climb);
    for (uint64_t unit = 0; unit < 4; unit++) {
        climb_propose(&proposal, climb, unit, &first);
        climb_propose(&proposal, climb, unit, &again);
        assert_int_equal(first.count, again.count);
        const struct candidate *candidate = &first.candidates[first.count - 1];
        assert_true(first.count == unit + 1 && !first.failed);
        if (candidate->dropped_by != filter_count)
            continue;
        struct judgement judgement;
        assert_true(judge_grid(&candidate->grid, &judgement));
        assert_int_equal(judgement.verdict, VERDICT_UNIQUE);
        assert_in_range((unsigned)judgement.measure[MEASURE_depth], 1, 14);
        judgement_free(&judgement);
        check_nothing_is_useless(&candidate->grid, &few);
        assert_memory_equal(candidate->grid.cells, again.candidates[again.count - 1].grid.cells,
                            36);
    }
    candidates_free(&first);
    candidates_free(&again);
    climb_free(climb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drafts_have_the_pieces_asked_for),
        cmocka_unit_test(test_taking_out_ends_and_keeps_the_least),
        cmocka_unit_test(test_climbs_end_in_unique_levels_without_useless_parts),
    };
    return cmocka_run_group_tests_name("gen_snakebird", tests, NULL, NULL);
}
