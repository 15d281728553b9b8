/* Whether a Snakebird level's solution uses its blocks and portals. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_USE_H
#define ONLYWAY_GEN_SNAKEBIRD_USE_H

#include "solve/judge/judge.h"

/* How many blocks and portals the reported solution does without.  A portal is used if the same moves
 * do not solve the level without it.  A block is used if they do not solve it without the block, and the
 * block is somewhere else at some time: what stays where it is might as well be ground. */
unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement);

#endif
