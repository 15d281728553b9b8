/* Snake's proposer: the properties that a climb guarantees. */
#include "tests/unit.h"

#include "gen/snake/snake.h"
#include "solve/judge/judge.h"
#include "tests/arenas.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const stop_flag go_on = 0;

/* The requirements of a climb. */
struct order {
    struct gen_options options;
    struct snake_pieces pieces;
    struct filter_settings filters;
    struct proposal proposal;
};

static void make_order(struct order *order, unsigned columns, unsigned rows)
{
    *order = (struct order){.pieces.walls = {0, ANY_NUMBER}};
    filters_reset(&order->filters);
    order->proposal = (struct proposal){.options = &order->options,
                                        .pieces = &order->pieces,
                                        .filters = &order->filters,
                                        .size = {columns, rows},
                                        .stop = &go_on};
}

/* Checks that the loop passes through all open cells: from the first of them it returns after as many steps as there
 * are open cells. */
static void check_loop(const struct grid *loop)
{
    int open = 0, first = -1, steps = 0;
    for (int cell = grid_size(loop) - 1; cell >= 0; cell--) {
        assert_true(loop->cells[cell] == 0 || __builtin_popcount(loop->cells[cell]) == 2);
        open += loop->cells[cell] != 0;
        first = loop->cells[cell] != 0 ? cell : first;
    }
    int cell = first;
    unsigned back = LEFT;
    do {
        unsigned way = (unsigned)__builtin_ctz(loop->cells[cell] & ~(1u << back));
        int row = cell / loop->columns + direction_down[way];
        int column = cell % loop->columns + direction_across[way];
        assert_true(row >= 0 && row < loop->rows && column >= 0 && column < loop->columns);
        cell = row * loop->columns + column;
        back = direction_opposite((enum direction)way);
        assert_true(loop->cells[cell] >> back & 1);
        steps++;
    } while (cell != first);
    assert_int_equal(steps, open);
}

static void judge_climb(const struct snake_climber *climber, struct judgement *judgement)
{
    const struct grid *arena = &climber->arena;
    struct puzzle *puzzle = load_arena(arena->columns, arena->rows, (const char *)arena->cells);
    struct request request = {.measures = MEASURES_AUTO};
    assert_true(judge(puzzle, &request, judgement));
    game_snake.free(puzzle);
}

static void test_a_climb_knows_whether_its_tour_is_the_only_one(void **state)
{
    (void)state;
    static const struct board_size sizes[] = {{2, 2}, {4, 3}, {5, 5}, {7, 6}, {8, 8}};
    unsigned unique = 0, climbs = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct order order;
        struct snake_climber climber;
        make_order(&order, sizes[i].columns, sizes[i].rows);
        assert_true(snake_climber_make(&climber, &order.proposal));
        for (uint64_t n = 0; n < QUICK_CASES(30); n++, climbs++) {
            struct judgement judgement;
            struct rng rng;
            rng_start_candidate(&rng, chance_seed(), n);
            bool only = snake_climb(&climber, &rng);
            assert_false(climber.ascent.failed);
            check_loop(&climber.loop);
            judge_climb(&climber, &judgement);
            uint64_t tours = strtoull(text_string(&judgement.solutions), NULL, 10);
            assert_int_equal(only, tours <= judgement.symmetry);
            unique += judgement.verdict == VERDICT_UNIQUE;
            judgement_free(&judgement);
        }
        snake_climber_free(&climber);
    }
    print_message("%u of %u climbs found an arena with one tour\n", unique, climbs);
    assert_true(unique > climbs / 2);
}

/* Returns how many of twenty climbs reach the requested range of a measure. */
static unsigned count_reached(struct order *order, enum measure measure, double low, double high)
{
    struct snake_climber climber;
    unsigned reached = 0;
    order->filters.low[measure] = low;
    order->filters.high[measure] = high;
    assert_true(snake_climber_make(&climber, &order->proposal));
    for (uint64_t n = 0; n < 20; n++) {
        struct judgement judgement;
        struct rng rng;
        rng_start_candidate(&rng, chance_seed(), n);
        snake_climb(&climber, &rng);
        judge_climb(&climber, &judgement);
        reached += filters_check(&order->filters, &judgement) == filter_count;
        judgement_free(&judgement);
    }
    snake_climber_free(&climber);
    return reached;
}

static void test_a_climb_goes_where_it_is_asked_to(void **state)
{
    (void)state;
    struct order order;
    make_order(&order, 8, 8);
    assert_true(count_reached(&order, MEASURE_interplay, UNKNOWN, 0) > 15);
    make_order(&order, 8, 8);
    assert_true(count_reached(&order, MEASURE_interplay, 20, UNKNOWN) > 10);
    make_order(&order, 8, 8);
    assert_true(count_reached(&order, MEASURE_depth, 30, 36) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_climb_knows_whether_its_tour_is_the_only_one),
        cmocka_unit_test(test_a_climb_goes_where_it_is_asked_to),
    };
    return cmocka_run_group_tests_name("snake proposer", tests, NULL, NULL);
}
