/* The numbers that a watch of the library receives while a call runs several searches, each of which counts from 0. */
#include "tests/unit.h"

#include "lib/call.c"

#include <semaphore.h>

struct told {
    sem_t called;
    uint64_t last;
    int calls;
};

static int tell(void *context, uint64_t states)
{
    struct told *told = context;
    told->last = states;
    told->calls++;
    sem_post(&told->called);
    return told->calls >= 7;
}

/* Sets the number of states and waits for the second call of the watch, because the first may have begun before. */
static uint64_t told_of(struct watched *watched, struct told *told, uint64_t states)
{
    atomic_store(&watched->states, states);
    sem_wait(&told->called);
    sem_wait(&told->called);
    return told->last;
}

static void test_progress_never_falls(void **state)
{
    (void)state;
    struct told told = {0};
    struct watched watched = {0};
    struct limits limits = {0};
    ow_watch watch = {sizeof watch, &told, tell};
    assert_int_equal(sem_init(&told.called, 0, 0), 0);
    watched_start(&watched, &watch, &limits);
    assert_int_equal(told_of(&watched, &told, 1000), 1000);
    assert_int_equal(told_of(&watched, &told, 10), 1000); /* the next search begins */
    assert_int_equal(told_of(&watched, &told, 2000), 2000);
    sem_wait(&told.called); /* the seventh call asks to stop */
    assert_ptr_equal(limits.interrupted, &watched.stop);
    assert_false(watched_end(&watched));
    assert_int_equal(told.calls, 7);
    sem_destroy(&told.called);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_progress_never_falls)};
    return cmocka_run_group_tests_name("watched", tests, NULL, NULL);
}
