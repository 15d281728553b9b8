/* How likely a player who plays at random gets through. */
#ifndef ONLYWAY_SOLVE_SEARCH_CHANCE_H
#define ONLYWAY_SOLVE_SEARCH_CHANCE_H

#include "solve/search/state_graph.h"

/* The chance that whoever picks any legal move with equal chance, those into obviously lost states
 * left out, meets the goal from the start before a state from which it cannot be met; right to a
 * millionth of itself.  It does not depend on the threads.  False: it would take too long, a limit
 * was hit, named in the search's watch, or search->failed. */
bool state_graph_chance(struct state_graph *graph, double *chance);

#endif
