/* Command-line options: every kind, refused values and their messages, and the help. */
#include "tests/unit.h"

#include "base/options.h"

#include <stdio.h>
#include <string.h>

struct values {
    bool flag, other;
    uint64_t number, bytes, list;
    double real;
    const char *string;
    unsigned choice;
    struct number_range range;
    struct board_size size;
    struct text items;
};

#define AT(member) offsetof(struct values, member)

static const struct option_row rows[] = {
    {.name = "flag", .letter = 'f', .kind = OPTION_FLAG, .offset = AT(flag), .group = "A", .help = "a flag"},
    {.name = "flat", .kind = OPTION_FLAG, .offset = AT(other), .group = "A", .help = "another"},
    {.name = "number",
     .letter = 'n',
     .kind = OPTION_NUMBER,
     .offset = AT(number),
     .argument = "N",
     .initial = "7",
     .low = 1,
     .high = 100,
     .group = "A",
     .help = "a number that is explained with so many words that they do not fit on one line of "
             "the help and have to be wrapped"},
    {.name = "real",
     .letter = 'r',
     .kind = OPTION_REAL,
     .offset = AT(real),
     .argument = "X",
     .initial = "0.5",
     .high = 10,
     .group = "B",
     .help = "a real number"},
    {.name = "bytes",
     .kind = OPTION_BYTES,
     .offset = AT(bytes),
     .argument = "SIZE",
     .initial = "1K",
     .low = 16,
     .group = "B",
     .help = "bytes"},
    {.name = "string",
     .letter = 's',
     .kind = OPTION_STRING,
     .offset = AT(string),
     .argument = "TEXT",
     .group = "B",
     .help = "a string"},
    {.name = "choice",
     .kind = OPTION_CHOICE,
     .offset = AT(choice),
     .argument = "easy|medium|hard",
     .initial = "medium",
     .group = "B",
     .help = "a choice"},
    {.name = "range",
     .kind = OPTION_RANGE,
     .offset = AT(range),
     .argument = "N-M",
     .initial = "3-8",
     .low = 1,
     .high = 50,
     .group = "B",
     .help = "a range"},
    {.name = "size",
     .kind = OPTION_SIZE,
     .offset = AT(size),
     .argument = "WxH",
     .initial = "5",
     .low = 2,
     .high = 64,
     .group = "B",
     .help = "a size"},
    {.name = "all",
     .letter = 'a',
     .kind = OPTION_OPTIONAL,
     .offset = AT(list),
     .argument = "N",
     .initial = "100",
     .low = 1,
     .group = "B",
     .help = "a list"},
    {.name = "items",
     .letter = 'i',
     .kind = OPTION_LIST,
     .offset = AT(items),
     .argument = "ITEM",
     .group = "B",
     .help = "several"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static struct values values;
static bool given[ROWS];
static struct text error;
static int operands;
static char *line[16];
static int words;

/* Parses words separated by spaces. */
static bool parse(const char *typed)
{
    static char copy[256];
    struct option_set set = {rows, ROWS, &values, given};
    text_free(&values.items);
    memset(&values, 0, sizeof values);
    memset(given, 0, sizeof given);
    text_clear(&error);
    snprintf(copy, sizeof copy, "program %s", typed);
    words = 0;
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        line[words++] = word;
    line[words] = NULL;
    options_reset(&set, 1);
    bool good = options_parse(&set, 1, words, line, &operands, &error);
    assert_true(good == (error.size == 0));
    return good;
}

static void refused(const char *typed, const char *message)
{
    assert_false(parse(typed));
    assert_string_equal(text_string(&error), message);
}

static void test_defaults(void **state)
{
    (void)state;
    assert_true(parse(""));
    assert_false(values.flag);
    assert_int_equal(values.number, 7);
    assert_true(values.real == 0.5);
    assert_int_equal(values.bytes, 1024);
    assert_null(values.string);
    assert_int_equal(values.choice, 1);
    assert_int_equal(values.range.low, 3);
    assert_int_equal(values.range.high, 8);
    assert_int_equal(values.size.columns, 5);
    assert_int_equal(values.size.rows, 5);
    assert_int_equal(values.list, 0); /* not given */
    for (int i = 0; i < ROWS; i++)
        assert_false(given[i]);
}

static void test_every_kind(void **state)
{
    (void)state;
    assert_true(parse("--flag --number=100 --real 2.25 --bytes=3.5M -s x=y --choice=hard "
                      "--range=4-4 --size=10x6 --all"));
    assert_true(values.flag && !values.other);
    assert_int_equal(values.number, 100);
    assert_true(values.real == 2.25);
    assert_int_equal(values.bytes, 3670016);
    assert_string_equal(values.string, "x=y");
    assert_int_equal(values.choice, 2);
    assert_int_equal(values.range.low, 4);
    assert_int_equal(values.range.high, 4);
    assert_int_equal(values.size.columns, 10);
    assert_int_equal(values.size.rows, 6);
    assert_int_equal(values.list, 100);
    assert_true(given[0] && !given[1] && given[9]);
    assert_true(parse("--all=5 --range 9 --size 7 -fn3 --bytes 2GiB"));
    assert_int_equal(values.list, 5);
    assert_int_equal(values.range.low, 9);
    assert_int_equal(values.range.high, 9);
    assert_int_equal(values.size.rows, 7);
    assert_int_equal(values.number, 3);
    assert_int_equal(values.bytes, UINT64_C(2) << 30);
    assert_true(parse("--number=4 --number=5 -a9"));
    assert_int_equal(values.number, 5); /* the last value wins */
    assert_int_equal(values.list, 9);
    assert_string_equal(text_string(&values.items), "");
    assert_true(parse("--items=a -i b,c operand --items d"));
    assert_string_equal(text_string(&values.items), "a,b,c,d");
}

static void test_names_cut_short(void **state)
{
    (void)state;
    assert_true(parse("--num=4 --str=x --flag"));
    assert_int_equal(values.number, 4);
    assert_string_equal(values.string, "x");
    refused("--fla", "option '--fla' could mean '--flag' or '--flat'");
    refused("--r=3", "option '--r' could mean '--real' or '--range'");
}

static void test_operands(void **state)
{
    (void)state;
    assert_true(parse("one --number=2 two - -f three"));
    assert_int_equal(operands, words - 4);
    assert_string_equal(line[operands], "one");
    assert_string_equal(line[operands + 2], "-");
    assert_string_equal(line[operands + 3], "three");
    assert_true(values.flag);
    assert_true(parse("-f -- --number=3 -x"));
    assert_int_equal(operands, words - 2);
    assert_string_equal(line[operands], "--number=3");
    assert_int_equal(values.number, 7);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    refused("--nubmer=3", "unknown option '--nubmer'; did you mean '--number'?");
    refused("--zzzzzz", "unknown option '--zzzzzz'");
    refused("-x", "unknown option '-x'");
    refused("-fx", "unknown option '-x'");
    refused("-number=3", "unknown option '-number'; did you mean '--number'?");
    refused("-f -flag", "unknown option '-flag'; did you mean '--flag'?");
    refused("file -zzzzzz", "unknown option '-z'");
    refused("-n -flag", "--number: '-flag' is not a whole number from 1 to 100");
    refused("file --zzzzzz file", "unknown option '--zzzzzz'");
    refused("--number", "option '--number' needs a value");
    refused("-n", "option '-n' needs a value");
    refused("--flag=3", "option '--flag' takes no value");
    static const char *const numbers[] = {"0",  "101",  "-3",  "5x",  "99999999999999999999999",
                                          "+5", "0x10", "1.5", "1e2", "five"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char typed[80], message[160];
        snprintf(typed, sizeof typed, "--number=%s", numbers[i]);
        snprintf(message, sizeof message, "--number: '%s' is not a whole number from 1 to 100", numbers[i]);
        refused(typed, message);
    }
    refused("--number=", "--number: '' is not a whole number from 1 to 100");
    refused("--all=0", "--all: '0' is not a whole number of at least 1");
    refused("--all=99999999999999999999999", "--all: '99999999999999999999999' is too large");
    refused("--choice=eazy", "--choice: 'eazy' is not one of easy|medium|hard; did you mean 'easy'?");
    refused("--choice=", "--choice: '' is not one of easy|medium|hard");
}

static void test_other_values_that_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "--real=-1",   "--real=nan",    "--real=inf",   "--real=1x",          "--real=",
        "--real=11",   "--real=1e999",  "--bytes=-5",   "--bytes=5Q",         "--bytes=5MM",
        "--bytes=15",  "--bytes=",      "--bytes=1e30", "--bytes=K",          "--range=8-3",
        "--range=0-3", "--range=3-51",  "--range=3-",   "--range=-3",         "--range=3-4-5",
        "--range=",    "--size=0",      "--size=5x",    "--size=x5",          "--size=-3",
        "--size=1x5",  "--size=5x65",   "--size=5x5x5", "--size=99999999999", "--size=",
        "--real=0x8",  "--bytes=0x800",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (parse(bad[i]))
            fail_msg("%s is accepted", bad[i]);
    }
    assert_false(parse("--size=5x"));
    assert_string_equal(text_string(&error), "--size: '5x' is not a size such as 8 or 10x6 with "
                                             "sides from 2 to 64");
}

static void test_value_and_text(void **state)
{
    (void)state;
    static const char *const typed[ROWS] = {"yes",  "no",   "9",   "0.25", "2048",   "any text",
                                            "hard", "4-12", "9x3", "5",    "one,two"};
    text_clear(&values.items);
    for (int i = 0; i < ROWS; i++) {
        struct text value = {0};
        assert_true(option_set_value(&rows[i], &values, typed[i], &error));
        option_get_value(&rows[i], &values, &value);
        assert_string_equal(text_string(&value), typed[i]);
        text_free(&value);
    }
}

static void test_help(void **state)
{
    (void)state;
    struct option_set set = {rows, ROWS, &values, NULL};
    struct text help = {0};
    options_help(&set, 1, NULL, NULL, &help);
    const char *at = text_string(&help);
    assert_non_null(strstr(at, "\nA:\n  -f, --flag "));
    assert_non_null(strstr(at, "\nB:\n  -r, --real=X "));
    assert_non_null(strstr(at, "(default 0.5)"));
    assert_non_null(strstr(at, "--choice=easy|medium|hard"));
    while (*at != '\0') {
        size_t length = strcspn(at, "\n");
        assert_true(length <= 80);
        at += length + (at[length] == '\n');
    }
    text_free(&help);
}

static int free_error(void **state)
{
    (void)state;
    text_free(&error);
    text_free(&values.items);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),        cmocka_unit_test(test_every_kind),
        cmocka_unit_test(test_names_cut_short), cmocka_unit_test(test_operands),
        cmocka_unit_test(test_what_is_refused), cmocka_unit_test(test_other_values_that_are_refused),
        cmocka_unit_test(test_value_and_text),  cmocka_unit_test(test_help),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, free_error);
}
