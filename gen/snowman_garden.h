/* A Snowman garden while it is being made: its text, without the wall around it. */
#ifndef ONLYWAY_GEN_SNOWMAN_GARDEN_H
#define ONLYWAY_GEN_SNOWMAN_GARDEN_H

#include "base/rng.h"
#include "games/grid.h"
#include "gen/options.h"

/* What a garden may have. */
struct garden_plan {
    int columns, rows;
    struct number_range walls, snow, snowmen;
    bool targets;
};

/* Scatters walls, snow, balls, targets and the player.  False: there is no room. */
bool garden_scatter(struct grid *garden, const struct garden_plan *plan, struct rng *rng);

/* Changes a garden a little: a wall or snow comes or goes, a ball, a target or the player moves, a
 * ball changes its size.  False: the draw came to nothing, and the garden is as it was. */
bool garden_edit(struct grid *garden, struct rng *rng);

unsigned garden_count(const struct grid *garden, const char *cells);
bool garden_fits(const struct grid *garden, const struct garden_plan *plan);

/* Puts snow on a cell or takes it away; false: there is none to take, or something is in the way. */
bool garden_set_snow(struct grid *garden, int cell, bool snow);

/* Turns what the player could not reach even without balls into wall. */
bool garden_close(struct grid *garden);

/* The level's text: the garden with a wall around it.  False: out of memory. */
bool garden_level(const struct grid *garden, struct grid *level);

#endif
