/* Best play on a tiny arena. */
#ifndef ONLYWAY_SOLVE_ARCADE_EXACT_H
#define ONLYWAY_SOLVE_ARCADE_EXACT_H

#include "solve/arcade/game.h"

enum { SNAKE_EXACT_CELLS = 16 };

/* Computes the probability of winning the arcade game under best play and, where that is 1, the least expected number
 * of moves.  Food adds one cell.  Returns false if the arena has more than SNAKE_EXACT_CELLS cells or memory runs out.
 */
bool snake_exact(const struct snake *arena, bool tail_blocked, double *wins, double *moves);

#endif
