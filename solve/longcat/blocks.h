/* The test for blocks: can one path from the head go through every open cell?
 *
 * Seen as a graph, the open cells and the head fall into blocks (parts that stay connected without
 * any one cell) that meet in cut cells.  A path that starts at the head and visits everything must
 * go through the blocks one after another, so they have to form a chain that begins at the head:
 * no cell joins three blocks, no block has three joints, the head joins nothing.  Inside a block
 * the path runs from joint to joint over all its cells, and its steps alternate between the colours
 * of a chessboard, which fixes how many cells of each colour there are and what colour the last
 * has. */
#ifndef ONLYWAY_SOLVE_LONGCAT_BLOCKS_H
#define ONLYWAY_SOLVE_LONGCAT_BLOCKS_H

#include <stdbool.h>

struct wide_board;
struct wide_scratch;

struct wide_scratch *blocks_scratch_make(int size);
void blocks_scratch_free(struct wide_scratch *scratch);

/* The last block of a chain of several: a cell of it, and the joint that leads into it; -1: there is none. */
struct chain_end {
    int cell, joint;
};

/* Whether such a path may exist; without LONGCAT_BLOCKS among the rules, only whether all cells are
 * connected.  At least one cell is open.  Writes where the chain ends, if `end` is not NULL and they form one. */
bool blocks_allow_path(struct wide_board *board, unsigned rules, struct chain_end *end);

#endif
