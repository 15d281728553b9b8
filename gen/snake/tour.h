/* Random Hamiltonian cycles of an arena, by random walks among all of them. */
#ifndef ONLYWAY_GEN_SNAKE_TOUR_H
#define ONLYWAY_GEN_SNAKE_TOUR_H

#include "base/rng.h"
#include "solve/arcade/circuit.h"

/* Walks on from a tour of the arena (without a spare) until it is practically forgotten, and replaces it.  All tours
 * that the walk can reach are equally likely.  Returns false if memory runs out.
 *
 * The backbite walk (M. L.  Mansfield 1982) goes over Hamiltonian paths.  One end bites a cell next to it, and the path
 * between the two is reversed.  A path whose ends are neighbours closes to a cycle.  Each cycle can be opened in
 * equally many ways.
 *
 * The switching walk goes over cycles.  If two opposite sides of a square of four cells lie on the cycle, they are
 * exchanged for the other two.  That splits the cycle in two.  Then a random square with one side on either cycle joins
 * them again.  Both steps are equally likely backwards. */
bool tour_backbite(const struct snake *arena, struct circuit *tour, struct rng *rng);
bool tour_switch(const struct snake *arena, struct circuit *tour, struct rng *rng);

/* Makes cell 0 the first of a tour and its right neighbour the second. */
void tour_align(const struct snake *arena, struct circuit *tour);

#endif
