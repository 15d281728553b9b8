/* Drafts: levels under construction, as grids of the characters of their text. */
#ifndef ONLYWAY_GEN_CLIMB_DRAFT_H
#define ONLYWAY_GEN_CLIMB_DRAFT_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

/* Counts the cells that hold one of these characters. */
unsigned draft_count(const struct grid *draft, const char *kinds);

/* Whether that count is within a range. */
bool draft_has(const struct grid *draft, const char *kinds, struct number_range range);

/* Returns a uniformly random cell that holds one of these characters, or -1 if there is none. */
int draft_pick(const struct grid *draft, const char *kinds, struct rng *rng);

/* Returns the n-th cell, from 0, that holds one of these characters, or -1 if there are fewer. */
int draft_find(const struct grid *draft, const char *kinds, unsigned n);

/* Copies the cells of a draft of the same size. */
void draft_copy(struct grid *to, const struct grid *from);

/* Makes a copy cut to the cells that are not `empty`, with a margin of one row or column on each side where the
 * draft has one.  Returns false if memory runs out. */
bool draft_cut(const struct grid *draft, unsigned char empty, struct grid *cut);

/* Returns a random number within a range. */
unsigned range_draw(struct number_range range, struct rng *rng);

/* Draws an index below `count`, each with a chance in proportion to its share. */
unsigned share_draw(const unsigned char *shares, unsigned count, struct rng *rng);

static inline bool range_holds(struct number_range range, uint64_t number)
{
    return number >= range.low && number <= range.high;
}

#endif
