/* Drafts: levels while they are being made, as grids of the characters of their text. */
#ifndef ONLYWAY_GEN_CLIMB_DRAFT_H
#define ONLYWAY_GEN_CLIMB_DRAFT_H

#include "base/options.h"
#include "base/rng.h"
#include "games/grid.h"

/* How many cells hold one of these characters, and whether so many are within a range. */
unsigned draft_count(const struct grid *draft, const char *kinds);
bool draft_has(const struct grid *draft, const char *kinds, struct number_range range);

/* A random cell that holds one of these characters, each as likely as the others; -1: there is
 * none. */
int draft_pick(const struct grid *draft, const char *kinds, struct rng *rng);

/* The n-th cell that holds one of these characters; -1: there are fewer. */
int draft_find(const struct grid *draft, const char *kinds, unsigned n);

/* Copies what a draft of the same size holds. */
void draft_copy(struct grid *to, const struct grid *from);

/* Makes a copy without the rows and columns around what is not `empty`, but for one on each side where there
 * are some.  False: out of memory. */
bool draft_cut(const struct grid *draft, unsigned char empty, struct grid *cut);

/* A random number within a range. */
unsigned range_draw(struct number_range range, struct rng *rng);

static inline bool range_holds(struct number_range range, uint64_t number)
{
    return number >= range.low && number <= range.high;
}

#endif
