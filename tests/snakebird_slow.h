/* A slow implementation of Snakebird, for comparison with the fast one.  The rules work on sets of cells and follow
 * the text of the rules literally. */
#ifndef ONLYWAY_TESTS_SNAKEBIRD_SLOW_H
#define ONLYWAY_TESTS_SNAKEBIRD_SLOW_H

#include "games/grid.h"

enum { SLOW_PIECES = 13, SLOW_CELLS = 100, SLOW_FRUIT = 30 };

struct slow_cell {
    int row, column;
};

struct slow_piece {
    unsigned char symbol; /* for a bird, the symbol of its head */
    bool is_bird, gone;
    int count; /* number of cells; the cells of a bird are in order, head first */
    struct slow_cell cell[SLOW_CELLS];
};

struct slow_world {
    struct grid terrain; /* borrowed; only '#' and '^' count, the rest is air */
    bool document;
    int pieces, fruit, portals;
    struct slow_piece piece[SLOW_PIECES]; /* birds first, sorted by letter */
    struct slow_cell fruit_cell[SLOW_FRUIT], exit, portal[2];
};

/* Reads a level, which must be valid. */
void slow_world_read(const struct grid *grid, bool document, struct slow_world *world);

/* Lets all unsupported pieces fall.  Returns false if a bird is lost. */
bool slow_world_settle(struct slow_world *world);

/* Makes a move.  Returns false if the move is illegal or loses a bird; then the world is no longer usable. */
bool slow_world_move(struct slow_world *world, int bird, enum direction direction);

/* Draws the world, large enough for the text and all birds.  The caller frees `grid`. */
bool slow_world_draw(const struct slow_world *world, struct grid *grid);

#endif
