/* Hill climbing towards Snake arenas whose only tour has to be thought about.
 *
 * A climb starts from a tour of four cells and changes it a little at a time; what the tour does
 * not pass is wall, so that an arena never lacks one.  A change is kept if the arena comes no
 * further from having no other tour, and from what is asked for. */
#ifndef ONLYWAY_GEN_SNAKE_CLIMB_H
#define ONLYWAY_GEN_SNAKE_CLIMB_H

#include "base/rng.h"
#include "games/snake/deduce.h"
#include "gen/climb/ascent.h"

enum { SNAKE_CLIMB_DEPTH = 12 }; /* sides that are tried one after another to count tours */

/* A tour of a part of the field: for each cell the sides that it uses, bit 1 << direction. */
struct loop {
    int columns, rows;
    unsigned char *sides; /* [columns * rows] owned; 0: wall */
};

struct snake_climber {
    struct ascent ascent;
    struct loop loop, next; /* `next` is the edited copy */
    bool only, next_only;   /* whether they have few enough tours to have but one up to symmetry */
    struct rng rng;
    struct grid grid; /* the arena as text */
    struct deduction tried[SNAKE_CLIMB_DEPTH + 1];
    unsigned budget; /* sides that may still be tried */
};

bool snake_climber_make(struct snake_climber *climber, const struct proposal *proposal);
void snake_climber_free(struct snake_climber *climber);

/* Climbs; the result is the arena of `loop`.  Returns whether it has few enough tours to have but
 * one up to symmetry. */
bool snake_climb(struct snake_climber *climber, const struct rng *rng);

/* How many of a field's four edges have no open cell; `open` is 0 for walls. */
unsigned snake_unreached_edges(struct board_size size, const unsigned char *open);

#endif
