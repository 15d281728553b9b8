/* Functions shared by the differential tests of explanations (differential_why.c and differential_nearest.c); see
 * differential.h. */
#ifndef ONLYWAY_TESTS_DIFFERENTIAL_WHY_H
#define ONLYWAY_TESTS_DIFFERENTIAL_WHY_H

#include "solve/explain/why.h"
#include "tests/differential.h"

/* Returns zeroed memory for count + 1 elements of `size` bytes.  Aborts when memory runs out. */
void *get_memory(size_t count, size_t size);

/* Returns whether the explanation `found` of a level without a solution is correct.  Describes the first error in
 * `why`. */
bool unsolvable_holds(const struct subject *subject, const struct why *found, struct text *why);

/* The same for a level with a unique solution. */
bool unique_holds(const struct subject *subject, const struct judgement *judgement, const struct why *found,
                  struct text *why);

#endif
