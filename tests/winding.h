/* LongCat levels of any size with a long way through, as players know them: hundreds of slides that mostly have one way
 * on, and now and then a wrong one that takes long to tell from it. */
#ifndef ONLYWAY_TESTS_WINDING_H
#define ONLYWAY_TESTS_WINDING_H

#include "games/grid.h"
#include "tests/levels.h"

/* A level whose ways cover the share `percent` of the board, or less where the board is small; walls lie around it.
 * Both sides are at least 4.  Aborts when memory runs out. */
struct grid winding_level(struct chance *chance, int columns, int rows, int percent);

#endif
