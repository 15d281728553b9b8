/* Limits of a search. */
#include "tests/unit.h"

#include "base/clock.h"
#include "solve/search/limits.h"

#include <signal.h>
#include <string.h>

enum { LONG_ENOUGH = 10000 };

static void test_no_limits(void **state)
{
    (void)state;
    struct limits limits = {0};
    struct watch watch;
    watch_start(&watch, &limits);
    for (int i = 0; i < LONG_ENOUGH; i++)
        assert_true(watch_allows(&watch, UINT64_MAX, SIZE_MAX));
    assert_string_equal(watch.reason, "");
}

static void test_states_and_memory(void **state)
{
    (void)state;
    struct limits limits = {.max_states = 10, .max_memory = 3 << 20};
    struct watch watch;
    watch_start(&watch, &limits);
    assert_true(watch_allows(&watch, 10, 3 << 20));
    assert_false(watch_allows(&watch, 11, 0));
    assert_string_equal(watch.reason, "the limit of 10 states was hit");
    assert_false(watch_allows(&watch, 0, 0)); /* stays false */
    watch_start(&watch, &limits);
    assert_false(watch_allows(&watch, 0, (3 << 20) + 1));
    assert_string_equal(watch.reason, "the limit of 3 MiB of memory was hit");
}

static bool stops(struct watch *watch)
{
    for (int i = 0; i < LONG_ENOUGH; i++) {
        if (!watch_allows(watch, 0, 0))
            return true;
    }
    return false;
}

static void test_time(void **state)
{
    (void)state;
    struct limits soon = {.timeout = 1e-9}, late = {.timeout = 1e6};
    struct watch watch;
    watch_start(&watch, &soon);
    assert_true(stops(&watch));
    assert_string_equal(watch.reason, "the limit of 1e-09 seconds was hit");
    watch_start(&watch, &late);
    assert_false(stops(&watch));
    double before = clock_now();
    assert_true(clock_now() >= before);
}

static void test_interruption(void **state)
{
    (void)state;
    static stop_flag interrupted;
    struct limits limits = {.interrupted = &interrupted};
    struct watch watch;
    watch_start(&watch, &limits);
    assert_false(stops(&watch));
    interrupted = SIGINT;
    assert_true(stops(&watch));
    assert_string_equal(watch.reason, "interrupted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_limits),
        cmocka_unit_test(test_states_and_memory),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_interruption),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
