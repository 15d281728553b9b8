/* A Sokoban room while it is being made: which cells are floor.  Boxes, goals and player come at
 * last, see room.h. */
#ifndef ONLYWAY_GEN_SOKOBAN_DRAFT_H
#define ONLYWAY_GEN_SOKOBAN_DRAFT_H

#include "base/rng.h"
#include "games/grid.h"

enum { SOKOBAN_DRAFT_CELLS = 144 };

struct sokoban_draft {
    int columns, rows;               /* columns * rows is at most SOKOBAN_DRAFT_CELLS */
    bool floor[SOKOBAN_DRAFT_CELLS]; /* row by row */
};

static inline int sokoban_draft_size(const struct sokoban_draft *draft)
{
    return draft->columns * draft->rows;
}

/* The neighbour of a cell, or -1 outside. */
int sokoban_draft_beside(const struct sokoban_draft *draft, int cell, unsigned direction);

unsigned sokoban_draft_floor(const struct sokoban_draft *draft);

/* Scatters so many walls.  Then tidies up. */
void sokoban_draft_scatter(struct sokoban_draft *draft, unsigned walls, struct rng *rng);

/* Carves ways from side to side out of the rock, and widens them here and there until so many walls are
 * left, or fewer.  Then tidies up. */
void sokoban_draft_carve(struct sokoban_draft *draft, unsigned walls, struct rng *rng);

/* Closes pockets, so that the floor hangs together, and dead ends, where nothing is ever to be
 * done. */
void sokoban_draft_tidy(struct sokoban_draft *draft);

/* Whether the floor touches all four sides, so that the draft is as large as was asked for. */
bool sokoban_draft_spans(const struct sokoban_draft *draft);

/* Whether so little of the floor is tunnels, which are dull, that it is a room to play in, and no quarter of
 * a large room is empty.  A cell is in a tunnel if it has floor on two opposite sides and nowhere
 * else. */
bool sokoban_draft_has_space(const struct sokoban_draft *draft);

/* Whether no rotation or reflection of the draft comes before it, cell by cell, walls first. */
bool sokoban_draft_is_first(const struct sokoban_draft *draft);

#endif
