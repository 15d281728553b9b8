/* LongCat levels of any size with a long solution, as players know them: hundreds of slides.  Most positions have
 * one way on; a few also have a wrong one that takes long to recognise. */
#ifndef ONLYWAY_TESTS_WINDING_H
#define ONLYWAY_TESTS_WINDING_H

#include "games/grid.h"
#include "tests/levels.h"

/* Returns a level whose path covers `percent` of the board, or less on a small board, with a border of walls.  Both
 * sides must be at least 4.  Aborts when memory runs out. */
struct grid winding_level(struct chance *chance, int columns, int rows, int percent);

#endif
