/* The test for blocks: can one path from the head go through every open cell?
 *
 * Seen as a graph, the open cells and the head fall into blocks: parts that stay connected without any one of their
 * cells.  Blocks meet in cut cells, here called joints.  A path that starts at the head and visits everything must go
 * through the blocks one after another.  So the blocks must form a chain that begins at the head: no cell joins three
 * blocks, no block has three joints, and the head joins none.  Inside a block the path runs from joint to joint over
 * all its cells, and its steps alternate between the colours of a chessboard.  This fixes the number of cells of each
 * colour and the colour of the last cell. */
#ifndef ONLYWAY_SOLVE_LONGCAT_BLOCKS_H
#define ONLYWAY_SOLVE_LONGCAT_BLOCKS_H

#include <stdbool.h>

struct wide_board;
struct wide_scratch;

struct wide_scratch *blocks_scratch_make(int size);
void blocks_scratch_free(struct wide_scratch *scratch);

/* The last block of a chain of two or more: one of its cells, and the joint that leads into it.  Both are -1 if there
 * is none. */
struct chain_end {
    int cell, joint;
};

/* Returns whether such a path may exist.  Without LONGCAT_BLOCKS among the rules it tests only whether all cells are
 * connected.  At least one cell must be open.  If the blocks form a chain and `end` is not NULL, it writes where the
 * chain ends. */
bool blocks_allow_path(struct wide_board *board, unsigned rules, struct chain_end *end);

#endif
