/* The check for available memory. */
#include "tests/unit.h"

#include "base/memory.h"

#include <stdint.h>
#include <sys/resource.h>

static const size_t small = 1 << 16;

static void test_what_there_is(void **state)
{
    (void)state;
    assert_true(memory_is_left(small));
    assert_false(memory_is_left(SIZE_MAX));
    for (int i = 0; i < 200000; i++) /* and no memory stays allocated */
        assert_true(memory_is_left((size_t)1 << 30));
}

static void test_limit_is_asked(void **state)
{
    (void)state;
    struct rlimit before, none;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none = before;
    none.rlim_cur = 1;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    bool left = memory_is_left(small);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_false(left);
    assert_true(memory_is_left(small));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_there_is),
        cmocka_unit_test(test_limit_is_asked),
    };
    return cmocka_run_group_tests_name("memory_left", tests, NULL, NULL);
}
