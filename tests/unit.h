/* Common includes and helpers of all unit tests. */
#ifndef ONLYWAY_TESTS_UNIT_H
#define ONLYWAY_TESTS_UNIT_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Version 2 deprecates checks whose successors version 1 does not have. */
#define CMOCKA_DISABLE_DEPRECATION_WARNINGS
#include <cmocka.h>

enum { WORK_FOLDER = 32 };

/* Creates a temporary folder for a test, in memory where possible, because syncing to a disk takes time. */
static inline bool make_work_folder(char folder[WORK_FOLDER])
{
    snprintf(folder, WORK_FOLDER, "%s/onlyway-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return mkdtemp(folder) != NULL;
}

/* Returns ONLYWAY_TEST_SEED from the environment, or else 1, and prints it. */
static inline uint64_t test_seed(void)
{
    const char *given = getenv("ONLYWAY_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : 1;
    print_message("ONLYWAY_TEST_SEED=%" PRIu64 "\n", seed);
    return seed;
}

/* Whether a sanitizer watches the test.  It slows each case down several times and needs few to find its errors. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define WATCHED true
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WATCHED true
#endif
#endif
#ifndef WATCHED
#define WATCHED false
#endif

/* The number of random cases to run: all with ONLYWAY_TEST_LONG, and otherwise an eighth.  Under a sanitizer always a
 * thirtieth. */
#define CASES(number) (WATCHED ? (number) / 30 : getenv("ONLYWAY_TEST_LONG") != NULL ? (number) : (number) / 8)

/* The number of cases to run if they are slow only under a sanitizer: all, or there an eighth. */
#define QUICK_CASES(number) (WATCHED ? (number) / 8 : (number))

/* Asserts that there were enough cases of some kind.  Under a sanitizer, there are too few cases to tell. */
#define assert_enough(condition) assert_true(WATCHED || (condition))

#endif
