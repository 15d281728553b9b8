/* Snakebird's proposer. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H
#define ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H

#include "gen/climb/proposer.h"
#include "gen/snakebird/draft.h"
#include "solve/judge/judge.h"

/* Counts the blocks and portals that the reported solution does not need.  A portal is used if the same moves do
 * not solve the level without it.  A block is used if it moves at some time and the same moves do not solve the
 * level without it: a block that never moves might as well be ground.  Both have to concern two moves at least. */
unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement);

extern const struct proposer proposer_snakebird;

#endif
