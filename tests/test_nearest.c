/* The search for the nearest name. */
#include "tests/unit.h"

#include "base/nearest.h"

#include <string.h>

static void test_distance(void **state)
{
    (void)state;
    assert_int_equal(edit_distance("", ""), 0);
    assert_int_equal(edit_distance("", "abc"), 3);
    assert_int_equal(edit_distance("longcat", "longcat"), 0);
    assert_int_equal(edit_distance("lngcat", "longcat"), 1);
    assert_int_equal(edit_distance("lnogcat", "longcat"), 1); /* adjacent letters swapped */
    assert_int_equal(edit_distance("kitten", "sitting"), 3);
    assert_int_equal(edit_distance("ca", "abc"), 3); /* restricted: no edit within a swap */
    assert_int_equal(edit_distance("abc", "ca"), 3);
}

static void test_long_names_are_far(void **state)
{
    (void)state;
    char name[70];
    memset(name, 'a', sizeof name);
    name[63] = '\0';
    assert_int_equal(edit_distance(name, name), 0);
    name[63] = 'a';
    name[64] = '\0';
    assert_true(edit_distance(name, "a") == SIZE_MAX);
    assert_true(edit_distance("a", name) == SIZE_MAX);
}

static void test_nearest(void **state)
{
    (void)state;
    static const char *const names[] = {"size", "seed", "count", "max-states", "max-memory"};
    assert_string_equal(nearest_name("sized", names, 5), "size");
    assert_string_equal(nearest_name("sead", names, 5), "seed");
    assert_string_equal(nearest_name("max-state", names, 5), "max-states");
    assert_string_equal(nearest_name("conut", names, 5), "count");
    assert_null(nearest_name("zzzzzz", names, 5));
    assert_null(nearest_name("size", names, 0));
    assert_string_equal(nearest_name("size", names, 5), "size");
}

static void test_unknown(void **state)
{
    (void)state;
    static const char *const names[] = {"longcat", "snake"};
    struct text said = {0};
    say_unknown("game", "snaek", names, 2, &said);
    assert_string_equal(text_string(&said), "unknown game 'snaek'; did you mean 'snake'?");
    text_clear(&said);
    say_unknown("game", "chess", names, 2, &said);
    assert_string_equal(text_string(&said), "unknown game 'chess'; the games are longcat, snake");
    text_free(&said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_long_names_are_far),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
