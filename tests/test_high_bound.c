/* A check that stops the filling of the tables of bounds, at each of its questions in turn: no table is then used, and
 * a later call fills it as ever.  A search that is interrupted meanwhile says so. */
#include "tests/unit.h"

#include "games/sokoban/sokoban.h"
#include "games/snowman/snowman.h"
#include "solve/judge/judge.h"

#include <string.h>

static const struct sample {
    const struct game *game;
    const char *rows;
    unsigned long questions; /* at least so many: none comes late */
} samples[] = {
    {&game_snowman,
     "------\n"
     "-1-1-#\n"
     "--1-*-\n"
     "-*-**-\n"
     "------\n",
     50},
    {&game_sokoban,
     "#########\n"
     "#       #\n"
     "# $ $ $ #\n"
     "#  $$$$ #\n"
     "#.@ $ $.#\n"
     "#.......#\n"
     "#########\n",
     1000},
};

/* A level with tables for groups of three boxes. */
static const struct sample crowded = {&game_sokoban,
                                      "###########\n"
                                      "#...      #\n"
                                      "#...  #   #\n"
                                      "#... $$ $ #\n"
                                      "#   $ # $ #\n"
                                      "# # $@  $ #\n"
                                      "#   $ #$  #\n"
                                      "#... $$   #\n"
                                      "#...      #\n"
                                      "###########\n",
                                      500};

static struct puzzle *load_sample(const struct sample *sample)
{
    struct grid grid;
    struct complaint complaint;
    int columns = (int)strcspn(sample->rows, "\n"), rows = (int)strlen(sample->rows) / (columns + 1);
    assert_true(grid_make(&grid, columns, rows, ' '));
    for (int row = 0; row < rows; row++)
        memcpy(&grid.cells[row * columns], sample->rows + row * (columns + 1), (size_t)columns);
    struct puzzle *puzzle = sample->game->load(&grid, (struct variant){0}, &complaint);
    assert_non_null(puzzle);
    grid_free(&grid);
    return puzzle;
}

/* Stops at the question with the number `last`, counted from 1; 0: never. */
struct counter {
    struct stop_check check;
    unsigned long questions, last;
};

static bool count_question(struct stop_check *check, size_t bytes)
{
    struct counter *counter = (struct counter *)check;
    (void)bytes;
    assert_false(atomic_load(&check->stopped)); /* no question after that */
    if (++counter->questions == counter->last)
        atomic_store(&check->stopped, true);
    return atomic_load(&check->stopped);
}

static bool prepare_bound(const struct puzzle *puzzle, struct stop_check *check)
{
    return puzzle->rules->prepare_bound == NULL || puzzle->rules->prepare_bound(puzzle, check);
}

/* The sum of the bounds of all states after two moves; a lost state counts 1000. */
static unsigned bounds_nearby(const struct puzzle *puzzle)
{
    size_t size = puzzle->state_bytes, most = puzzle->max_moves;
    game_move *moves = calloc(most, sizeof *moves);
    unsigned char *start = calloc(1, size), *first = calloc(most, size), *second = calloc(most, size);
    unsigned sum = 0;
    assert_true(moves != NULL && start != NULL && first != NULL && second != NULL);
    puzzle->rules->start(puzzle, start);
    for (unsigned n = puzzle->rules->expand(puzzle, start, moves, first); n-- > 0;) {
        for (unsigned m = puzzle->rules->expand(puzzle, first + n * size, moves, second); m-- > 0;) {
            unsigned bound = puzzle->rules->bound(puzzle, second + m * size);
            sum += bound == ESTIMATE_LOST ? 1000 : bound;
        }
    }
    free(moves);
    free(start);
    free(first);
    free(second);
    return sum;
}

static void test_stopped_tables_of_the_bound(void **state)
{
    (void)state;
    struct puzzle *puzzle = load_sample(&crowded);
    unsigned before = bounds_nearby(puzzle);
    struct counter whole = {.check.asked = count_question};
    assert_true(prepare_bound(puzzle, &whole.check));
    assert_true(whole.questions >= crowded.questions);
    unsigned after = bounds_nearby(puzzle);
    assert_true(before < after);
    game_sokoban.free(puzzle);
    for (unsigned long last = 1; last <= whole.questions; last += 1 + last * (WATCHED ? 8 : 1)) {
        struct counter counter = {.check.asked = count_question, .last = last};
        puzzle = load_sample(&crowded);
        assert_true(prepare_bound(puzzle, &counter.check));
        assert_int_equal(counter.questions, last);
        assert_int_equal(bounds_nearby(puzzle), before);
        struct counter again = {.check.asked = count_question};
        assert_true(prepare_bound(puzzle, &again.check));
        assert_int_equal(again.questions, whole.questions); /* nothing was left of the first tables */
        assert_int_equal(bounds_nearby(puzzle), after);
        game_sokoban.free(puzzle);
    }
}

static void test_stopped_tables_are_not_used(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof samples / sizeof *samples; n++) {
        struct puzzle *puzzle = load_sample(&samples[n]);
        assert_true(prepare_bound(puzzle, NULL));
        struct counter whole = {.check.asked = count_question};
        size_t bytes = puzzle->rules->prepare(puzzle, SIZE_MAX, &whole.check);
        assert_true(bytes > 0 && whole.questions >= samples[n].questions);
        samples[n].game->free(puzzle);
        for (unsigned long last = 1; last <= whole.questions; last += 1 + last * (WATCHED ? 8 : 1)) {
            struct counter counter = {.check.asked = count_question, .last = last};
            puzzle = load_sample(&samples[n]);
            assert_true(prepare_bound(puzzle, NULL));
            assert_int_equal(puzzle->rules->prepare(puzzle, SIZE_MAX, &counter.check), 0);
            assert_int_equal(counter.questions, last);
            struct counter again = {.check.asked = count_question};
            assert_int_equal(puzzle->rules->prepare(puzzle, SIZE_MAX, &again.check), bytes);
            assert_int_equal(again.questions, whole.questions); /* nothing was left of the first table */
            samples[n].game->free(puzzle);
        }
    }
}

static stop_flag interrupted;
static const struct puzzle_rules *rules;

static size_t interrupt_and_prepare(const struct puzzle *puzzle, size_t allowed, struct stop_check *check)
{
    atomic_store(&interrupted, 1);
    size_t bytes = rules->prepare(puzzle, allowed, check);
    assert_int_equal(bytes, 0);
    return bytes;
}

static bool interrupt_and_prepare_bound(const struct puzzle *puzzle, struct stop_check *check)
{
    atomic_store(&interrupted, 1);
    return rules->prepare_bound(puzzle, check);
}

/* Judges a sample by rules that interrupt the search. */
static void judge_interrupted(const struct sample *sample, bool high)
{
    struct puzzle *puzzle = load_sample(sample);
    struct puzzle_rules own = *puzzle->rules;
    struct request request = {.measures = MEASURES_NONE, .limits = {.plenty = 1, .interrupted = &interrupted}};
    struct judgement judgement;
    rules = puzzle->rules;
    if (high)
        own.prepare = interrupt_and_prepare;
    else
        own.prepare_bound = interrupt_and_prepare_bound;
    puzzle->rules = &own;
    atomic_store(&interrupted, 0);
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(atomic_load(&interrupted), 1);
    assert_int_equal(judgement.verdict, VERDICT_UNDECIDED);
    assert_string_equal(judgement.reason, "interrupted");
    judgement_free(&judgement);
    puzzle->rules = rules;
    sample->game->free(puzzle);
}

static void test_interrupted_searches(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof samples / sizeof *samples; n++)
        judge_interrupted(&samples[n], true);
    judge_interrupted(&crowded, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stopped_tables_of_the_bound),
        cmocka_unit_test(test_stopped_tables_are_not_used),
        cmocka_unit_test(test_interrupted_searches),
    };
    return cmocka_run_group_tests_name("high bound", tests, NULL, NULL);
}
