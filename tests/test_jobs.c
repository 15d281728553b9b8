/* Levels pass through a program in order, whatever the number of threads and levels, and however they arrive. */
#include "tests/unit.h"

#include "solve/level/jobs.h"

#include <stdatomic.h>

enum { MOST_THREADS = 4 };

/* Levels that consist only of their numbers. */
struct course {
    size_t count, read, finished;
    atomic_size_t judged;
    atomic_int reading, finishing; /* the number of threads in that step */
    unsigned threads_of_first;
    size_t stops_at; /* 0: never */
    stop_flag stop;
    bool in_order;
    atomic_bool alone;
};

static bool read_number(void *context, struct job *job)
{
    struct course *course = context;
    if (atomic_fetch_add(&course->reading, 1) != 0)
        course->alone = false;
    bool more = course->read < course->count;
    if (more) {
        job->level.line = ++course->read;
        text_addf(&job->error, "level %zu", course->read); /* memory that must be freed */
    }
    atomic_fetch_sub(&course->reading, 1);
    return more;
}

/* Takes a varying time. */
static void judge_number(void *context, struct job *job, unsigned threads)
{
    struct course *course = context;
    volatile unsigned long spent = 0;
    for (unsigned long i = 0; i < job->level.line * 7919 % 1000; i++)
        spent = spent + i;
    if (job->level.line == 1)
        course->threads_of_first = threads;
    job->seconds = (double)job->level.line;
    atomic_fetch_add(&course->judged, 1);
}

static void finish_number(void *context, struct job *job)
{
    struct course *course = context;
    if (atomic_fetch_add(&course->finishing, 1) != 0)
        course->alone = false;
    course->in_order &= job->level.line == ++course->finished && job->seconds == (double)course->finished;
    if (course->finished == course->stops_at)
        course->stop = 1;
    job_free(job);
    atomic_fetch_sub(&course->finishing, 1);
}

/* Runs all levels of a course.  `known`: their number is known beforehand. */
static void run(struct course *course, unsigned threads, bool known, bool waits)
{
    course->in_order = true;
    course->alone = true;
    struct jobs_steps steps = {.context = course,
                               .count = known ? course->count : 0,
                               .waits = waits,
                               .interrupted = &course->stop,
                               .read = read_number,
                               .judge = judge_number,
                               .finish = finish_number};
    assert_true(jobs_run(&steps, threads));
    assert_true(course->in_order && course->alone);
}

static void test_all_are_finished_in_order(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 3, 17, 999, 1000, 1001, 5000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (unsigned kind = 0; kind < 4 * MOST_THREADS; kind++) {
            unsigned threads = 1 + kind / 4;
            struct course course = {.count = counts[i]};
            run(&course, threads, kind % 4 >= 2 && counts[i] > 0, kind % 2 == 1);
            assert_int_equal(course.finished, counts[i]);
            assert_int_equal(course.judged, counts[i]);
            if (counts[i] > 0)
                assert_int_equal(course.threads_of_first, counts[i] == 1 ? threads : 1);
        }
    }
}

/* After a stop, levels that were begun are finished, no others begin, and all others that were read are freed. */
static void test_they_stop(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        struct course course = {.count = 3000, .stops_at = 1100};
        run(&course, threads, false, false);
        assert_true(course.finished >= 1100 && course.finished == course.judged);
        assert_true(course.finished < 1100 + 16 * MOST_THREADS + MOST_THREADS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_are_finished_in_order),
        cmocka_unit_test(test_they_stop),
    };
    return cmocka_run_group_tests_name("jobs", tests, NULL, NULL);
}
