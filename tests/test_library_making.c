/* The library's functions that mend and generate levels, as another program uses them. */
#include "tests/library_use.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A level of LongCat with two solutions, which is mended in a moment. */
#define TWO_WAYS "######\n#C   #\n#    #\n#    #\n######\n"

struct nearby {
    unsigned count, most;
    uint64_t tried;
    bool stopped;
    char text[8192];
};

static int gather_mended(void *context, const ow_mended *mended)
{
    struct nearby *nearby = context;
    size_t size = strlen(nearby->text);
    assert_false(nearby->stopped);
    ow_change change;
    assert_int_equal(ow_mended_change(mended, 0, &change), 1);
    const char *cell = ow_mended_text(mended);
    for (int row = 1; row < change.row; row++)
        cell = strchr(cell, '\n') + 1;
    assert_int_equal((unsigned char)cell[change.column - 1], change.to);
    assert_int_not_equal(change.from, change.to);
    assert_int_equal(ow_mended_change(mended, 4, &change), 0);
    assert_null(ow_mended_field(mended, "colour"));
    assert_non_null(strstr(ow_mended_told(mended), ow_mended_edits(mended)));
    ow_levels *levels = read_levels(ow_mended_text(mended), NULL, 1);
    ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), NULL);
    check_field(judgement, "verdict", "unique");
    check_field(judgement, "depth", ow_mended_field(mended, "depth"));
    check_field(judgement, "difficulty", ow_mended_field(mended, "difficulty"));
    ow_judgement_free(judgement);
    ow_levels_free(levels);
    snprintf(nearby->text + size, sizeof nearby->text - size, "%s", ow_mended_told(mended));
    nearby->stopped = ++nearby->count == nearby->most;
    return nearby->stopped;
}

static int count_tried(void *context, uint64_t tried, uint64_t found)
{
    struct nearby *nearby = context;
    assert_false(nearby->stopped);
    assert_true(tried >= nearby->tried && found <= tried);
    nearby->tried = tried;
    nearby->stopped = nearby->most == UINT32_MAX;
    return nearby->stopped;
}

static ow_status mend(const char *level, const char *options, struct nearby *nearby, char **text, char **message)
{
    ow_levels *levels = read_levels(level, NULL, 1);
    ow_mender mender = {sizeof mender, nearby, gather_mended, count_tried};
    ow_status status = ow_mend(ow_levels_at(levels, 0), options, &mender, text, message);
    ow_levels_free(levels);
    return status;
}

static void test_levels_are_mended(void **state)
{
    (void)state;
    static struct nearby one, three;
    char *text, *again, *message;
    assert_int_equal(mend(TWO_WAYS, "mend=3", &one, &text, &message), OW_OK);
    assert_null(message);
    assert_int_equal(one.count, 3);
    assert_true(one.tried > 0);
    assert_true(strncmp(text, one.text, strlen(one.text)) == 0);
    assert_true(strncmp(text + strlen(one.text), "  tried     ", 12) == 0);
    assert_int_equal(mend(TWO_WAYS, "--mend=3 jobs=3", &three, &again, NULL), OW_OK);
    assert_string_equal(text, again);
    ow_free(text);
    ow_free(again);
    ow_levels *levels = read_levels(TWO_WAYS, NULL, 1);
    assert_int_equal(ow_mend(ow_levels_at(levels, 0), NULL, NULL, &text, NULL), OW_OK);
    assert_non_null(strstr(text, "  mend 5 "));
    ow_free(text);
    ow_levels_free(levels);
}

static void test_mending_says_no(void **state)
{
    (void)state;
    static struct nearby none, few = {.most = 2}, stopped = {.most = UINT32_MAX};
    char *text, *message;
    assert_int_equal(mend(UNIQUE_LEVEL, NULL, &none, &text, NULL), OW_OK);
    assert_non_null(strstr(text, "it is unique already"));
    ow_free(text);
    assert_int_equal(mend(TWO_WAYS, "count=2", &none, &text, &message), OW_BAD_OPTION);
    assert_null(text);
    assert_non_null(strstr(message, "unknown option 'count'"));
    ow_free(message);
    assert_int_equal(mend(TWO_WAYS, NULL, &few, &text, NULL), OW_CANCELLED);
    assert_null(text);
    assert_int_equal(few.count, 2);
    assert_int_equal(mend(TWO_WAYS, NULL, &stopped, &text, NULL), OW_CANCELLED);
    assert_int_equal(stopped.count + none.count, 0);
}

/* Time that runs out stops the levels being tried: each of these takes long. */
static void test_mending_stops_in_time(void **state)
{
    (void)state;
    char text[20 * 21 + 1] = "";
    for (int row = 0; row < 20; row++)
        strcat(text, row == 3    ? "*1*2*4*1*2*4********\n"
                     : row == 18 ? "#*******************\n"
                                 : "********************\n");
    ow_levels *levels = read_levels(text, NULL, 1);
    char *told;
    unsigned tried;
    assert_int_equal(ow_mend(ow_levels_at(levels, 0), "timeout=0.5 max-states=200000", NULL, &told, NULL), OW_OK);
    assert_int_equal(sscanf(told, "  tried %u levels", &tried), 1);
    assert_true(tried < 32);
    assert_non_null(strstr(told, "time ran out"));
    ow_free(told);
    ow_levels_free(levels);
}

struct gathered {
    unsigned count, most;
    char text[8192];
};

static int gather(void *context, const ow_made *made)
{
    struct gathered *gathered = context;
    size_t size = strlen(gathered->text);
    assert_string_equal(ow_made_field(made, "verdict"), "unique");
    assert_string_equal(ow_made_field(made, "level"), ow_made_name(made));
    assert_null(ow_made_field(made, "colour"));
    snprintf(gathered->text + size, sizeof gathered->text - size, "%s%s", ow_made_row(made), ow_made_text(made));
    return ++gathered->count == gathered->most;
}

static ow_status generate(const char *game, const char *options, struct gathered *gathered, char **message)
{
    ow_maker maker = {sizeof maker, gathered, gather, NULL};
    return ow_generate(game, options, &maker, message);
}

static void test_levels_are_made(void **state)
{
    (void)state;
    static struct gathered one, again, three, few;
    char *message;
    assert_int_equal(generate("longcat", "size=5 count=4 seed=7", &one, &message), OW_OK);
    assert_null(message);
    assert_int_equal(one.count, 4);
    assert_int_equal(generate("longcat", "--size=5x5 --count=4 --seed=7 jobs=3", &again, NULL), OW_OK);
    assert_string_equal(one.text, again.text);
    three.most = 3;
    assert_int_equal(generate("longcat", "size=5 count=4 seed=7", &three, NULL), OW_CANCELLED);
    assert_int_equal(three.count, 3);
    assert_true(strncmp(one.text, three.text, strlen(three.text)) == 0);
    assert_int_equal(generate("longcat", "size=5 count=1000 seed=7 max-tries=30", &few, &message), OW_LIMIT);
    assert_non_null(strstr(message, "gave up after 30 candidates"));
    ow_free(message);
    static struct gathered filled;
    assert_int_equal(generate("longcat",
                              "from='#####\n#?C?#\n#???#\n#?##?#\n#####\n' count=1 allow-trivial "
                              "allow-greedy",
                              &filled, NULL),
                     OW_OK);
    assert_non_null(strstr(filled.text, "C"));
    assert_null(strchr(filled.text, '?'));
    /* a generated level can be read, and its judgement is the reported one */
    char *text = strchr(one.text, '\n') + 1;
    ow_levels *levels;
    assert_int_equal(ow_levels_read(text, (size_t)(strstr(text, "002.txt") - text), "game=longcat", &levels, NULL),
                     OW_OK);
    ow_judgement *judgement = judge_level(ow_levels_at(levels, 0), NULL);
    assert_non_null(strstr(one.text, ow_judgement_field(judgement, "solution")));
    ow_judgement_free(judgement);
    ow_levels_free(levels);
}

static void check_not_made(const char *game, const char *options, ow_status status, const char *said)
{
    static struct gathered none;
    char *message;
    assert_int_equal(generate(game, options, &none, &message), status);
    assert_non_null(message);
    if (strstr(message, said) == NULL)
        fail_msg("'%s' is not in '%s'", said, message);
    assert_int_equal(none.count, 0);
    ow_free(message);
}

static void test_wrong_requests_are_refused(void **state)
{
    (void)state;
    check_not_made("longcats", NULL, OW_BAD_OPTION, "unknown game 'longcats'");
    check_not_made("longcat", "output=here", OW_BAD_OPTION, "only the command has the option 'output'");
    check_not_made("longcat", "boxes=3", OW_BAD_OPTION, "unknown option 'boxes'");
    check_not_made("longcat", "size=1000", OW_BAD_OPTION, "--size");
    check_not_made("longcat", "from='####\n#X?#\n####\n'", OW_BAD_INPUT, "from:2:2: unknown character 'X'");
    check_not_made("longcat", "from=''", OW_BAD_INPUT, "from");
    check_not_made("longcat", "from='####\n#C?#\n####\n' size=3", OW_BAD_OPTION, "--size cannot be combined");
    check_not_made("snake", "tours=3", OW_BAD_OPTION, "only the command makes something else");
    check_not_made("sokoban", "method=magic", OW_BAD_OPTION, "has no method 'magic'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_are_made),
        cmocka_unit_test(test_levels_are_mended),
        cmocka_unit_test(test_mending_says_no),
        cmocka_unit_test(test_mending_stops_in_time),
        cmocka_unit_test(test_wrong_requests_are_refused),
    };
    return cmocka_run_group_tests_name("library, making", tests, NULL, NULL);
}
