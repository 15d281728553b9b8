/* UTF-8: invalid sequences, and characters that must not reach a terminal. */
#include "tests/unit.h"

#include "base/utf8.h"

#include <string.h>

/* Encodes a code point as UTF-8, by the definition. */
static size_t encode(unsigned long code, char *bytes)
{
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(first[size] | code);
    return size;
}

static void test_every_character(void **state)
{
    (void)state;
    for (unsigned long code = 0; code <= 0x10ffff; code++) {
        char bytes[4];
        size_t length, size = encode(code, bytes);
        bool half = code >= 0xd800 && code < 0xe000;
        assert_int_equal(utf8_decode(bytes, size, &length), half ? -1 : (long)code);
        if (!half)
            assert_int_equal(length, size);
        if (size > 1) /* truncated */
            assert_int_equal(utf8_decode(bytes, size - 1, &length), -1);
    }
}

static void test_what_is_no_character(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "\x80",
        "\xbf",
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x80\x80",
        "\xe0\x9f\xbf",
        "\xed\xa0\x80",
        "\xf0\x80\x80\x80",
        "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80",
        "\xfe",
        "\xff",
        "\xc3(",
        "\xe2\x82(",
        "\xf0\x9f\x98(",
        "",
    };
    size_t length;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(utf8_decode(wrong[i], strlen(wrong[i]), &length), -1);
}

/* Random bytes become valid UTF-8 without control characters, and stay the same if they already are. */
static void test_random_lines(void **state)
{
    (void)state;
    srand(7);
    for (int n = 0; n < 20000; n++) {
        char bytes[24];
        size_t size = (size_t)rand() % (sizeof bytes - 1), length;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)(1 + rand() % 255);
        bytes[size] = '\0';
        struct text line = {0}, again = {0}, visible = {0}, shown = {0};
        utf8_add_line(&line, bytes);
        utf8_add_visible(&visible, bytes);
        for (size_t i = 0; i < line.size; i += length)
            assert_true(utf8_decode(line.data + i, line.size - i, &length) >= ' ');
        for (size_t i = 0; i < visible.size; i += length) {
            long code = utf8_decode(visible.data + i, visible.size - i, &length);
            assert_true(code >= ' ' && (code < 0x7f || code > 0x9f));
        }
        utf8_add_line(&again, text_string(&line));
        utf8_add_visible(&shown, text_string(&visible));
        assert_true(strpbrk(text_string(&line), "\x7f") == NULL);
        assert_string_equal(text_string(&again), text_string(&line));
        assert_string_equal(text_string(&shown), text_string(&visible));
        text_free(&line);
        text_free(&again);
        text_free(&visible);
        text_free(&shown);
    }
}

static void test_examples(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *line, *visible;
    } cases[] = {
        {"", "", ""},
        {"plain", "plain", "plain"},
        {"Caf\xc3\xa9 \xe2\x98\x83", "Caf\xc3\xa9 \xe2\x98\x83", "Caf\xc3\xa9 \xe2\x98\x83"},
        {"Caf\xe9!", "Caf\xef\xbf\xbd!", "Caf\\xe9!"},
        {"\xe2\x98", "\xef\xbf\xbd\xef\xbf\xbd", "\\xe2\\x98"},
        {"a\nb\tc\rd", "a b c d", "a\\nb\\tc\\rd"},
        {"\033[31m\007\177", " [31m  ", "\\x1b[31m\\x07\\x7f"},
        {"\xc2\x9b"
         "2J",
         " 2J", "\\u009b2J"},
        {"\u202etxt.exe", "\u202etxt.exe", "\\u202etxt.exe"},
        {"a\u2066b\u2069\u200f\u061c", "a\u2066b\u2069\u200f\u061c", "a\\u2066b\\u2069\\u200f\\u061c"},
        {"\u200b\u2028\ufeff", "\u200b\u2028\ufeff", "\\u200b\\u2028\\ufeff"},
        {"\U000e0041", "\U000e0041", "\\U000e0041"},
        {"\u200a\u2010\u2027\u202f\u2070\U0001f408", "\u200a\u2010\u2027\u202f\u2070\U0001f408",
         "\u200a\u2010\u2027\u202f\u2070\U0001f408"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        utf8_add_line(&text, cases[i].bytes);
        assert_string_equal(text_string(&text), cases[i].line);
        text_clear(&text);
        utf8_add_visible(&text, cases[i].bytes);
        assert_string_equal(text_string(&text), cases[i].visible);
        text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_character),
        cmocka_unit_test(test_what_is_no_character),
        cmocka_unit_test(test_random_lines),
        cmocka_unit_test(test_examples),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
