/* After a best-first search: the states that may be on a shortest solution, sorted by number of moves.  A
 * breadth-first search does not need this, because its layers are ranges of numbers. */
#ifndef ONLYWAY_SOLVE_SEARCH_BY_DEPTH_H
#define ONLYWAY_SOLVE_SEARCH_BY_DEPTH_H

#include "solve/search/search.h"

struct by_depth {
    uint32_t *numbers; /* the states of g moves are at places[g] to places[g + 1] - 1; NULL: not made */
    uint64_t *places;  /* [depth + 3] */
    size_t charged;
};

/* Returns false on a limit (search->watch.reason names it) or if search->failed.  Free it in either case. */
bool by_depth_make(struct by_depth *sorted, struct search *search);
void by_depth_free(struct by_depth *sorted, struct search *search);

#endif
