/* The open list of a best-first search.
 *
 * The waiting states are listed by f.  All states of one f are expanded in the order of moves made, so that the
 * states of one f and one number of moves are complete when their turn comes. */
#ifndef ONLYWAY_SOLVE_SEARCH_OPEN_H
#define ONLYWAY_SOLVE_SEARCH_OPEN_H

#include "solve/search/waiting.h"

/* Expands all states of one f, in the order of moves made.  Returns false on a limit, or if search->failed. */
bool open_expand(struct round *round, struct lists *open, size_t f);

#endif
