/* The states that wait for their turn in a search best first, and how they come to it.
 *
 * They are kept by f.  All states of one f are expanded in the order of moves made, so that those of one f
 * and one number of moves are complete when their turn comes. */
#ifndef ONLYWAY_SOLVE_SEARCH_OPEN_H
#define ONLYWAY_SOLVE_SEARCH_OPEN_H

#include "solve/search/waiting.h"

/* Expands all states of one f, those of fewer moves first.  False: a limit, or search->failed. */
bool open_expand(struct round *round, struct lists *open, size_t f);

#endif
