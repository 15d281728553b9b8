/* Whether a Snakebird level's solution uses its blocks and portals. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_USE_H
#define ONLYWAY_GEN_SNAKEBIRD_USE_H

#include "solve/judge/judge.h"

/* Counts the blocks and portals that the reported solution does not need.  A portal is used if the same moves do
 * not solve the level without it.  A block is used if it moves at some time and the same moves do not solve the
 * level without it: a block that never moves might as well be ground. */
unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement);

#endif
