/* Random Hamiltonian cycles of an arena: random walks among all of them. */
#ifndef ONLYWAY_GEN_SNAKE_TOUR_H
#define ONLYWAY_GEN_SNAKE_TOUR_H

#include "base/rng.h"
#include "solve/arcade/circuit.h"

/* Walks on from a tour of the arena (without a spare) until it is as good as forgotten, and leaves
 * another one there, each tour that the walk can reach being as likely as the others.  False: out
 * of memory.
 *
 * The backbite walk (M. L. Mansfield 1982) goes over Hamiltonian paths: an end bites a cell next to
 * it, and the path between turns round.  A path whose ends are neighbours closes to a cycle, and
 * each cycle can be opened in as many ways as the others.
 *
 * The switching walk stays with cycles: where two opposite sides of a square of four cells lie on
 * the cycle, they are exchanged for the other two, which makes two cycles of it; then a square that
 * has one side on either cycle, chosen at random, makes them one again.  Both steps are as likely
 * backwards. */
bool tour_backbite(const struct snake *arena, struct circuit *tour, struct rng *rng);
bool tour_switch(const struct snake *arena, struct circuit *tour, struct rng *rng);

/* Makes cell 0 the first of a tour and its right neighbour the second. */
void tour_align(const struct snake *arena, struct circuit *tour);

#endif
