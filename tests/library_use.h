/* What tests of the library share: levels, read and judged through its header alone. */
#ifndef ONLYWAY_TESTS_LIBRARY_USE_H
#define ONLYWAY_TESTS_LIBRARY_USE_H

#include "tests/unit.h"

#include "lib/onlyway.h"

/* One push to the right; two boxes, which have three different ways home. */
#define UNIQUE_LEVEL "#####\n#@$.#\n#####\n"
#define MULTIPLE_LEVEL "#######\n#     #\n# $ $ #\n#. @ .#\n#######\n"

/* Levels without a fault, exactly so many.  Free them with ow_levels_free. */
ow_levels *read_levels(const char *text, const char *options, size_t count);

void check_field(const ow_judgement *judgement, const char *column, const char *value);

/* Free it with ow_judgement_free. */
ow_judgement *judge_level(const ow_level *level, const char *options);

#endif
