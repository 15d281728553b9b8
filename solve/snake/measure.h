/* Measures of the only tour of an arena. */
#ifndef ONLYWAY_SOLVE_SNAKE_MEASURE_H
#define ONLYWAY_SOLVE_SNAKE_MEASURE_H

#include "games/snake/snake.h"
#include "solve/judge/judge.h"

/* Fills in the measures of the reported tour of an arena that has no other, save for symmetry; all but
 * luck, and but the traps, where these are not asked for.  False: out of memory. */
bool snake_measure(const struct snake *arena, bool traps, struct judgement *judgement);

/* Fills in its luck, which costs several times as much.  False: likewise. */
bool snake_measure_luck(const struct snake *arena, struct judgement *judgement);

#endif
