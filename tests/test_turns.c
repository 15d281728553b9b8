/* The fewest moves of any bird, box or ball: of given moves, of a judged level, and as a filter. */
#include "tests/unit.h"

#include "filters/filters.h"
#include "games/mover.h"
#include "gen/climb/ascent.h"
#include "solve/judge/judge.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MOVES = 32 };

static struct puzzle *load(const char *game, const char *text, unsigned metric)
{
    struct grid grid;
    struct complaint complaint;
    int columns = (int)strcspn(text, "/"), rows = ((int)strlen(text) + 1) / (columns + 1);
    assert_true(grid_make(&grid, columns, rows, ' '));
    for (int row = 0; row < rows; row++)
        memcpy(grid.cells + row * columns, text + row * (columns + 1), (size_t)columns);
    struct puzzle *puzzle = game_find(game)->load(&grid, (struct variant){.metric = metric}, &complaint);
    grid_free(&grid);
    assert_non_null(puzzle);
    return puzzle;
}

/* Returns the measure for the moves that a text names. */
static unsigned count_turns(const char *game, const char *text, unsigned metric, const char *keys)
{
    struct puzzle *puzzle = load(game, text, metric);
    size_t bytes = puzzle->state_bytes;
    unsigned char *states = calloc(MOST_MOVES + 1, bytes);
    game_move moves[MOST_MOVES];
    struct mover mover;
    struct move_reader reader = {.text = keys};
    struct complaint complaint;
    unsigned made = 0;
    assert_true(mover_make(&mover, puzzle));
    memcpy(states, mover.state, bytes);
    while (puzzle->game->read_move(puzzle, mover.state, &reader, &moves[made], &complaint) > 0) {
        assert_true(mover_move(&mover, moves[made]));
        memcpy(states + ++made * bytes, mover.state, bytes);
    }
    mover_free(&mover);
    assert_true(made > 0);
    unsigned turns = puzzle->rules->turns(puzzle, states, moves, made);
    free(states);
    puzzle->game->free(puzzle);
    return turns;
}

static void test_boxes(void **unused)
{
    (void)unused;
    for (unsigned metric = 0; metric < 2; metric++) {
        const char *two = "########/#   $ .#/# @    #/#   $ .#/########";
        assert_int_equal(count_turns("sokoban", "#######/#@$  .#/#######", metric, "RRR"), 3);
        assert_int_equal(count_turns("sokoban", two, metric, "ruRR"), 0);
        assert_int_equal(count_turns("sokoban", two, metric, "ruRRldldR"), 1);
        assert_int_equal(count_turns("sokoban", two, metric, "ruRlddRuuRdldR"), 2);
        /* a box moves to the former cell of another */
        assert_int_equal(count_turns("sokoban", "########/#      #/# $    #/#@$  ..#/########", metric, "RRlluurDldR"),
                         2);
    }
}

static void test_balls(void **unused)
{
    (void)unused;
    for (unsigned metric = 0; metric < 2; metric++) {
        assert_int_equal(count_turns("snowman", "#1--4/-----/----2", metric, "RR"), 0);
        assert_int_equal(count_turns("snowman", "#1---/-2---/-4---", metric, "RldRldR"), 1);
        assert_int_equal(count_turns("snowman", "#1---/-2---/-4---", metric, "RldRldRlurR"), 1);
        /* the balls of a stack are separate pieces */
        assert_int_equal(count_turns("snowman", "-----/#3---/-----/-4---", metric, "RdrUlddR"), 1);
        assert_int_equal(count_turns("snowman", "-----/#3---/-----/-4---", metric, "RddR"), 0);
    }
}

static void test_birds(void **unused)
{
    (void)unused;
    const char *two = "-------*/BA---ab-/########";
    assert_int_equal(count_turns("snakebird", two, 0, "A>>"), 0);
    assert_int_equal(count_turns("snakebird", two, 0, "A>>a^"), 1);
    assert_int_equal(count_turns("snakebird", two, 0, "A>a^A>a<"), 2);
}

/* Judged levels have the measure, and the filter drops levels whose pieces move too rarely.  If one piece makes all
 * moves, the filter compares the depth. */
static void test_filter(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *text;
        unsigned turns;
    } levels[] = {
        {"sokoban", "#######/#@$  .#/#######", 3},    {"sokoban", "#########/#.$@ $ .#/#########", 1},
        {"sokoban", "########/#* @$ .#/########", 0}, {"longcat", "#####/#C  #/#####", 1},
        {"snakebird", "------/BA---*/######", 4},
    };
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        struct puzzle *puzzle = load(levels[i].game, levels[i].text, 0);
        struct judgement judgement;
        struct filter_settings settings;
        const struct request none = {0}, cheap = {.measures = MEASURES_CHEAP};
        struct aim aim = {.filters = &settings, .range = {.measure = MEASURE_depth, .near = 100}};
        filters_reset(&settings);
        assert_true(judge(puzzle, &none, &judgement));
        assert_true(judgement.turns == UNKNOWN);
        assert_int_equal(filters_check(&settings, &judgement), filter_count);
        judgement_free(&judgement);
        assert_true(judge(puzzle, &cheap, &judgement));
        assert_int_equal((int)judgement.turns, (int)levels[i].turns);
        settings.min_turns = levels[i].turns;
        assert_int_equal(filters_check(&settings, &judgement), filter_count);
        assert_true(aim_distance(&aim, &judgement) == 0);
        settings.min_turns++;
        assert_int_equal(filters_check(&settings, &judgement), filter_index(FILTER_TURNS));
        assert_true(aim_distance(&aim, &judgement) == AIM_THRESHOLD * (1 + 1.0 / (levels[i].turns + 1)));
        judgement_free(&judgement);
        puzzle->game->free(puzzle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_balls),
        cmocka_unit_test(test_birds),
        cmocka_unit_test(test_filter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
