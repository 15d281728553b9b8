/* A game for tests of code that all games share: a walk through a maze.
 *
 * `@` is the walker, `*` is the goal, and `#` is a wall.  A move is a step. */
#ifndef ONLYWAY_TESTS_TOY_MAZE_H
#define ONLYWAY_TESTS_TOY_MAZE_H

#include "games/game.h"

extern const struct game game_toy_maze;

/* A level that begins with this text fails to load, as if memory had run out. */
#define TOY_MAZE_FAILS "@!"

#endif
