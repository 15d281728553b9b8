/* The nearest of some names to a mistyped one, for "did you mean". */
#ifndef ONLYWAY_BASE_NEAREST_H
#define ONLYWAY_BASE_NEAREST_H

#include "base/text.h"

#include <stddef.h>

/* How many single letters must be added, dropped, changed or swapped with their neighbour to make
 * `b` of `a` (restricted Damerau-Levenshtein distance).  Strings beyond 63 bytes count as far. */
size_t edit_distance(const char *a, const char *b);

/* The one of `names` that is nearest to `typed`, or NULL where none is near enough to be what was
 * meant.  Of equally near names the first is taken. */
const char *nearest_name(const char *typed, const char *const *names, size_t count);

/* Says that nothing has a name: "unknown game 'snak'", and then the nearest one of `names` or, where
 * none is near, all of them.  `what` is what they are names of, one of it. */
void say_unknown(const char *what, const char *typed, const char *const *names, size_t count, struct text *error);

#endif
