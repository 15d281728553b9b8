/* The test for blocks by what lies around one cell.
 *
 * A path from the head goes once through a cell that parts the others; what lies behind is its end.  So the cell
 * must leave two parts, one with the head and one where the path ends, and both the colours of a path.  Where
 * that is so for every such cell, the blocks form a chain: one that were a dead end of its own would be a part
 * with neither.  The parts are flooded in turn, so the work is that of the smaller one, not of the board. */
#ifndef ONLYWAY_SOLVE_LONGCAT_POCKETS_H
#define ONLYWAY_SOLVE_LONGCAT_POCKETS_H

#include <stdbool.h>

struct wide_board;
struct pockets;

/* NULL: out of memory. */
struct pockets *pockets_make(int size);
void pockets_free(struct pockets *pockets);

enum pockets_answer {
    POCKETS_FORBID,  /* no path goes through all cells */
    POCKETS_ALLOW,   /* the cell is no reason against a chain of blocks */
    POCKETS_UNKNOWN, /* what was not asked */
};

/* What a cell parts from the head: how many open cells, and one of them, next to it. */
struct far_part {
    int cell, cells;
};

/* Asks about an open cell that parts the others in two, of a board that passed the test before its last slide.  `end`
 * is a cell of the block in which every path ends, which neither the head nor that cell is in, but for its only
 * joint; or -1: none is known, and only colours are compared. */
enum pockets_answer pockets_ask(struct pockets *pockets, const struct wide_board *board, int cell, int end,
                                struct far_part *far);

#endif
