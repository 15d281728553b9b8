/* A Snakebird level while it is being made.  These are what its climb needs, as gen/climb/climb.h says;
 * the pieces are `struct snakebird_pieces`. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_DRAFT_H
#define ONLYWAY_GEN_SNAKEBIRD_DRAFT_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

enum { SNAKEBIRD_MOST_SIDE = 32 };

/* How many of each piece a level has. */
struct snakebird_pieces {
    struct number_range birds, length, fruit, spikes, blocks, portals;
};

/* Gives each unit its number of birds, and the most blocks and portals it may have, in turn. */
void snakebird_vary(void *pieces, uint64_t unit);

/* Scatters islands, a bird and blocks standing on them, fruit, spikes, a portal and an exit. */
bool snakebird_scatter(struct grid *draft, const void *pieces, struct rng *rng);

/* How many birds are missing in a draft, which is scattered with one; and adds one. */
unsigned snakebird_missing(const struct grid *draft, const void *pieces);
bool snakebird_grow(struct grid *draft, const void *pieces, struct rng *rng);

/* Makes one small change; not every one leads to a level. */
bool snakebird_edit(struct grid *draft, const void *pieces, struct rng *rng);

/* Whether numbers of pieces are as wanted and the ground is of a few islands, hardly any of them a
 * single cell. */
bool snakebird_fits(const struct grid *draft, const void *pieces);

/* A part is a block, the portal, an island, the tip of one, a fruit or a spike. */
bool snakebird_take_out(struct grid *draft, unsigned n, const void *pieces);

#endif
