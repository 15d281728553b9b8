/* What only the whole graph of states can tell: from where the goal can still be reached, and which
 * states every way to it passes. */
#ifndef ONLYWAY_SOLVE_SEARCH_WHOLE_H
#define ONLYWAY_SOLVE_SEARCH_WHOLE_H

#include "solve/search/bits.h"
#include "solve/search/search.h"

struct whole {
    struct search *search;
    bits *winnable;          /* the goal can be reached from there */
    unsigned char *padded;   /* room for one state and its padding */
    struct fanout fanout;
    size_t charged;
};

/* From a search whose whole graph is stored.  False: a limit was hit, named in the search's watch, or
 * search->failed. */
bool whole_make(struct whole *whole, struct search *search);
void whole_free(struct whole *whole);

/* Whether the goal can be reached from a state; a winnable_function, with the whole as context. */
int whole_winnable(void *context, const unsigned char *state);

/* How many states of a solution, start and goal not counted, every solution passes, however long it
 * is.  False: likewise. */
bool whole_forced(struct whole *whole, const game_move *moves, size_t count, unsigned *forced);

#endif
