/* What only the whole graph of states can tell: from where the goal can still be reached, and which
 * states every way to it passes. */
#ifndef ONLYWAY_SOLVE_SEARCH_STATE_GRAPH_H
#define ONLYWAY_SOLVE_SEARCH_STATE_GRAPH_H

#include "solve/search/bits.h"
#include "solve/search/search.h"

struct state_graph {
    struct search *search;
    bits *winnable;        /* the goal can be reached from there */
    unsigned char *padded; /* room for one state and its padding */
    struct fanout fanout;
    size_t charged;
};

/* From a search whose whole graph is stored.  False: a limit was hit, named in the search's watch,
 * or search->failed. */
bool state_graph_make(struct state_graph *graph, struct search *search);
void state_graph_free(struct state_graph *graph);

/* Whether the goal can be reached from a state; a winnable_function, with the graph as context. */
int state_graph_winnable(void *context, const unsigned char *state);

/* How many states of a solution, start and goal not counted, every solution passes, however long it
 * is.  False: likewise. */
bool state_graph_forced(struct state_graph *graph, const game_move *moves, size_t count, unsigned *forced);

#endif
