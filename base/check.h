/* Checks that are too expensive for every run.  CHECK(condition) is an assert if configure was run with
 * --enable-checks; otherwise it costs nothing.  Use `assert` for cheap checks. */
#ifndef ONLYWAY_BASE_CHECK_H
#define ONLYWAY_BASE_CHECK_H

#ifdef HAVE_CONFIG_H /* not in the browser */
#include "config.h"
#endif

#include <assert.h>

#ifdef ENABLE_CHECKS
#define CHECK(condition) assert(condition)
#else
#define CHECK(condition) ((void)(0 && (condition)))
#endif

#endif
