/* Snake arenas for tests. */
#ifndef ONLYWAY_TESTS_ARENAS_H
#define ONLYWAY_TESTS_ARENAS_H

#include "games/snake/snake.h"
#include "tests/levels.h"

enum { RANDOM_ARENA_CELLS = 36 };

/* Returns the arena that `cells` draws, row after row without separators, or an open board if `cells` is NULL.
 * Aborts if the text is not a valid arena. */
struct puzzle *load_arena(int columns, int rows, const char *cells);

/* Returns a random arena of at most RANDOM_ARENA_CELLS cells, walls included, or NULL if the drawn walls do not form
 * a valid arena.  About half of the arenas are symmetric. */
struct puzzle *random_arena(struct chance *chance);

#endif
