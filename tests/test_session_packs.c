/* Sessions over the shipped packs: hints from the start to the end are the solutions of the packs' reports, press by
 * press. */
#include "tests/unit.h"

#include "play/session.h"
#include "solve/level/levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Levels with more states take long and are tried only with ONLYWAY_TEST_LONG. */
enum { MOST_STATES = 60000, COLUMNS = 24 };
enum { COLUMN_GAME = 1, COLUMN_DEPTH = 5, COLUMN_STEPS = 18, COLUMN_STATES = 19, COLUMN_SOLUTION = 23 };

static void follow_hints(const struct puzzle *puzzle, char *const *fields)
{
    static const struct limits limits;
    struct session *session = session_open(puzzle);
    struct hint hint;
    assert_true(session_hint(session, &limits, &hint));
    while (hint.kind == HINT_KEYS) {
        for (size_t i = 0; i < hint.key_count; i++) {
            enum press press;
            assert_true(session_press(session, hint.keys[i], &press));
            assert_int_not_equal(press, PRESS_NOTHING);
        }
        assert_true(session_hint(session, &limits, &hint));
    }
    assert_int_equal(hint.kind, HINT_SOLVED);
    assert_int_equal(session_moves(session), atoi(fields[COLUMN_DEPTH]));
    size_t steps = (size_t)atoi(fields[COLUMN_STEPS]);
    if (puzzle->game->keys != NULL && puzzle->game->keys->keep != NULL)
        assert_in_range(session_presses(session), session_moves(session), steps);
    else
        assert_int_equal(session_presses(session), steps);
    char text[2000];
    puzzle->game->write_moves(puzzle, session_made(session), session_moves(session), text, sizeof text);
    assert_string_equal(text, fields[COLUMN_SOLUTION]);
    session_close(session);
}

static void split(char *line, char **fields)
{
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < COLUMNS; i++) {
        assert_non_null(line);
        fields[i] = line;
        line = strchr(line, ',');
        if (line != NULL)
            *line++ = '\0';
    }
}

/* Plays the levels of a folder or file.  The report has a row for each level, in the same order. */
static int play_pack(const char *pack, const char *report_name)
{
    char path[1000], report_path[1000], line[4000];
    char *operand = path, *fields[COLUMNS];
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/levels/%s", srcdir == NULL ? "." : srcdir, pack);
    snprintf(report_path, sizeof report_path, "%s/levels/%s", srcdir == NULL ? "." : srcdir, report_name);
    FILE *report = fopen(report_path, "r");
    struct level_source *source = level_source_open(&operand, 1);
    struct level level;
    struct text error = {0};
    int played = 0;
    assert_non_null(report);
    assert_non_null(source);
    assert_non_null(fgets(line, sizeof line, report));
    while (level_source_next(source, &level, &error) == LEVEL_READ) {
        assert_non_null(fgets(line, sizeof line, report));
        split(line, fields);
        struct puzzle *puzzle = level_load(&level, NULL, (struct variant){0}, &error);
        assert_non_null(puzzle);
        assert_string_equal(fields[COLUMN_GAME], puzzle->game->name);
        if (atoi(fields[COLUMN_STATES]) <= MOST_STATES || getenv("ONLYWAY_TEST_LONG") != NULL) {
            follow_hints(puzzle, fields);
            played++;
        }
        puzzle->game->free(puzzle);
        level_free(&level);
    }
    assert_int_equal(error.size, 0);
    level_source_close(source);
    fclose(report);
    return played;
}

static void test_longcat(void **state)
{
    (void)state;
    assert_int_equal(play_pack("longcat/1-first-slides", "longcat/1-first-slides/report.csv"), 8);
    assert_int_equal(play_pack("longcat/4-the-shorter-slide", "longcat/4-the-shorter-slide/report.csv"), 8);
    assert_int_equal(play_pack("longcat/6-looks-safe", "longcat/6-looks-safe/report.csv"), 10);
    assert_int_equal(play_pack("longcat/7-fifty-slides", "longcat/7-fifty-slides/report.csv"), 11);
}

static void test_sokoban(void **state)
{
    (void)state;
    assert_in_range(play_pack("sokoban/1-one-crate/levels.xsb", "sokoban/1-one-crate/levels.csv"), 1, 1000);
    assert_in_range(play_pack("sokoban/9-for-experts/levels.xsb", "sokoban/9-for-experts/levels.csv"), 1, 1000);
}

static void test_snowman(void **state)
{
    (void)state;
    assert_in_range(play_pack("snowman/3-deep-snow", "snowman/3-deep-snow/report.csv"), 1, 1000);
    assert_in_range(play_pack("snowman/5-a-place-to-stand", "snowman/5-a-place-to-stand/report.csv"), 1, 1000);
}

static void test_snakebird(void **state)
{
    (void)state;
    assert_in_range(play_pack("snakebird/7-all-at-once", "snakebird/7-all-at-once/report.csv"), 1, 1000);
    assert_in_range(play_pack("snakebird/4-two-birds-one-bridge", "snakebird/4-two-birds-one-bridge/report.csv"), 1,
                    1000);
}

static void test_snake(void **state)
{
    (void)state;
    assert_in_range(play_pack("snake/1-along-the-walls", "snake/1-along-the-walls/report.csv"), 1, 1000);
    assert_in_range(play_pack("snake/8-hundreds-of-cells", "snake/8-hundreds-of-cells/report.csv"), 1, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_longcat),   cmocka_unit_test(test_sokoban), cmocka_unit_test(test_snowman),
        cmocka_unit_test(test_snakebird), cmocka_unit_test(test_snake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
