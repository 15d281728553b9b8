/* What every unit test includes. */
#ifndef ONLYWAY_TESTS_UNIT_H
#define ONLYWAY_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Of so many random cases a quarter is tried where a sanitizer watches, which finds what it finds in each of them and
 * slows them down several times; programs without one try them all. */
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
#define CASES(number) (number)
#endif

#endif
