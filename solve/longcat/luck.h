/* How likely a player who slides at random covers the board. */
#ifndef ONLYWAY_SOLVE_LONGCAT_LUCK_H
#define ONLYWAY_SOLVE_LONGCAT_LUCK_H

#include "solve/longcat/graph.h"

/* What longcat_chance takes besides the graph, in bytes. */
size_t longcat_chance_bytes(const struct graph *graph, unsigned cells);

/* *chance becomes the chance that slides picked at random, those into obviously lost states left out, solve
 * a level of so many cells; *hazard the bits that the next slide takes, on
 * the average of all positions that can be won.  The graph holds every position that can be reached and won,
 * counted.  False: out of memory. */
bool longcat_chance(const struct graph *graph, unsigned cells, double *chance, double *hazard);

#endif
