/* A Snowman level under construction: its text, without the wall around it.  These functions implement its climb,
 * as described in gen/climb/climb.h; `pieces` is a `struct snowman_pieces`. */
#ifndef ONLYWAY_GEN_SNOWMAN_DRAFT_H
#define ONLYWAY_GEN_SNOWMAN_DRAFT_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

/* The allowed number of each kind of content. */
struct snowman_pieces {
    struct number_range walls, snow, snowmen, targets;
};

/* Scatters walls, snow, balls, targets and the player. */
bool snowman_scatter(struct grid *draft, const void *pieces, struct rng *rng);

/* Makes one to three small changes that keep the numbers of balls and targets. */
bool snowman_edit(struct grid *draft, const void *pieces, struct rng *rng);

bool snowman_fits(const struct grid *draft, const void *pieces);

/* Removes the n-th part: walls first, then snow. */
bool snowman_take_out(struct grid *draft, unsigned n, const void *pieces);

/* Turns into wall what the player could not reach even without balls.  Returns false if memory runs out. */
bool snowman_close(struct grid *draft);

#endif
