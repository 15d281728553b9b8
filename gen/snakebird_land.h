/* Snakebird levels as drawings: random ones, small changes, and what may be taken out of them. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_LAND_H
#define ONLYWAY_GEN_SNAKEBIRD_LAND_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

/* How many of each piece a level has. */
struct land_pieces {
    struct number_range birds, length, fruit, spikes;
};

/* Draws islands, birds standing on them, fruit, spikes and an exit into a grid of some size.  False:
 * this time there was no room for all. */
bool land_draw(struct grid *grid, const struct land_pieces *pieces, struct rng *rng);

/* Makes one small change; not every one leads to a level. */
void land_change(struct grid *grid, const struct land_pieces *pieces, struct rng *rng);

/* Whether numbers of pieces are as wanted and the ground is of a few islands, hardly any of them a
 * single cell. */
bool land_is_fit(const struct grid *grid, const struct land_pieces *pieces);

/* Takes the n-th part out that could be done without: an island, the tip of one, a fruit or a spike.
 * False: there are fewer. */
bool land_take_out(struct grid *grid, unsigned n, const struct land_pieces *pieces);

#endif
