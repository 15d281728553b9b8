/* Snakebird's proposer. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H
#define ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H

#include "gen/climb/proposer.h"
#include "solve/judge/judge.h"

/* Its options: the allowed number of each kind of piece. */
struct snakebird_pieces {
    struct number_range birds, length, fruit, spikes, blocks, portals;
};

/* Counts the blocks and portals that the reported solution does not need.  A portal is used if the same moves do
 * not solve the level without it.  A block is used if it moves at some time and the same moves do not solve the
 * level without it: a block that never moves might as well be ground. */
unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement);

extern const struct proposer proposer_snakebird;

#endif
