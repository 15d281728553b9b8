/* The number of Hamiltonian cycles of a graph, of any size. */
#ifndef ONLYWAY_SOLVE_SNAKE_FRONTIER_COUNT_H
#define ONLYWAY_SOLVE_SNAKE_FRONTIER_COUNT_H

#include "base/natural.h"
#include "solve/snake/frontier.h"

/* Counts the undirected cycles with an even and with an odd number of odd edges.  `cycles` must be valid numbers.  Adds
 * the number of stored states to *states. */
enum frontier_outcome frontier_count(const struct frontier_graph *graph, struct watch *watch, struct natural cycles[2],
                                     uint64_t *states);

#endif
