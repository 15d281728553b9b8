/* The library as another program uses it: only its header and exported symbols. */
#include "tests/library_use.h"

#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_a_level_is_read_and_judged(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(UNIQUE_LEVEL, NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    assert_null(ow_level_error(level));
    assert_string_equal(ow_level_name(level), "text");
    assert_string_equal(ow_level_game(level), "sokoban");
    assert_string_equal(ow_level_text(level), UNIQUE_LEVEL);
    ow_judgement *judgement = judge_level(level, NULL);
    ow_levels_free(levels); /* a judgement does not refer to its levels */
    check_field(judgement, "verdict", "unique");
    check_field(judgement, "depth", "1");
    check_field(judgement, "solution", "R");
    assert_null(ow_judgement_field(judgement, "colour"));
    assert_int_equal(ow_judgement_listed(judgement), 0);
    assert_non_null(strstr(ow_judgement_text(judgement), "text: unique, depth 1"));
    ow_judgement_free(judgement);
}

static void test_the_row_fits_the_header(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(UNIQUE_LEVEL, NULL, 1);
    ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), NULL);
    char *header;
    assert_int_equal(ow_report_header(&header), OW_OK);
    size_t commas[2] = {0};
    for (const char *c = header; *c != '\0'; c++)
        commas[0] += *c == ',';
    for (const char *c = ow_judgement_row(judgement); *c != '\0'; c++)
        commas[1] += *c == ',';
    assert_int_equal(commas[0], commas[1]);
    assert_true(strncmp(header, "level,game,", 11) == 0);
    assert_true(strncmp(ow_judgement_row(judgement), "text,sokoban,", 13) == 0);
    ow_free(header);
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

static void test_solutions_are_listed(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(MULTIPLE_LEVEL, "--game=sokoban", 1);
    ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), "all=10 jobs=2");
    check_field(judgement, "verdict", "multiple");
    size_t listed = ow_judgement_listed(judgement);
    assert_true(listed >= 2);
    assert_true(ow_judgement_listed_classes(judgement) >= 2);
    for (size_t i = 0; i < listed; i++) {
        int solved;
        char *told;
        assert_int_equal(
            ow_replay(ow_levels_at(levels, 0), ow_judgement_listed_at(judgement, i), NULL, &solved, &told, NULL),
            OW_OK);
        assert_int_equal(solved, 1);
        ow_free(told);
    }
    assert_null(ow_judgement_listed_at(judgement, listed));
    assert_non_null(strstr(ow_judgement_text(judgement), ow_judgement_listed_at(judgement, 0)));
    ow_judgement_free(judgement);
    judgement = judge_level(ow_levels_at(levels, 0), NULL);
    assert_null(strstr(ow_judgement_text(judgement), "listed")); /* as `solve` without --all */
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

static void test_bad_levels_stand_among_good_ones(void **state)
{
    (void)state;
    static const char text[] = "#####\n#@$.#\n#####\n\n#####\n#@@$.#\n#####\n\n#####\n#@$.#\n#####\n";
    ow_levels *levels = read_levels(text, "game=sokoban", 3);
    assert_null(ow_level_error(ow_levels_at(levels, 0)));
    const ow_level *bad = ow_levels_at(levels, 1);
    assert_non_null(ow_level_error(bad));
    assert_true(strncmp(ow_level_error(bad), "text:", 5) == 0);
    assert_null(strchr(ow_level_error(bad), '\n')); /* messages end without a newline */
    assert_string_equal(ow_level_game(bad), "");
    assert_string_equal(ow_level_name(ow_levels_at(levels, 2)), "text#3");
    ow_judgement *judgement;
    char *message, *svg;
    assert_int_equal(ow_judge(bad, NULL, NULL, &judgement, &message), OW_BAD_INPUT);
    assert_null(judgement);
    assert_string_equal(message, ow_level_error(bad));
    ow_free(message);
    assert_int_equal(ow_draw_svg(bad, NULL, NULL, &svg, NULL), OW_BAD_INPUT);
    assert_null(svg);
    ow_levels_free(levels);
}

static void check_bad_option(const char *options, const char *said)
{
    ow_levels *levels = read_levels(UNIQUE_LEVEL, NULL, 1);
    ow_judgement *judgement;
    char *message;
    assert_int_equal(ow_judge(ow_levels_at(levels, 0), options, NULL, &judgement, &message), OW_BAD_OPTION);
    assert_null(judgement);
    assert_non_null(message);
    assert_non_null(strstr(message, said));
    ow_free(message);
    ow_levels_free(levels);
}

static void test_wrong_options_are_refused(void **state)
{
    (void)state;
    check_bad_option("max-state=3", "did you mean 'max-states'");
    check_bad_option("max-states=many", "--max-states: ");
    check_bad_option("max-states", "needs a value");
    check_bad_option("jobs=0", "--jobs: ");
    check_bad_option("jobs=1 max-states='2", "the quote ' is not closed");
    check_bad_option("max-states=\"2' jobs=1", "the quote \" is not closed");
    ow_levels *levels;
    char *message;
    assert_int_equal(ow_levels_read(UNIQUE_LEVEL, 3, "game=chess", &levels, &message), OW_BAD_OPTION);
    assert_null(levels);
    assert_non_null(strstr(message, "unknown game 'chess'"));
    ow_free(message);
}

static void test_why_is_told(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(MULTIPLE_LEVEL, NULL, 1);
    ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), "why");
    assert_string_not_equal(ow_judgement_why(judgement), "");
    assert_non_null(strstr(ow_judgement_text(judgement), ow_judgement_why(judgement)));
    assert_ptr_equal(strstr(ow_judgement_why_data(judgement), "{\"verdict\":\"multiple\","),
                     ow_judgement_why_data(judgement));
    ow_judgement_free(judgement);
    judgement = judge_level(ow_levels_at(levels, 0), NULL);
    assert_string_equal(ow_judgement_why(judgement), "");
    assert_string_equal(ow_judgement_why_data(judgement), "");
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

static void test_limits_leave_it_undecided(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(MULTIPLE_LEVEL, NULL, 1);
    ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), "max-states='2'");
    check_field(judgement, "verdict", "undecided");
    assert_non_null(strstr(ow_judgement_reason(judgement), "limit of 2 states"));
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

static void test_moves_are_replayed(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(UNIQUE_LEVEL, NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    int solved;
    char *text, *message;
    assert_int_equal(ow_replay(level, "R", "show", &solved, &text, &message), OW_OK);
    assert_int_equal(solved, 1);
    assert_non_null(strstr(text, "solves the level in 1 move"));
    assert_non_null(strstr(text, "#@ *#"));
    ow_free(text);
    assert_int_equal(ow_replay(level, "", NULL, &solved, &text, &message), OW_OK);
    assert_int_equal(solved, 0);
    assert_non_null(strstr(text, "does not solve the level in 0 moves"));
    ow_free(text);
    ow_levels *blocked = read_levels("####\n#@$#\n#. #\n####\n", NULL, 1);
    assert_int_equal(ow_replay(ow_levels_at(blocked, 0), "R", NULL, &solved, &text, &message), OW_OK);
    assert_int_equal(solved, 0);
    assert_non_null(strstr(text, "is illegal"));
    ow_free(text);
    ow_levels_free(blocked);
    assert_int_equal(ow_replay(level, "?", NULL, &solved, &text, &message), OW_BAD_INPUT);
    assert_null(text);
    assert_non_null(message);
    ow_free(message);
    ow_levels_free(levels);
}

static void test_levels_are_drawn(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(UNIQUE_LEVEL, NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    char *before, *after, *none;
    assert_int_equal(ow_draw_svg(level, NULL, NULL, &before, NULL), OW_OK);
    assert_int_equal(ow_draw_svg(level, "R", "theme=auto", &after, NULL), OW_OK);
    assert_true(strncmp(before, "<svg ", 5) == 0 && strstr(before, "</svg>\n") != NULL);
    assert_non_null(strstr(after, "prefers-color-scheme"));
    assert_string_not_equal(before, after);
    assert_int_equal(ow_draw_svg(level, "L", NULL, &none, NULL), OW_BAD_INPUT);
    assert_null(none);
    ow_free(before);
    ow_free(after);
    ow_levels_free(levels);
}

/* Fills the stack below the caller with a byte. */
__attribute__((noinline)) static void fill_stack(unsigned char byte)
{
    volatile unsigned char bytes[1 << 16];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = byte;
}

/* Missing options do not depend on the contents of memory: an uninitialised flag would show all of the text. */
static void test_the_same_call_draws_the_same(void **state)
{
    (void)state;
    ow_levels *levels = read_levels("#####\n#C  #\n#####\n", NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    char *pictures[3], *whole;
    assert_int_equal(ow_draw_svg(level, NULL, "whole", &whole, NULL), OW_OK);
    for (unsigned char i = 0; i < 3; i++) {
        fill_stack(i % 2);
        assert_int_equal(ow_draw_svg(level, NULL, NULL, &pictures[i], NULL), OW_OK);
    }
    assert_string_not_equal(pictures[0], whole);
    assert_string_equal(pictures[0], pictures[1]);
    assert_string_equal(pictures[0], pictures[2]);
    for (unsigned char i = 0; i < 3; i++)
        ow_free(pictures[i]);
    ow_free(whole);
    ow_levels_free(levels);
}

static int stop_at_once(void *context, uint64_t states)
{
    (void)states;
    ++*(int *)context;
    return 1;
}

/* A long strip with many boxes takes long to search. */
static void test_a_watch_can_stop_it(void **state)
{
    (void)state;
    static const char large[] = "############\n#@         #\n# $ $ $ $  #\n#          #\n"
                                "# $ $ $ $  #\n#          #\n#..........#\n############\n";
    ow_levels *levels = read_levels(large, NULL, 1);
    int calls = 0;
    ow_watch watch = {sizeof watch, &calls, stop_at_once};
    ow_judgement *judgement;
    assert_int_equal(ow_judge(ow_levels_at(levels, 0), NULL, &watch, &judgement, NULL), OW_CANCELLED);
    assert_int_equal(calls, 1); /* the watch is not called again */
    check_field(judgement, "verdict", "undecided");
    ow_judgement_free(judgement);
    watch.size = 0;
    char *message;
    assert_int_equal(ow_judge(ow_levels_at(levels, 0), NULL, &watch, &judgement, &message), OW_BAD_INPUT);
    assert_non_null(strstr(message, "the watch: the member 'size' is not set"));
    assert_null(judgement);
    assert_int_equal(calls, 1);
    ow_free(message);
    /* a program that was built with a later header: its additional members, which it does not use, do no harm */
    struct {
        ow_watch watch;
        void *later;
    } later = {{sizeof later, &calls, stop_at_once}, NULL};
    assert_int_equal(ow_judge(ow_levels_at(levels, 0), NULL, &later.watch, &judgement, NULL), OW_CANCELLED);
    ow_judgement_free(judgement);
    later.later = &later;
    assert_int_equal(ow_judge(ow_levels_at(levels, 0), NULL, &later.watch, &judgement, NULL), OW_BAD_INPUT);
    assert_int_equal(calls, 2);
    ow_levels_free(levels);
}

/* A game with one rule in a room so large that one key takes seconds and all positions of the player hours, and a
 * game whose rules expand to very many. */
static const char language_head[] =
    "title Long\n\nOBJECTS\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nred\n\nCrate\norange\n\n"
    "LEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\nSome = Background or Player or Crate\n\nSOUNDS\n\n"
    "COLLISIONLAYERS\nBackground\nPlayer, Wall, Crate\n\nRULES\n";
static const char long_turns[] = "[ > Player ] [ no Wall ] [ no Wall ] [ no Wall ] -> [ > Player ] [ ] [ ] [ ]\n";
static const char many_rules[] =
    "[ > Some | > Some | > Some | > Some | > Some ] -> [ Some | Some | Some | Some | Some ]\n";
static const char language_foot[] = "\nWINCONDITIONS\nno Crate\n\nLEVELS\n\n";

static const char *write_game(const char *rules, int size)
{
    static char source[1 << 14];
    int at = snprintf(source, sizeof source, "%s%s%s", language_head, rules, language_foot);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++)
            source[at++] = row == 0 && column == 0 ? 'P' : row == 2 && column == 2 ? '*' : '.';
        source[at++] = '\n';
    }
    source[at] = '\0';
    return source;
}

static void test_rules_that_take_long_are_stopped(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(write_game(long_turns, 100), NULL, 1);
    const ow_level *level = ow_levels_at(levels, 0);
    int calls = 0, solved;
    ow_watch watch = {sizeof watch, &calls, stop_at_once};
    ow_judgement *judgement;
    char *text, *message;
    assert_int_equal(ow_judge(level, NULL, &watch, &judgement, NULL), OW_CANCELLED);
    check_field(judgement, "verdict", "undecided");
    check_field(judgement, "hash", "");
    assert_string_equal(ow_judgement_reason(judgement), "interrupted");
    ow_judgement_free(judgement);
    assert_int_equal(ow_judge(level, "timeout=0.01", NULL, &judgement, NULL), OW_OK);
    check_field(judgement, "verdict", "undecided");
    assert_string_equal(ow_judgement_reason(judgement), "the limit of 0.01 seconds was hit");
    ow_judgement_free(judgement);
    assert_int_equal(ow_judge(level, "max-memory=64K", NULL, &judgement, NULL), OW_OK);
    check_field(judgement, "verdict", "undecided");
    ow_judgement_free(judgement);
    assert_int_equal(ow_replay(level, "R", "timeout=0.01", &solved, &text, &message), OW_LIMIT);
    assert_null(text);
    assert_non_null(strstr(message, "undecided (the limit of 0.01 seconds was hit)"));
    ow_free(message);
    assert_int_equal(ow_draw_svg(level, "R", "timeout=0.01", &text, &message), OW_LIMIT);
    assert_null(text);
    assert_non_null(strstr(message, "the limit of 0.01 seconds was hit"));
    ow_free(message);
    ow_levels_free(levels);
}

static void test_a_large_game_is_not_read(void **state)
{
    (void)state;
    const char *source = write_game(many_rules, 5);
    ow_levels *levels = NULL;
    char *message;
    assert_int_equal(ow_levels_read(source, strlen(source), "max-memory=1M", &levels, &message), OW_LIMIT);
    assert_null(levels);
    assert_string_equal(message, "text: undecided (the limit of 1 MiB of memory was hit while the game was read)");
    ow_free(message);
    ow_levels_free(read_levels(source, NULL, 1));
    /* nor are levels generated from it */
    static char options[1 << 14];
    snprintf(options, sizeof options, "max-memory=1M count=1 from='%s'", source);
    assert_int_equal(ow_generate("puzzlescript", options, NULL, &message), OW_LIMIT);
    assert_non_null(message);
    assert_non_null(strstr(message, "the limit of 1 MiB of memory was hit while the game was read"));
    ow_free(message);
}

/* Numbers have decimal points in every locale of the program. */
static void test_locales_change_nothing(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(MULTIPLE_LEVEL, NULL, 1);
    ow_judgement *plain = judge_level(ow_levels_at(levels, 0), NULL);
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        if (setlocale(LC_ALL, locales[i]) == NULL)
            continue;
        ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), "timeout=99.5");
        assert_string_equal(ow_judgement_row(plain), ow_judgement_row(judgement));
        ow_judgement_free(judgement);
    }
    setlocale(LC_ALL, "C");
    ow_judgement_free(plain);
    ow_levels_free(levels);
}

static void *use(void *context)
{
    char **row = context;
    for (int i = 0; i < 20; i++) {
        ow_levels *levels = read_levels(MULTIPLE_LEVEL, NULL, 1);
        ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), "jobs=2");
        free(*row);
        *row = strdup(ow_judgement_row(judgement));
        ow_judgement_free(judgement);
        ow_levels_free(levels);
    }
    return NULL;
}

static void test_many_threads_use_it(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    char *rows[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use, &rows[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_string_equal(rows[0], rows[i]);
        if (i > 0)
            free(rows[i]);
    }
    free(rows[0]);
}

static void test_games_have_names(void **state)
{
    (void)state;
    size_t n = 0;
    bool found = false;
    ow_levels *levels = read_levels(write_game(many_rules, 5), NULL, 1); /* whose game comes last */
    for (; ow_game_name(n) != NULL; n++)
        found |= strcmp(ow_game_name(n), ow_level_game(ow_levels_at(levels, 0))) == 0;
    assert_true(found && n >= 6);
    assert_null(ow_game_name(n + 1));
    assert_null(ow_game_name(SIZE_MAX));
    ow_levels_free(levels);
    assert_string_equal(ow_status_text(OW_NO_MEMORY), "out of memory");
    assert_non_null(ow_version());
}

static void check_null(ow_status status, char **message)
{
    assert_int_equal(status, OW_BAD_INPUT);
    assert_non_null(*message);
    assert_non_null(strstr(*message, "is a null pointer"));
    ow_free(*message);
}

/* A null pointer for an object or a result is an error and does not crash. */
static void test_null_pointers_are_refused(void **state)
{
    (void)state;
    ow_levels *levels = read_levels(UNIQUE_LEVEL, NULL, 1), *none;
    const ow_level *level = ow_levels_at(levels, 0);
    ow_judgement *judgement;
    char *text, *message;
    int solved;
    check_null(ow_levels_read(NULL, 3, NULL, &none, &message), &message);
    assert_null(none);
    assert_int_equal(ow_levels_read(NULL, 0, NULL, &none, &message), OW_OK);
    assert_non_null(ow_level_error(ow_levels_at(none, 0))); /* an empty text has no level */
    ow_levels_free(none);
    check_null(ow_levels_read(UNIQUE_LEVEL, 3, NULL, NULL, &message), &message);
    check_null(ow_judge(NULL, NULL, NULL, &judgement, &message), &message);
    assert_null(judgement);
    check_null(ow_judge(level, NULL, NULL, NULL, &message), &message);
    check_null(ow_mend(NULL, NULL, NULL, &text, &message), &message);
    assert_null(text);
    check_null(ow_mend(level, NULL, NULL, NULL, &message), &message);
    check_null(ow_generate(NULL, NULL, NULL, &message), &message);
    check_null(ow_replay(NULL, "R", NULL, &solved, &text, &message), &message);
    assert_null(text);
    check_null(ow_replay(level, NULL, NULL, &solved, &text, &message), &message);
    check_null(ow_replay(level, "R", NULL, NULL, &text, &message), &message);
    check_null(ow_replay(level, "R", NULL, &solved, NULL, &message), &message);
    check_null(ow_draw_svg(NULL, NULL, NULL, &text, &message), &message);
    assert_null(text);
    check_null(ow_draw_svg(level, NULL, NULL, NULL, &message), &message);
    assert_int_equal(ow_report_header(NULL), OW_BAD_INPUT);
    assert_int_equal(ow_levels_count(NULL), 0);
    assert_null(ow_levels_at(NULL, 0));
    const char *(*const of_level[])(const ow_level *) = {ow_level_error, ow_level_name, ow_level_game, ow_level_text};
    for (size_t i = 0; i < sizeof of_level / sizeof *of_level; i++)
        assert_null(of_level[i](NULL));
    const char *(*const of_judgement[])(const ow_judgement *) = {
        ow_judgement_row, ow_judgement_reason, ow_judgement_why, ow_judgement_why_data, ow_judgement_text};
    for (size_t i = 0; i < sizeof of_judgement / sizeof *of_judgement; i++)
        assert_null(of_judgement[i](NULL));
    judgement = judge_level(level, NULL);
    assert_null(ow_judgement_field(NULL, "depth"));
    assert_null(ow_judgement_field(judgement, NULL));
    assert_int_equal(ow_judgement_listed(NULL) + ow_judgement_listed_classes(NULL), 0);
    assert_null(ow_judgement_listed_at(NULL, 0));
    ow_judgement_free(judgement);
    ow_change change;
    const char *(*const of_mended[])(const ow_mended *) = {ow_mended_text, ow_mended_edits, ow_mended_told};
    for (size_t i = 0; i < sizeof of_mended / sizeof *of_mended; i++)
        assert_null(of_mended[i](NULL));
    assert_null(ow_mended_field(NULL, "depth"));
    assert_int_equal(ow_mended_change(NULL, 0, &change), 0);
    const char *(*const of_made[])(const ow_made *) = {ow_made_name, ow_made_text, ow_made_row};
    for (size_t i = 0; i < sizeof of_made / sizeof *of_made; i++)
        assert_null(of_made[i](NULL));
    assert_null(ow_made_field(NULL, "depth"));
    ow_levels_free(NULL);
    ow_judgement_free(NULL);
    ow_free(NULL);
    ow_levels_free(levels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_level_is_read_and_judged), cmocka_unit_test(test_the_row_fits_the_header),
        cmocka_unit_test(test_solutions_are_listed),       cmocka_unit_test(test_bad_levels_stand_among_good_ones),
        cmocka_unit_test(test_wrong_options_are_refused),  cmocka_unit_test(test_why_is_told),
        cmocka_unit_test(test_limits_leave_it_undecided),  cmocka_unit_test(test_moves_are_replayed),
        cmocka_unit_test(test_levels_are_drawn),           cmocka_unit_test(test_the_same_call_draws_the_same),
        cmocka_unit_test(test_a_watch_can_stop_it),        cmocka_unit_test(test_rules_that_take_long_are_stopped),
        cmocka_unit_test(test_a_large_game_is_not_read),   cmocka_unit_test(test_locales_change_nothing),
        cmocka_unit_test(test_many_threads_use_it),        cmocka_unit_test(test_games_have_names),
        cmocka_unit_test(test_null_pointers_are_refused),
    };
    return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
