/* Options of single games: read before the game is known, and then applied by the rows of the right game. */
#include "tests/unit.h"

#include "gen/run/command.h"
#include "gen/climb/options.h"

#include <string.h>

struct invented {
    struct number_range walls, birds;
    uint64_t ponds;
    struct number_range targets;
};

/* The options of an invented game: its limit of walls differs from the real games', and one option exists nowhere
 * else. */
static const struct option_row piece_rows[] = {
    PIECE_ROW(struct invented, walls, 5, "walls"),
    PIECE_ROW(struct invented, birds, 9, "birds"),
    {.name = "ponds", .kind = OPTION_NUMBER, .offset = offsetof(struct invented, ponds), .initial = "7"},
    PIECE_ROW(struct invented, targets, 9, "targets"),
};

struct trial {
    struct typed_pieces typed;
    struct invented invented;
    bool given[4];
    struct option_set pieces;
    const char *foreign;
    struct text error;
};

/* Reads two options and applies them to the invented game.  Returns whether they are valid. */
static bool try_options(struct trial *trial, const char *first, const char *second)
{
    char program[] = "gen", *argv[] = {program, (char *)(uintptr_t)first, (char *)(uintptr_t)second, NULL};
    int operand;
    *trial = (struct trial){.pieces = {piece_rows, 4, NULL, NULL}};
    trial->pieces.target = &trial->invented;
    trial->pieces.given = trial->given;
    struct option_set typed = pieces_as_typed(&trial->typed);
    assert_true(options_parse(&typed, 1, 3, argv, &operand, &trial->error));
    pieces_reset(&trial->pieces);
    return pieces_take(&trial->pieces, &trial->typed, &trial->foreign, &trial->error);
}

static void test_what_is_not_typed_has_its_default(void **state)
{
    (void)state;
    struct trial trial;
    assert_true(try_options(&trial, "--walls=2-3", "--targets=2"));
    assert_int_equal(trial.invented.walls.low, 2);
    assert_int_equal(trial.invented.walls.high, 3);
    assert_int_equal(trial.invented.birds.low, 0);
    assert_true(trial.invented.birds.high == ANY_NUMBER);
    assert_int_equal(trial.invented.ponds, 7);
    assert_int_equal(trial.invented.targets.low, 2);
    assert_true(trial.given[0] && !trial.given[1] && !trial.given[2] && trial.given[3]);
    assert_null(trial.foreign);
    text_free(&trial.error);
}

static void test_the_rows_of_the_game_decide(void **state)
{
    (void)state;
    struct trial trial;
    assert_true(try_options(&trial, "--birds=8", "--walls=5")); /* only four in a Snakebird level */
    assert_int_equal(trial.invented.birds.low, 8);
    assert_false(try_options(&trial, "--birds=8", "--walls=6"));
    assert_string_equal(text_string(&trial.error), "--walls: '6' is not a number or a range such as 3-8 from 0 to 5");
    text_free(&trial.error);
}

static void test_options_of_other_games_are_named(void **state)
{
    (void)state;
    struct trial trial;
    assert_true(try_options(&trial, "--snowmen=many", "--walls=1"));
    assert_string_equal(trial.foreign, "snowmen");
    assert_int_equal(trial.invented.walls.high, 1);
    text_free(&trial.error);
}

static void test_every_name_is_there_once(void **state)
{
    (void)state;
    struct option_row rows[MOST_PIECES];
    size_t count = pieces_of_all_games(rows);
    assert_in_range(count, 5, MOST_PIECES - 1);
    for (size_t n = 0; n < count; n++) {
        for (size_t other = 0; other < n; other++)
            assert_string_not_equal(rows[n].name, rows[other].name);
    }
}

static void parse(struct command *command, const char *first, const char *second)
{
    char program[] = "gen", *argv[] = {program, (char *)(uintptr_t)first, (char *)(uintptr_t)second, NULL};
    struct text error = {0};
    assert_true(command_parse(command, second == NULL ? 2 : 3, argv, &error));
}

static void test_a_journal_keeps_them(void **state)
{
    (void)state;
    struct command command, again;
    struct tally tally = tally_start();
    struct text journal = {0}, second = {0}, error = {0};
    parse(&command, "snowman", "--snow=3-4");
    command_write_journal(&command, &journal);
    assert_non_null(strstr(text_string(&journal), "\noption snow 3-4\n"));
    parse(&again, "snowman", NULL);
    assert_true(command_read_journal(&again, text_string(&journal), &tally, &error));
    command_write_journal(&again, &second);
    assert_string_equal(text_string(&journal), text_string(&second));
    command_free(&again);
    parse(&again, "snowman", "--snow=3");
    assert_false(command_read_journal(&again, text_string(&journal), &tally, &error));
    assert_string_equal(text_string(&error), "--snow=3-3: the interrupted run had --snow=3-4");
    command_free(&again);
    text_free(&journal);
    text_free(&second);
    text_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_not_typed_has_its_default),
        cmocka_unit_test(test_the_rows_of_the_game_decide),
        cmocka_unit_test(test_options_of_other_games_are_named),
        cmocka_unit_test(test_every_name_is_there_once),
        cmocka_unit_test(test_a_journal_keeps_them),
    };
    return cmocka_run_group_tests_name("options of games", tests, NULL, NULL);
}
