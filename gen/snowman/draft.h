/* A Snowman level while it is being made: its text, without the wall around it.  These are what its
 * climb needs, as gen/climb/climb.h says; the pieces are `struct snowman_pieces`. */
#ifndef ONLYWAY_GEN_SNOWMAN_DRAFT_H
#define ONLYWAY_GEN_SNOWMAN_DRAFT_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

/* What a level may have. */
struct snowman_pieces {
    struct number_range walls, snow, snowmen, targets;
};

/* Scatters walls, snow, balls, targets and the player. */
bool snowman_scatter(struct grid *draft, const void *pieces, struct rng *rng);

/* One to three small changes, which leave the balls and targets as many as they are. */
bool snowman_edit(struct grid *draft, const void *pieces, struct rng *rng);

bool snowman_fits(const struct grid *draft, const void *pieces);

/* Walls are taken out first, then snow. */
bool snowman_take_out(struct grid *draft, unsigned n, const void *pieces);

/* Turns what the player could not reach even without balls into wall.  False: out of memory. */
bool snowman_close(struct grid *draft);

#endif
