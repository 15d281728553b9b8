/* LongCat levels with known answers: the document's level, boards at the size limit of the one-bit-per-cell form
 * that can be solved by hand, long corridors, and public boards if ONLYWAY_CORPUS names their folder. */
#include "tests/unit.h"

#include "base/csv.h"
#include "base/file.h"
#include "solve/level/levels.h"
#include "solve/level/report.h"
#include "solve/explain/words.h"
#include "tests/levels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct limits no_limits;

struct answer {
    enum verdict verdict;
    unsigned depth, solutions, essential;
    const char *reported; /* the beginning of the reported solution */
};

static void check(const struct puzzle *puzzle, struct answer right)
{
    struct request request = {.measures = MEASURES_AUTO};
    struct judgement judgement;
    struct text moves = {0};
    assert_true(judge(puzzle, &request, &judgement));
    assert_string_equal(verdict_names[judgement.verdict], verdict_names[right.verdict]);
    assert_int_equal(strtoul(text_string(&judgement.solutions), NULL, 10), right.solutions);
    assert_int_equal(strtoul(text_string(&judgement.essential), NULL, 10), right.essential);
    if (right.solutions > 0) {
        assert_int_equal((unsigned)judgement.measure[MEASURE_depth], right.depth);
        solution_write(puzzle, &judgement.reported, &moves);
        assert_int_equal(moves.size, right.depth);
        assert_memory_equal(text_string(&moves), right.reported, strlen(right.reported));
        assert_int_equal(show_replay("", puzzle, text_string(&moves), false, &no_limits, &moves), REPLAY_SOLVES);
    }
    text_free(&moves);
    judgement_free(&judgement);
}

static void check_text(const char *text, struct answer right)
{
    struct puzzle *puzzle = load_text(text);
    check(puzzle, right);
    puzzle->game->free(puzzle);
}

/* Checks an empty board with the cat in a given cell. */
static void check_empty(int columns, int rows, int cat, struct answer right)
{
    struct grid grid;
    assert_true(grid_make(&grid, columns, rows, ' '));
    grid.cells[cat] = 'C';
    struct puzzle *puzzle = load_level(&grid);
    check(puzzle, right);
    puzzle->game->free(puzzle);
    grid_free(&grid);
}

static void test_the_level_of_the_document(void **state)
{
    (void)state;
    check_text("#######\n"
               "#     #\n"
               "#     #\n"
               "# C   #\n"
               "#   # #\n"
               "#     #\n"
               "#######\n",
               (struct answer){VERDICT_UNIQUE, 11, 1, 1, "LDRULDRDLDL"});
}

static void test_a_cat_alone_has_won(void **state)
{
    (void)state;
    struct answer won = {VERDICT_UNIQUE, 0, 1, 1, ""};
    check_text("C\n", won);
    check_text("###\n#C#\n###\n", won);
    check_text("#####\n#C# #\n#####\n", (struct answer){.verdict = VERDICT_UNSOLVABLE});
}

/* On a board of one line, the cat slides along it from an end; from the middle there is no solution. */
static void test_rows_and_columns(void **state)
{
    (void)state;
    static const int lengths[] = {2, 3, 63, 64, 65, 66, 256};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int n = lengths[i];
        check_empty(n, 1, 0, (struct answer){VERDICT_UNIQUE, 1, 1, 1, "R"});
        check_empty(n, 1, n - 1, (struct answer){VERDICT_UNIQUE, 1, 1, 1, "L"});
        check_empty(1, n, 0, (struct answer){VERDICT_UNIQUE, 1, 1, 1, "D"});
        check_empty(1, n, n - 1, (struct answer){VERDICT_UNIQUE, 1, 1, 1, "U"});
        if (n > 2)
            check_empty(n, 1, n / 2, (struct answer){.verdict = VERDICT_UNSOLVABLE});
        if (n > 2)
            check_empty(1, n, n / 2, (struct answer){.verdict = VERDICT_UNSOLVABLE});
    }
}

/* From a corner of an empty board there are two spirals.  On a square board they are mirror images. */
static void test_spirals_of_empty_boards(void **state)
{
    (void)state;
    for (int n = 2; n <= 12; n++)
        check_empty(n, n, 0, (struct answer){VERDICT_UNIQUE, (unsigned)(2 * n - 1), 2, 1, "RDL"});
    check_empty(256, 256, 0, (struct answer){VERDICT_UNIQUE, 511, 2, 1, "RDLURDLURDL"});
    static const int wide[][2] = {{32, 2}, {21, 3}, {22, 3}, {16, 4}, {13, 5}, {12, 5}, {10, 6},  {11, 6},
                                  {9, 7},  {9, 8},  {64, 2}, {63, 2}, {65, 2}, {32, 3}, {256, 3}, {12, 11}};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        int longer = wide[i][0], shorter = wide[i][1];
        unsigned depth = (unsigned)(2 * shorter - 1);
        check_empty(longer, shorter, 0, (struct answer){VERDICT_MULTIPLE, depth, 2, 2, "RDL"});
        check_empty(shorter, longer, 0, (struct answer){VERDICT_MULTIPLE, depth, 2, 2, "DR"});
        check_empty(longer, shorter, longer * shorter - 1, (struct answer){VERDICT_MULTIPLE, depth, 2, 2, "LUR"});
    }
}

/* Walls around a level make no difference. */
static void test_walls_around_do_not_spoil_symmetry(void **state)
{
    (void)state;
    struct answer right = {VERDICT_UNIQUE, 5, 2, 1, "RDLUR"};
    check_text("C  \n   \n   \n", right);
    check_text("#####\n#C  #\n#   #\n#   #\n#####\n", right);
    check_text("#####\n#C  #\n#   #\n#   #\n#####\n#####\n", right);
    check_text("   #####\n   #C  #\n   #   #\n   #   #\n   #####\n", right);
    check_text("########\n##C  ###\n##   ###\n##   ###\n", right);
}

/* A staircase corridor that fills a board, with slides of one cell each: as many slides as cells. */
static void test_a_corridor_of_many_short_slides(void **state)
{
    (void)state;
    enum { ROWS = 100, COLUMNS = 101 };
    struct grid grid;
    assert_true(grid_make(&grid, COLUMNS, ROWS, '#'));
    for (int n = 0; n < ROWS; n++) {
        grid.cells[n * COLUMNS + n] = ' ';
        grid.cells[n * COLUMNS + n + 1] = ' ';
    }
    grid.cells[0] = 'C';
    struct puzzle *puzzle = load_level(&grid);
    check(puzzle, (struct answer){VERDICT_UNIQUE, 2 * ROWS - 1, 1, 1, "RDRDRDRDRDR"});
    puzzle->game->free(puzzle);
    grid_free(&grid);
}

/* --- limits --- */

/* Returns the states searched. */
static uint64_t judge_limited(struct limits limits, const char *reason)
{
    struct grid grid;
    assert_true(grid_make(&grid, 40, 40, ' '));
    grid.cells[0] = 'C';
    struct puzzle *puzzle = load_level(&grid);
    struct request request = {.limits = limits, .measures = MEASURES_AUTO, .list = 10};
    struct judgement judgement;
    assert_true(judge(puzzle, &request, &judgement));
    assert_int_equal(judgement.verdict, reason == NULL ? VERDICT_UNIQUE : VERDICT_UNDECIDED);
    if (reason != NULL) {
        assert_non_null(strstr(judgement.reason, reason));
        assert_int_equal(judgement.solutions.size, 0);
        assert_int_equal(judgement.reported.count, 0);
        assert_true(judgement.measure[MEASURE_depth] == UNKNOWN);
    }
    uint64_t states = judgement.states;
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    grid_free(&grid);
    return states;
}

/* The number of states needed is exactly the limit below which the verdict is undecided. */
static void test_limits_leave_a_level_undecided(void **state)
{
    (void)state;
    uint64_t needed = judge_limited((struct limits){0}, NULL);
    char reason[LIMIT_REASON];
    assert_true(needed > 100);
    judge_limited((struct limits){.max_states = needed}, NULL);
    snprintf(reason, sizeof reason, "the limit of %" PRIu64 " states was hit", needed - 1);
    judge_limited((struct limits){.max_states = needed - 1}, reason);
    judge_limited((struct limits){.max_memory = 1 << 20}, NULL);
    judge_limited((struct limits){.max_memory = 1 << 12}, "the limit of 0.003906 MiB of memory was hit");
}

/* --- public boards --- */

struct corpus {
    const char *folder;
    uint64_t states;
    unsigned boards;
};

static bool check_board(void *context, const char *const *fields, size_t count)
{
    struct corpus *corpus = context;
    if (count < 4 || strcmp(fields[0], "file") == 0)
        return true;
    struct text path = {0}, error = {0}, replay = {0};
    text_addf(&path, "%s/longcat/%s", corpus->folder, fields[0]);
    struct level_source *source = level_source_open((char *const[]){path.data}, 1);
    struct level level;
    assert_non_null(source);
    assert_int_equal(level_source_next(source, &level, &error), LEVEL_READ);
    struct puzzle *puzzle = level_load(&level, NULL, (struct variant){0}, &error);
    assert_non_null(puzzle);
    assert_int_equal(show_replay("", puzzle, fields[3], false, &no_limits, &replay), REPLAY_SOLVES);
    struct request request = {.measures = MEASURES_AUTO};
    struct judgement judgement;
    assert_true(judge(puzzle, &request, &judgement));
    assert_true(judgement.verdict == VERDICT_UNIQUE || judgement.verdict == VERDICT_MULTIPLE);
    assert_true(judgement.measure[MEASURE_depth] <= strtod(fields[2], NULL));
    text_clear(&replay);
    solution_write(puzzle, &judgement.reported, &replay);
    if (strcmp(text_string(&judgement.solutions), "1") == 0)
        assert_string_equal(text_string(&replay), fields[3]);
    corpus->states += judgement.states;
    corpus->boards++;
    judgement_free(&judgement);
    puzzle->game->free(puzzle);
    level_free(&level);
    level_source_close(source);
    text_free(&path);
    text_free(&error);
    text_free(&replay);
    return true;
}

static void test_public_boards(void **state)
{
    (void)state;
    struct corpus corpus = {.folder = getenv("ONLYWAY_CORPUS")};
    if (corpus.folder == NULL)
        skip();
    struct text path = {0}, index = {0}, error = {0};
    text_addf(&path, "%s/longcat/INDEX.csv", corpus.folder);
    assert_true(file_read(text_string(&path), 1 << 20, &index, &error));
    assert_true(csv_read(index.data, index.size, check_board, &corpus, &error));
    printf("%u boards, %" PRIu64 " states\n", corpus.boards, corpus.states);
    assert_true(corpus.boards >= 12);
    text_free(&path);
    text_free(&index);
    text_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_level_of_the_document),
        cmocka_unit_test(test_a_cat_alone_has_won),
        cmocka_unit_test(test_rows_and_columns),
        cmocka_unit_test(test_spirals_of_empty_boards),
        cmocka_unit_test(test_walls_around_do_not_spoil_symmetry),
        cmocka_unit_test(test_a_corridor_of_many_short_slides),
        cmocka_unit_test(test_limits_leave_a_level_undecided),
        cmocka_unit_test(test_public_boards),
    };
    return cmocka_run_group_tests_name("LongCat levels with known answers", tests, NULL, NULL);
}
