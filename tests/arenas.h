/* Snake arenas for tests. */
#ifndef ONLYWAY_TESTS_ARENAS_H
#define ONLYWAY_TESTS_ARENAS_H

#include "games/snake/snake.h"
#include "tests/levels.h"

enum { RANDOM_ARENA_CELLS = 36 };

/* An arena of text, all rows one behind the other; NULL: an open board.  Aborts if it is no
 * arena. */
struct puzzle *load_arena(int columns, int rows, const char *cells);

/* A random arena of at most RANDOM_ARENA_CELLS cells, walls included; every other one or so is made
 * symmetrical.  NULL: the draw came to nothing. */
struct puzzle *random_arena(struct chance *chance);

#endif
