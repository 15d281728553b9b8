/* Measures of the only tour of an arena. */
#ifndef ONLYWAY_SOLVE_SNAKE_MEASURE_H
#define ONLYWAY_SOLVE_SNAKE_MEASURE_H

#include "games/snake/snake.h"
#include "solve/judge/judge.h"

/* Fills in the measures of the reported tour.  The arena must have no other tour except its images under symmetry.
 * Leaves out luck, and the traps if `traps` is false.  Returns false if memory runs out. */
bool snake_measure(const struct snake *arena, bool traps, struct judgement *judgement);

/* Fills in the luck, which costs several times as much as the rest.  Returns false if memory runs out. */
bool snake_measure_luck(const struct snake *arena, struct judgement *judgement);

#endif
