/* Snake's proposer, its hill climbing, and the random tours that it makes instead of levels. */
#ifndef ONLYWAY_GEN_SNAKE_SNAKE_H
#define ONLYWAY_GEN_SNAKE_SNAKE_H

#include "base/rng.h"
#include "games/snake/deduce.h"
#include "gen/climb/ascent.h"
#include "gen/climb/proposer.h"
#include "solve/arcade/circuit.h"

/* The proposer's options. */
struct snake_pieces {
    struct number_range walls;
    uint64_t tours;    /* random tours to write; 0: make levels */
    const char *arena; /* file with the arena of the tours; NULL: an open board */
};

extern const struct proposer proposer_snake;

/* --- hill climbing towards arenas whose only tour takes some thought to find ---
 *
 * A climb starts from a tour of four cells and changes it step by step.  Cells off the tour are walls, so the arena
 * always has a tour.  A change is kept if it does not take the arena further away from having a single tour and the
 * requested measures. */

enum { SNAKE_CLIMB_DEPTH = 12 }; /* sides assumed at once to count tours */

struct snake_climber {
    struct ascent ascent;
    struct grid loop, next; /* tours through part of the grid; each cell has the sides that it uses, as bits
                             * 1 << direction; 0: wall.  `next` is the edited copy */
    bool only, next_only;   /* whether all their tours may be images of one */
    struct rng rng;
    struct grid arena; /* as text */
    struct deduction tried[SNAKE_CLIMB_DEPTH + 1];
    unsigned budget; /* sides that may still be tried */
};

bool snake_climber_make(struct snake_climber *climber, const struct proposal *proposal);
void snake_climber_free(struct snake_climber *climber);

/* Climbs.  Leaves the result in `loop` and `arena`.  Returns whether all its tours may be images of one. */
bool snake_climb(struct snake_climber *climber, const struct rng *rng);

/* --- tours: random Hamiltonian cycles of an arena --- */

/* Walks on from a tour of the arena (without a spare) until it is practically forgotten, and replaces it.  All tours
 * that the walk can reach are equally likely.  Returns false if memory runs out.
 *
 * The backbite walk (M. L. Mansfield 1982) goes over Hamiltonian paths.  One end bites a cell next to it, and the path
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

/* The tours as the gen command writes them. */
extern const struct other_output snake_tours;

#endif
