/* Checks that are too dear for every run: CHECK(condition) is an assert where configure was given
 * --enable-checks, and else costs nothing.  `assert` is for what costs next to nothing. */
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
