/* The fate of proposed candidates: judged, unfit, or unknown because memory ran out. */
#include "tests/unit.h"

#include "gen/run/batch.h"
#include "tests/toy_maze.h"

#include <string.h>

static const stop_flag go_on = 0;

/* Proposes one candidate for each unit: a level of one row, the shared text of the proposal. */
static void propose_text(const struct proposal *proposal, void *scratch, uint64_t unit, struct candidate_list *list)
{
    (void)scratch;
    struct grid grid;
    const char *text = proposal->shared;
    assert_true(grid_make(&grid, (int)strlen(text), 1, '#'));
    memcpy(grid.cells, text, strlen(text));
    candidate_add_level(list, unit, true, &grid);
}

static const struct proposer proposer = {.game = &game_toy_maze, .propose = propose_text};

static void work_on(char *text, struct batch *batch)
{
    struct gen_options options = {0};
    struct filter_settings wanted;
    struct candidate_list list = {0};
    filters_reset(&wanted);
    struct proposal proposal = {
        .proposer = &proposer, .options = &options, .filters = &wanted, .shared = text, .stop = &go_on};
    assert_true(batch_make(batch, 1));
    batch->units = 1;
    batch_work(batch, &proposal, NULL, &list);
    candidates_free(&list);
}

static void test_a_level_is_kept(void **state)
{
    (void)state;
    struct batch batch;
    work_on((char[]){"@-*"}, &batch);
    assert_false(batch.failed);
    assert_int_equal(batch.survivor_count, 1);
    assert_int_equal(batch.outcome_count, 1);
    assert_int_equal(batch.outcomes[0], filter_count);
    batch_free(&batch);
}

static void test_what_is_no_level_is_unfit(void **state)
{
    (void)state;
    struct batch batch;
    work_on((char[]){"@--"}, &batch);
    assert_false(batch.failed);
    assert_int_equal(batch.survivor_count, 0);
    assert_int_equal(batch.outcome_count, 1);
    assert_int_equal(batch.outcomes[0], filter_index(FILTER_UNFIT));
    batch_free(&batch);
}

static void test_running_out_of_memory_says_nothing_of_a_level(void **state)
{
    (void)state;
    struct batch batch;
    work_on((char[]){TOY_MAZE_FAILS}, &batch);
    assert_true(batch.failed);
    batch_free(&batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_level_is_kept),
        cmocka_unit_test(test_what_is_no_level_is_unfit),
        cmocka_unit_test(test_running_out_of_memory_says_nothing_of_a_level),
    };
    return cmocka_run_group_tests_name("chunk", tests, NULL, NULL);
}
