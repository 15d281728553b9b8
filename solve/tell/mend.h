/* The unique levels nearest to a level, in words and pictures of the game. */
#ifndef ONLYWAY_SOLVE_TELL_MEND_H
#define ONLYWAY_SOLVE_TELL_MEND_H

#include "solve/why/mend.h"

/* Adds the levels found from the `from`-th on (from 0), up to as many as are wanted, each with what was changed. */
void tell_mended(const struct mend *mend, size_t from, struct text *text);

/* Adds how many levels were tried, and how far the search came. */
void tell_mend_end(const struct mend *mend, struct text *text);

#endif
