/* What the tests of why levels are what they are share; see differential.h. */
#ifndef ONLYWAY_TESTS_DIFFERENTIAL_WHY_H
#define ONLYWAY_TESTS_DIFFERENTIAL_WHY_H

#include "solve/explain/why.h"
#include "tests/differential.h"

/* So much memory, and one more of that size, zero; aborts where there is none. */
void *get_memory(size_t count, size_t size);

/* Whether what was found out about a level without a solution is so; `why` is told what is not. */
bool unsolvable_holds(const struct subject *subject, const struct why *found, struct text *why);

/* Likewise, about a unique one. */
bool unique_holds(const struct subject *subject, const struct judgement *judgement, const struct why *found,
                  struct text *why);

#endif
