/* Hamiltonian cycles for the autopilots to live by. */
#ifndef ONLYWAY_SOLVE_ARCADE_CIRCUIT_H
#define ONLYWAY_SOLVE_ARCADE_CIRCUIT_H

#include "base/rng.h"
#include "solve/arcade/cell_roads.h"

/* A cycle through all cells of an arena; or, where their number is odd, through all but one, the
 * *spare*, which may stand in for its *twin*: both lie between the same two cells of the cycle. */
struct circuit {
    unsigned length;
    unsigned *cell;  /* [length]: in their order */
    unsigned *index; /* [cells]: where a cell is; the spare has its twin's */
    int spare, twin; /* cells, or -1 */
};

void circuit_free(struct circuit *circuit);

/* Makes a cycle by doubling a random maze (Prim's algorithm) whose corridors are the roads.
 * FOUND_NONE: not all blocks are connected. */
enum finding circuit_from_maze(struct circuit *circuit, const struct roads *roads, struct rng *rng);

/* The first cycle of an arena, found by search; with `spare`, one that leaves a cell out if none
 * else can be.  FOUND_NONE: there is none, or none was found within reason; `why` (AUTOPILOT_REASON
 * bytes) says so. */
enum finding circuit_from_search(struct circuit *circuit, const struct snake *arena, bool spare, char *why);

#endif
