/* The states of each number of moves after a best-first search, those that may be on a shortest
 * solution; after a breadth-first search layers are ranges of numbers, and nothing is needed. */
#ifndef ONLYWAY_SOLVE_SEARCH_BY_DEPTH_H
#define ONLYWAY_SOLVE_SEARCH_BY_DEPTH_H

#include "solve/search/search.h"

struct by_depth {
    uint32_t *numbers; /* those of g moves are from places[g] to places[g + 1] - 1; or NULL */
    uint64_t *places;  /* [depth + 2] */
    size_t charged;
};

/* False: a limit was hit, named in the search's watch, or search->failed.  Free it either way. */
bool by_depth_make(struct by_depth *sorted, struct search *search);
void by_depth_free(struct by_depth *sorted, struct search *search);

#endif
