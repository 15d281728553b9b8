/* Snakebird once more, slowly: the rules as sets of cells, straight from their text, to compare the
 * fast ones with. */
#ifndef ONLYWAY_TESTS_SNAKEBIRD_SLOW_H
#define ONLYWAY_TESTS_SNAKEBIRD_SLOW_H

#include "games/grid.h"

enum { SLOW_PIECES = 13, SLOW_CELLS = 100, SLOW_FRUIT = 30 };

struct slow_cell {
    int row, column;
};

struct slow_piece {
    unsigned char symbol; /* of the head, for a bird */
    bool is_bird, gone;
    int count; /* of cells; a bird's are in order, head first */
    struct slow_cell cell[SLOW_CELLS];
};

struct slow_world {
    struct grid terrain; /* borrowed: '#' and '^' count, the rest is air */
    bool document;
    int pieces, fruit, portals;
    struct slow_piece piece[SLOW_PIECES]; /* birds first, in order of their letters */
    struct slow_cell fruit_cell[SLOW_FRUIT], exit, portal[2];
};

/* Reads a level that is known to be right. */
void slow_world_read(const struct grid *grid, bool document, struct slow_world *world);

/* What is not held up falls.  False: a bird is lost. */
bool slow_world_settle(struct slow_world *world);

/* Makes a move.  False: illegal, or a bird is lost by it; then the world is of no more use. */
bool slow_world_move(struct slow_world *world, int bird, enum direction direction);

/* Draws the world as large as the text and all birds need.  `grid` is made here. */
bool slow_world_draw(const struct slow_world *world, struct grid *grid);

#endif
