/* A Sokoban room under construction: the set of floor cells.  Boxes, goals and player are added last; see rooms.h. */
#ifndef ONLYWAY_GEN_SOKOBAN_DRAFT_H
#define ONLYWAY_GEN_SOKOBAN_DRAFT_H

#include "base/rng.h"
#include "gen/climb/composition.h"
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

/* The draft's own cells as a grid: 1 is floor, and 0 is wall. */
static inline struct grid sokoban_draft_grid(const struct sokoban_draft *draft)
{
    return (struct grid){draft->columns, draft->rows, (unsigned char *)draft->floor};
}

unsigned sokoban_draft_floor(const struct sokoban_draft *draft);

/* Places `walls` random walls, then tidies up. */
void sokoban_draft_scatter(struct sokoban_draft *draft, unsigned walls, struct rng *rng);

/* Carves paths from side to side out of solid rock, and widens them in random places until at most `walls` walls
 * are left.  Then tidies up. */
void sokoban_draft_carve(struct sokoban_draft *draft, unsigned walls, struct rng *rng);

/* Makes two to four rectangular rooms with ways between them, some with a pillar.  Then tidies up. */
void sokoban_draft_rooms(struct sokoban_draft *draft, struct rng *rng);

/* Fills a small rectangle at the border, so that the outline is no rectangle.  The draft may then need tidying up. */
void sokoban_draft_cut(struct sokoban_draft *draft, struct rng *rng);

/* With `niche`, opens a random wall that has floor on one side only, as a place for a box or the player.  Otherwise
 * puts a pillar on a random floor cell with floor on three sides or more; the draft may then need tidying up. */
void sokoban_draft_toggle(struct sokoban_draft *draft, bool niche, struct rng *rng);

/* Makes the draft symmetric: the first cell of each orbit decides. */
void sokoban_draft_mirror(struct sokoban_draft *draft, enum composition_symmetry symmetry);

/* Repeats in the mirror images what was done since `before`. */
void sokoban_draft_repeat(struct sokoban_draft *draft, const struct sokoban_draft *before,
                          enum composition_symmetry symmetry);

bool sokoban_draft_is_symmetric(const struct sokoban_draft *draft, enum composition_symmetry symmetry);

/* Fills pockets, so that the floor is connected, and dead ends, which are useless. */
void sokoban_draft_tidy(struct sokoban_draft *draft);

/* Whether the floor touches all four sides, so that the draft has the requested size. */
bool sokoban_draft_spans(const struct sokoban_draft *draft);

/* Whether the share of tunnels, which are dull, is low enough and no quarter of a large room is empty.  A cell is
 * in a tunnel if it has floor on two opposite sides and nowhere else. */
bool sokoban_draft_has_space(const struct sokoban_draft *draft);

/* Whether the draft is the first among its rotations and reflections, compared cell by cell, walls first. */
bool sokoban_draft_is_first(const struct sokoban_draft *draft);

#endif
