/* The test for blocks, done by looking around one cut cell.
 *
 * A path from the head passes a cut cell once and ends in the part behind it.  So without the cell there must be
 * exactly two parts, one with the head and one where the path ends, and both must have the colours of a path.  If
 * this holds for every cut cell, the blocks form a chain: a block that is a dead end of its own would be a part with
 * neither the head nor the end.  The parts are flooded in turns, so the work is in proportion to the smaller one, not
 * to the board. */
#ifndef ONLYWAY_SOLVE_LONGCAT_POCKETS_H
#define ONLYWAY_SOLVE_LONGCAT_POCKETS_H

#include <stdbool.h>

struct wide_board;
struct pockets;

/* Returns NULL if memory runs out. */
struct pockets *pockets_make(int size);
void pockets_free(struct pockets *pockets);

enum pockets_answer {
    POCKETS_FORBID,  /* no path goes through all cells */
    POCKETS_ALLOW,   /* this cell does not rule out a chain of blocks */
    POCKETS_UNKNOWN, /* the question could not be asked; pockets_ask never returns this */
};

/* What a cut cell separates from the head: the number of open cells, and one of them, next to the cut cell. */
struct far_part {
    int cell, cells;
};

/* Asks about an open cell that splits the others in two.  The board passed the test before its last slide.  `end` is
 * a cell of the block in which every path ends.  That block contains neither the head nor `cell`, except as its only
 * joint.  If `end` is -1, the block is not known, and only colours are compared. */
enum pockets_answer pockets_ask(struct pockets *pockets, const struct wide_board *board, int cell, int end,
                                struct far_part *far);

#endif
