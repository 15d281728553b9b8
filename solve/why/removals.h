/* What keeps a level from being solved: pieces and walls, each taken away by itself. */
#ifndef ONLYWAY_SOLVE_WHY_REMOVALS_H
#define ONLYWAY_SOLVE_WHY_REMOVALS_H

#include "solve/why/why.h"

/* Fills in why->removals, in the order of their cells, and how many were tried.  What is not decided within so
 * many states, or within the limits, is counted as such; what there was no time for, as untried.  False: out of
 * memory. */
enum { REMOVAL_STATES = 1 << 17 };
bool removals_find(const struct subject *subject, const struct limits *limits, struct why *why);

#endif
