/* A game for tests of what is the same for all games: a walk through a maze.
 *
 * `@` is the walker, `*` where he wants to be, `#` a wall.  A move is a step. */
#ifndef ONLYWAY_TESTS_TOY_MAZE_H
#define ONLYWAY_TESTS_TOY_MAZE_H

#include "games/game.h"

extern const struct game game_toy_maze;

/* A level that begins so does not load for want of memory. */
#define TOY_MAZE_FAILS "@!"

#endif
