/* A Snakebird level under construction.  These functions implement its climb, as described in gen/climb/climb.h;
 * `pieces` is a `struct snakebird_pieces`. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_DRAFT_H
#define ONLYWAY_GEN_SNAKEBIRD_DRAFT_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

enum { SNAKEBIRD_MOST_SIDE = 32 };

/* The allowed number of each kind of piece. */
struct snakebird_pieces {
    struct number_range birds, length, fruit, spikes, blocks, portals;
};

/* Sets a unit's number of birds and its upper limits on blocks and portals; they rotate with the unit number. */
void snakebird_vary(void *pieces, uint64_t unit);

/* Scatters islands, a bird and blocks that stand on them, fruit, spikes, a portal and an exit. */
bool snakebird_scatter(struct grid *draft, const void *pieces, struct rng *rng);

/* snakebird_missing: the number of birds still missing from a draft, which is scattered with one.  snakebird_grow
 * adds one. */
unsigned snakebird_missing(const struct grid *draft, const void *pieces);
bool snakebird_grow(struct grid *draft, const void *pieces, struct rng *rng);

/* Makes one small change; the result is not always a level. */
bool snakebird_edit(struct grid *draft, const void *pieces, struct rng *rng);

/* Whether the numbers of pieces are as requested, and the ground consists of a few islands, almost none of them a
 * single cell. */
bool snakebird_fits(const struct grid *draft, const void *pieces);

/* Removes the n-th part.  A part is a block, the portal, an island, the tip of one, a fruit or a spike. */
bool snakebird_take_out(struct grid *draft, unsigned n, const void *pieces);

#endif
