/* Helpers for tests of the library, which use only its public header. */
#ifndef ONLYWAY_TESTS_LIBRARY_USE_H
#define ONLYWAY_TESTS_LIBRARY_USE_H

#include "tests/unit.h"

#include "lib/onlyway.h"

/* A level that one push to the right solves, and a level in which two boxes have three different solutions. */
#define UNIQUE_LEVEL "#####\n#@$.#\n#####\n"
#define MULTIPLE_LEVEL "#######\n#     #\n# $ $ #\n#. @ .#\n#######\n"

/* Reads levels.  The text must hold exactly `count` levels, all valid.  Free them with ow_levels_free. */
ow_levels *read_levels(const char *text, const char *options, size_t count);

void check_field(const ow_judgement *judgement, const char *column, const char *value);

/* Judges a level.  Free the result with ow_judgement_free. */
ow_judgement *judge_level(const ow_level *level, const char *options);

#endif
