/* What every unit test includes. */
#ifndef ONLYWAY_TESTS_UNIT_H
#define ONLYWAY_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* The share of random cases that is tried: all by `make check-all`, which sets ONLYWAY_TEST_ALL, and a quarter
 * otherwise; also where a sanitizer watches, which finds what it finds in each of them and slows them down several
 * times. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define WATCHED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WATCHED 1
#endif
#endif
#ifdef WATCHED
#define CASES(number) ((number) / 4)
#else
#define CASES(number) (getenv("ONLYWAY_TEST_ALL") != NULL ? (number) : (number) / 4)
#endif

#endif
