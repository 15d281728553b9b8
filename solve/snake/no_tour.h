/* What rules out at a glance that an arena has a closed tour. */
#ifndef ONLYWAY_SOLVE_SNAKE_NO_TOUR_H
#define ONLYWAY_SOLVE_SNAKE_NO_TOUR_H

#include "games/snake/snake.h"

enum { SNAKE_REASON = 120 };

/* Why an arena plainly has no tour: its cells are not connected, their number is odd, they are out
 * of balance when coloured like a chessboard, or one is a dead end.  Writes the reason (at most
 * SNAKE_REASON bytes) and returns true; or returns false, and the arena may have a tour or not.
 * *failed: memory ran out, and what is returned says nothing. */
bool snake_has_no_tour(const struct snake *arena, char *reason, bool *failed);

#endif
