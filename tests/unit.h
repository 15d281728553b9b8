/* What every unit test includes. */
#ifndef ONLYWAY_TESTS_UNIT_H
#define ONLYWAY_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
