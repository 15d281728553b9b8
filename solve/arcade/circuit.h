/* Hamiltonian cycles that autopilots follow. */
#ifndef ONLYWAY_SOLVE_ARCADE_CIRCUIT_H
#define ONLYWAY_SOLVE_ARCADE_CIRCUIT_H

#include "base/rng.h"
#include "solve/arcade/cell_roads.h"

/* A cycle through all cells of an arena.  If their number is odd, the cycle leaves out one cell, the *spare*.  The
 * spare can replace its *twin*: both lie between the same two cells of the cycle. */
struct circuit {
    unsigned length;
    unsigned *cell;  /* [length]: the cells in order */
    unsigned *index; /* [cells]: the position of a cell; the spare has its twin's */
    int spare, twin; /* cells, or -1 */
};

void circuit_free(struct circuit *circuit);

/* Makes a cycle round a random maze (Prim's algorithm) whose corridors are the roads.  FOUND_NONE: not all blocks are
 * connected. */
enum finding circuit_from_maze(struct circuit *circuit, const struct roads *roads, struct rng *rng);

/* Finds the first cycle of an arena by search.  With `spare` and an odd number of cells, finds one that leaves a cell
 * out.  FOUND_NONE: there is none, or none was found within fixed limits; `why` (AUTOPILOT_REASON bytes) says which. */
enum finding circuit_from_search(struct circuit *circuit, const struct snake *arena, bool spare, char *why);

#endif
