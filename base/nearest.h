/* Finds the name nearest to a mistyped one, for "did you mean". */
#ifndef ONLYWAY_BASE_NEAREST_H
#define ONLYWAY_BASE_NEAREST_H

#include "base/text.h"

#include <stddef.h>

/* The least number of letters to add, drop, change or swap with their neighbour to turn `a` into `b` (restricted
 * Damerau-Levenshtein distance).  A string of more than 63 bytes counts as far from all others. */
size_t edit_distance(const char *a, const char *b);

/* The name in `names` that is nearest to `typed`, or NULL if none is near enough.  The first one of equally near names.
 */
const char *nearest_name(const char *typed, const char *const *names, size_t count);

/* Reports an unknown name: "unknown game 'snak'", followed by the nearest of `names` or, if none is near, by all of
 * them.  `what` is the singular of the thing named: "game". */
void say_unknown(const char *what, const char *typed, const char *const *names, size_t count, struct text *error);

#endif
