/* Quick proofs that an arena has no closed tour. */
#ifndef ONLYWAY_SOLVE_SNAKE_NO_TOUR_H
#define ONLYWAY_SOLVE_SNAKE_NO_TOUR_H

#include "games/snake/snake.h"

enum { SNAKE_REASON = 120 };

/* Whether an arena obviously has no tour: its cells are not connected, their number is odd, one is a dead end, or the
 * colours of a chessboard are out of balance.  Writes the reason (at most SNAKE_REASON bytes).  If it returns false,
 * the arena may or may not have a tour.  *failed: memory ran out, and the result means nothing. */
bool snake_has_no_tour(const struct snake *arena, char *reason, bool *failed);

#endif
