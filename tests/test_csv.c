/* Comma-separated values: quoting, writing, and reading with libcsv. */
#include "tests/unit.h"

#include "base/csv.h"
#include "tests/levels.h"

#include <inttypes.h>
#include <string.h>

static void check_field(const char *field, const char *written)
{
    struct text text = {0};
    csv_add_field(&text, field);
    assert_string_equal(text_string(&text), written);
    text_free(&text);
}

static void test_quotes_only_where_they_must_be(void **state)
{
    (void)state;
    check_field("", "");
    check_field("plain", "plain");
    check_field("with space", "with space");
    check_field("a,b", "\"a,b\"");
    check_field("say \"so\"", "\"say \"\"so\"\"\"");
    check_field("\"", "\"\"\"\"");
    check_field(" before", "\" before\"");
    check_field("after ", "\"after \"");
    check_field(" ", "\" \"");
    check_field("\ttab", "\"\ttab\"");
    check_field("two\nlines", "\"two\nlines\"");
    check_field("two\r\nlines", "\"two\r\nlines\"");
    check_field("caf\xc3\xa9", "caf\xc3\xa9");
    check_field("#1", "#1");
}

enum { COLUMNS = 5, ROWS = 40, LONGEST = 12 };

struct table {
    char fields[ROWS][COLUMNS][LONGEST + 1];
    size_t seen;
    bool same;
};

static bool compare_row(void *context, const char *const *fields, size_t count)
{
    struct table *table = context;
    table->same = table->same && count == COLUMNS && table->seen < ROWS;
    for (size_t i = 0; table->same && i < COLUMNS; i++)
        table->same = strcmp(fields[i], table->fields[table->seen][i]) == 0;
    table->seen++;
    return true;
}

static void fill_table(struct chance *chance, struct table *table)
{
    static const char letters[] = "ab,,\"\"  \t\r\n'#;\xc3\xa9";
    memset(table, 0, sizeof *table);
    table->same = true;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int length = chance_below(chance, LONGEST + 1);
            for (int i = 0; i < length; i++)
                table->fields[row][column][i] = letters[chance_below(chance, (int)sizeof letters - 1)];
        }
    }
}

static void test_there_and_back(void **state)
{
    (void)state;
    uint64_t first = chance_seed();
    for (uint64_t seed = first; seed < first + 500; seed++) {
        struct chance chance = {seed};
        static struct table table;
        struct text text = {0}, error = {0};
        fill_table(&chance, &table);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                if (column > 0)
                    text_add_char(&text, ',');
                csv_add_field(&text, table.fields[row][column]);
            }
            text_add_char(&text, '\n');
        }
        bool read = csv_read(text_string(&text), text.size, compare_row, &table, &error);
        if (!read || !table.same || table.seen != ROWS)
            fail_msg("seed %" PRIu64 ": %s\n%s", seed, text_string(&error), text_string(&text));
        text_free(&text);
    }
}

static bool count_row(void *context, const char *const *fields, size_t count)
{
    (void)fields;
    (void)count;
    return ++*(size_t *)context < 2;
}

static bool read_text(const char *bytes, size_t *rows)
{
    struct text error = {0};
    *rows = 0;
    bool good = csv_read(bytes, strlen(bytes), count_row, rows, &error);
    assert_true(good == (error.size == 0));
    text_free(&error);
    return good;
}

static void test_bad_text_is_refused(void **state)
{
    (void)state;
    size_t rows;
    assert_true(read_text("", &rows));
    assert_int_equal(rows, 0);
    assert_true(read_text("a,b", &rows));
    assert_int_equal(rows, 1);
    assert_true(read_text("a\nb\nc\nd\n", &rows)); /* the row function stops after two */
    assert_int_equal(rows, 2);
    assert_false(read_text("a,\"open", &rows));
    assert_false(read_text("\"a\"b,c\n", &rows));
    assert_false(read_text("a\"b\n", &rows));
}

/* A NUL that ended a field would push the rest of its bytes into the next field. */
static void test_a_nul_byte_is_refused(void **state)
{
    (void)state;
    static const char bytes[] = "a\0b,c\n";
    struct text error = {0};
    assert_false(csv_read(bytes, sizeof bytes - 1, count_row, &(size_t){0}, &error));
    assert_true(error.size > 0);
    text_free(&error);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quotes_only_where_they_must_be),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_bad_text_is_refused),
        cmocka_unit_test(test_a_nul_byte_is_refused),
    };
    return cmocka_run_group_tests_name("csv", tests, NULL, NULL);
}
