/* How likely it is that a player who slides at random covers the board. */
#ifndef ONLYWAY_SOLVE_LONGCAT_LUCK_H
#define ONLYWAY_SOLVE_LONGCAT_LUCK_H

#include "solve/longcat/graph.h"

/* Returns the memory that longcat_chance takes besides the graph, in bytes. */
size_t longcat_chance_bytes(const struct graph *graph, unsigned cells);

/* Sets *chance to the probability that slides picked at random, without those into obviously lost states, solve a
 * level of `cells` cells.  Sets *hazard to the bits that the next slide takes, averaged over all positions that can
 * be won.  The graph must hold every reachable position that can be won, counted.  Returns false if memory runs
 * out. */
bool longcat_chance(const struct graph *graph, unsigned cells, double *chance, double *hazard);

#endif
