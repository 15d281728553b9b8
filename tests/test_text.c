/* Growable text. */
#include "tests/unit.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

static void test_empty_text_is_a_string(void **state)
{
    (void)state;
    struct text text = {0};
    assert_string_equal(text_string(&text), "");
    text_add(&text, NULL, 0);
    assert_string_equal(text_string(&text), "");
    text_clear(&text);
    text_free(&text);
    text_free(&text);
}

static void test_additions_follow_each_other(void **state)
{
    (void)state;
    struct text text = {0};
    text_add_string(&text, "one");
    text_add_char(&text, ' ');
    text_addf(&text, "%d%s", 2, "!");
    text_add(&text, "\0x", 2);
    assert_int_equal(text.size, 8);
    assert_memory_equal(text.data, "one 2!\0x", 9);
    text_clear(&text);
    assert_string_equal(text_string(&text), "");
    text_add_string(&text, "again");
    assert_string_equal(text_string(&text), "again");
    text_free(&text);
}

/* Tries every length, so each growth happens exactly at its limit. */
static void test_growth(void **state)
{
    (void)state;
    struct text by_char = {0}, by_format = {0};
    for (unsigned i = 0; i < 5000; i++) {
        text_add_char(&by_char, (char)('a' + i % 26));
        text_addf(&by_format, "%c", 'a' + i % 26);
        assert_int_equal(strlen(text_string(&by_char)), i + 1);
        assert_int_equal(by_format.size, i + 1);
    }
    assert_string_equal(text_string(&by_char), text_string(&by_format));
    text_free(&by_char);
    text_free(&by_format);
}

static void test_too_much_is_remembered(void **state)
{
    (void)state;
    struct text text = {0};
    text_add_string(&text, "kept");
    text_add(&text, "", SIZE_MAX / 2);
    assert_true(text.failed);
    text_add_string(&text, " not");
    assert_string_equal(text_string(&text), "kept");
    text_clear(&text);
    assert_true(text.failed);
    text_add_string(&text, "nor now");
    assert_string_equal(text_string(&text), "");
    text_free(&text);
    assert_false(text.failed);
    text_add_string(&text, "anew");
    assert_string_equal(text_string(&text), "anew");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty_text_is_a_string),
        cmocka_unit_test(test_additions_follow_each_other),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_too_much_is_remembered),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
