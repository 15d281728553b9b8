/* LongCat on boards of up to 16x16 cells: one 16-bit word for each row and each column.
 *
 * A slide needs only one row or column word.  The test for dead ends works on sixteen rows at once, with GCC's vector
 * extension, which compiles for any target.  Lanes are half as fast as the bit board and several times as fast as the
 * general board.  For generators only. */
#ifndef ONLYWAY_SOLVE_LONGCAT_LANES_H
#define ONLYWAY_SOLVE_LONGCAT_LANES_H

#include "games/grid.h"

enum { LANES = 16 };

struct lanes {
    uint16_t row[LANES + 2]; /* row r of the board is row[r + 1]: bit c is set while that cell is open */
    uint16_t column[LANES];  /* the same by columns */
    uint8_t head_row, head_column;
    uint16_t open_count;
};

/* Sets up a board.  `open` has columns * rows bytes, row by row, nonzero for an open cell.  The head's cell must be
 * open. */
void lanes_set(struct lanes *lanes, int columns, int rows, const unsigned char *open, int head);

/* Does the same from one bit a cell, cell 0 lowest, with the head's own cell clear. */
void lanes_set_bits(struct lanes *lanes, int columns, int rows, const uint64_t *open, int head);

/* Writes the position after a slide.  Returns false if the slide is no move. */
bool lanes_slide(const struct lanes *lanes, enum direction direction, struct lanes *after);

/* Returns whether two or more open cells are dead ends.  A dead end has at most one way in; the head counts as
 * one. */
bool lanes_two_dead_ends(const struct lanes *lanes);

/* Returns whether all open cells can be reached from the head. */
bool lanes_connected(const struct lanes *lanes);

/* Does the same for the position after a slide.  The position before it must be connected. */
bool lanes_still_connected(const struct lanes *before, const struct lanes *after);

/* Returns whether the open cells have the colours that a path from the head needs. */
bool lanes_colours_fit(const struct lanes *lanes);

#endif
