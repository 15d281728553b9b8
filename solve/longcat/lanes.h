/* LongCat on boards of up to 16x16 cells: a row of 16 bits for each row and for each column.
 *
 * A slide is found in one row or column word; the test for dead ends works on sixteen rows at once
 * (GCC's vector extension, which any compiler target understands).  Half as fast as one bit a cell
 * in a single word, several times as fast as the general board.  For generators only. */
#ifndef ONLYWAY_SOLVE_LONGCAT_LANES_H
#define ONLYWAY_SOLVE_LONGCAT_LANES_H

#include "games/grid.h"

enum { LANES = 16 };

struct lanes {
    uint16_t row[LANES + 2]; /* row r of the board is row[r + 1]: bit c set while that cell is open */
    uint16_t column[LANES];  /* the same by columns */
    uint8_t head_row, head_column;
    uint16_t open_count;
};

/* Sets a board up: its open cells (columns * rows bytes, row by row), the head's cell among
 * them. */
void lanes_set(struct lanes *lanes, int columns, int rows, const unsigned char *open, int head);

/* The same from one bit a cell, cell 0 lowest, the head's own cell left out. */
void lanes_set_bits(struct lanes *lanes, int columns, int rows, const uint64_t *open, int head);

/* The position after a slide; false: that is no move. */
bool lanes_slide(const struct lanes *lanes, enum direction direction, struct lanes *after);

/* Whether two open cells are dead ends (at most one way in, the head counted as one). */
bool lanes_two_dead_ends(const struct lanes *lanes);

/* Whether all open cells can be reached from the head. */
bool lanes_connected(const struct lanes *lanes);

/* The same after a slide, of a position of which it was true before. */
bool lanes_still_connected(const struct lanes *before, const struct lanes *after);

/* Whether the open cells have the colours that a path from the head needs. */
bool lanes_colours_fit(const struct lanes *lanes);

#endif
