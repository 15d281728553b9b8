/* LongCat on boards of any size: a position that is slid and undone in place.
 *
 * Each open cell knows how many open neighbours it has, so that dead ends are counted while the
 * head slides and a node costs as much as the cells it covers.  The test for blocks costs a walk
 * over all open cells.  It is passed after a slide where it was before and no cell has come to part the
 * others, which the islands tell without a walk: the blocks are the same, but for the cells that the head
 * has gone through in the first of them, in both colours by turns.  Where some cell has, what lies around it
 * mostly tells that the test is failed. */
#ifndef ONLYWAY_SOLVE_LONGCAT_WIDE_BOARD_H
#define ONLYWAY_SOLVE_LONGCAT_WIDE_BOARD_H

#include "games/grid.h"
#include "solve/longcat/bit_board.h"
#include "solve/longcat/blocks.h"
#include "solve/longcat/islands.h"

#include <limits.h>

/* A slide on the way from the start. */
struct wide_slide {
    int first;               /* where its cells begin in the trail */
    struct island_mark mark; /* the islands before it */
    uint64_t hash;           /* the board's before it */
    bool head_splits;        /* after it the head parts the open cells */
    bool tested, chain;      /* for blocks, and whether it passed */
    struct chain_end end;    /* of that chain */
};

/* The colour of a cell on a chessboard: in one row as from row to row it changes from number to number, as rows have
 * an odd number of cells. */
static inline int wide_colour(int cell)
{
    return cell & 1;
}

#define WIDE_NEVER INT_MAX

struct wide_board {
    int columns, rows; /* of the rectangle that the cells lie in */
    int stride;        /* cells of a row, with a wall cell at its left; odd, see wide_colour */
    int size;          /* all cells, walls around included */
    int step[DIRECTIONS];
    unsigned open_count;
    unsigned dead_count; /* open cells with at most one open neighbour, whatever the head does */
    unsigned words;      /* of `open` */
    int head;
    uint64_t hash;          /* of the covered cells, whatever their order */
    uint64_t hash_mask;     /* the bits of it that are used; for tests */
    unsigned char *blocked; /* [size] wall or covered */
    unsigned char *ways;    /* [size] open neighbours */
    uint64_t *open;         /* one bit a cell, for keys */
    int *trail;             /* covered cells in order */
    int trail_size;
    struct wide_slide *slides; /* [0] is the start, the n-th slide is [n] */
    int slide_count;
    struct islands islands;       /* of what is blocked, while the open cells hang together */
    int cut_off;                  /* the slide that first left them apart, or WIDE_NEVER */
    struct wide_scratch *scratch; /* of the test for blocks */
    struct pockets *pockets;
};

/* Makes a board with the given open cells (1 in `open`, columns * rows, row by row) and the head on
 * one of them, which is covered then.  False: out of memory. */
bool wide_make(struct wide_board *board, int columns, int rows, const unsigned char *open, int head);
void wide_free(struct wide_board *board);

/* Makes another board, which is where the other is now, slides to undo included.  False: out of memory. */
bool wide_copy(struct wide_board *board, const struct wide_board *like);

/* Sets a board of the same size up anew, as wide_make does. */
void wide_set(struct wide_board *board, const unsigned char *open, int head);

/* Slides the head.  False: that is no move, and nothing changes. */
bool wide_slide(struct wide_board *board, enum direction direction);

/* Undoes the last slide. */
void wide_undo(struct wide_board *board);

/* Whether all cells on the way straight from one cell to another, and the latter, are blocked. */
bool wide_blocks(const struct wide_board *board, int from, int to);

/* Takes it from somebody who has tested the position that it passes the test for blocks, and where the chain ends. */
void wide_know_chain(struct wide_board *board, struct chain_end end);

/* Whether a pruning rule proves that the position cannot be won.  At least one cell is open. */
bool wide_hopeless(struct wide_board *board, unsigned rules);

/* Whether the open cells have the colours that a path from the head needs. */
bool wide_colours_fit(const struct wide_board *board);

#endif
