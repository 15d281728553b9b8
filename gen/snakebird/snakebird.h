/* Snakebird's proposer.
 *
 * Its drafts are birds, blocks, fruit, a portal and the exit where a person would put them, on islands.  A bird lies or
 * stands on ground or on another bird, inside the level rather than at its rim.  The exit floats in the open air above
 * or beside them.  In a symmetric level, ground and spikes have mirror images; each edit is made in both. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H
#define ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H

#include "base/rng.h"
#include "gen/climb/proposer.h"
#include "solve/judge/judge.h"

enum { LONGEST_BIRD = 10 };

/* The proposer's options: the allowed number of each kind of piece, and the symmetry of the ground.  The rest is drawn
 * for each unit. */
struct snakebird_pieces {
    struct number_range birds, length, fruit, spikes, blocks, portals;
    unsigned symmetry;
    unsigned turns, moves; /* the least changes of bird, and moves of each bird, in levels with several birds */
    unsigned corners;      /* the most corners of the ground's outline for 100 cells; 0: a board too small to ask */
    bool low_exit;         /* the exit may be anywhere in the air, not only at the top */
    bool open_exit;        /* nothing may be beside it */
};

/* The members of struct climb_game with these names. */
bool snakebird_scatter(struct grid *draft, const void *pieces, struct rng *rng);
unsigned snakebird_missing(const struct grid *draft, const void *pieces);
bool snakebird_grow(struct grid *draft, const void *pieces, struct rng *rng);
bool snakebird_edit(struct grid *draft, const void *pieces, struct rng *rng);
bool snakebird_fits(const struct grid *draft, const void *pieces);

/* Removes the n-th part: a block, the portal, an island, a run of spikes, or a fruit; ground and spikes with their
 * images. */
bool snakebird_take_out(struct grid *draft, unsigned n, const void *pieces);

/* Counts the blocks and portals that the reported solution does not need.  A portal is used if the same moves do
 * not solve the level without it.  A block is used if it moves at some time and the same moves do not solve the
 * level without it: a block that never moves might as well be ground.  Both have to concern two moves at least. */
unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement);

extern const struct proposer proposer_snakebird;

#endif
