/* Snowman on public levels: ONLYWAY_CORPUS names a folder whose snowman/INDEX.csv has the depth of each level, in
 * pushes and in steps of the player.  Skipped without it. */
#include "tests/unit.h"

#include "base/file.h"
#include "solve/judge/judge.h"
#include "tests/snowman_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *corpus;

static void read_text(const char *name, struct text *text)
{
    struct text path = {0}, error = {0};
    text_addf(&path, "%s/snowman/%s", corpus, name);
    if (!file_read(text_string(&path), 1 << 20, text, &error))
        fail_msg("%s", text_string(&error));
    text_free(&path);
}

/* Levels that need more states are tried only with ONLYWAY_TEST_LONG. */
enum { COMMON_STATES = 1000000 };

/* Checks that the level has the expected depth, and that the reported solution has that many moves and solves the
 * level.  Returns whether the state limit allowed the check. */
static bool check_depth(const char *name, unsigned metric, long expected)
{
    struct text rows = {0};
    struct judgement judgement;
    struct request request = {.limits = {.max_states = getenv("ONLYWAY_TEST_LONG") == NULL ? COMMON_STATES : 0}};
    read_text(name, &rows);
    struct puzzle *puzzle = snowman_load(text_string(&rows), metric);
    assert_true(judge(puzzle, &request, &judgement));
    double depth = judgement.measure[MEASURE_depth];
    bool decided = judgement.verdict != VERDICT_UNDECIDED;
    if (decided && (depth != (double)expected || judgement.reported.count != (size_t)expected))
        fail_msg("%s, metric %u: depth %g, not %ld", name, metric, depth, expected);
    judgement_free(&judgement);
    game_snowman.free(puzzle);
    text_free(&rows);
    return decided;
}

/* Returns the n-th field of a line, or -1 if it is not a number. */
static long field(const char *line, unsigned n)
{
    while (n-- > 0) {
        line = strchr(line, ',');
        if (line == NULL)
            return -1;
        line++;
    }
    return *line >= '0' && *line <= '9' ? strtol(line, NULL, 10) : -1;
}

/* Fields of INDEX.csv. */
enum { FIELD_DEPTH = 2, FIELD_MOVES = 3 };

static void check_corpus(unsigned n, unsigned metric)
{
    struct text index = {0};
    unsigned known = 0, checked = 0;
    read_text("INDEX.csv", &index);
    for (char *line = strtok(index.data, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        char name[128];
        long expected = field(line, n);
        snprintf(name, sizeof name, "%.*s", (int)strcspn(line, ","), line);
        if (expected < 0)
            continue;
        known++;
        checked += check_depth(name, metric, expected);
    }
    assert_true(checked > 0 && checked + 1 >= known); /* one level needs more states than the usual limit */
    text_free(&index);
}

static void test_ball_movements(void **unused)
{
    (void)unused;
    check_corpus(FIELD_DEPTH, METRIC_PUSHES);
}

static void test_steps(void **unused)
{
    (void)unused;
    check_corpus(FIELD_MOVES, METRIC_MOVES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ball_movements),
        cmocka_unit_test(test_steps),
    };
    corpus = getenv("ONLYWAY_CORPUS");
    if (corpus == NULL) {
        print_message("skipped: ONLYWAY_CORPUS names no folder of levels\n");
        return 77;
    }
    return cmocka_run_group_tests_name("snowman_corpus", tests, NULL, NULL);
}
