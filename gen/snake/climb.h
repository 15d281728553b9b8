/* Hill climbing towards Snake arenas whose only tour takes some thought to find.
 *
 * A climb starts from a tour of four cells and changes it step by step.  Cells off the tour are walls, so the arena
 * always has a tour.  A change is kept if it does not take the arena further away from having a single tour and the
 * requested measures. */
#ifndef ONLYWAY_GEN_SNAKE_CLIMB_H
#define ONLYWAY_GEN_SNAKE_CLIMB_H

#include "base/rng.h"
#include "games/snake/deduce.h"
#include "gen/climb/ascent.h"

enum { SNAKE_CLIMB_DEPTH = 12 }; /* sides assumed at once to count tours */

/* A tour through part of the grid.  Each cell has the sides that it uses, as bits 1 << direction. */
struct loop {
    int columns, rows;
    unsigned char *sides; /* [columns * rows] owned; 0: wall */
};

struct snake_climber {
    struct ascent ascent;
    struct loop loop, next; /* `next` is the edited copy */
    bool only, next_only;   /* whether all their tours may be images of one */
    struct rng rng;
    struct grid grid; /* the arena as text */
    struct deduction tried[SNAKE_CLIMB_DEPTH + 1];
    unsigned budget; /* sides that may still be tried */
};

bool snake_climber_make(struct snake_climber *climber, const struct proposal *proposal);
void snake_climber_free(struct snake_climber *climber);

/* Climbs.  The result is the arena of `loop`.  Returns whether all its tours may be images of one. */
bool snake_climb(struct snake_climber *climber, const struct rng *rng);

/* How many of the four edges of a board have no open cell.  open[cell] is 0 for walls. */
unsigned snake_unreached_edges(struct board_size size, const unsigned char *open);

#endif
