/* LongCat on boards of any size: a position that is slid and undone in place.
 *
 * Each open cell knows how many open neighbours it has.  So dead ends are counted while the head slides, and the cost
 * of a node is in proportion to the cells it covers.
 *
 * Seen as a graph, the open cells and the head fall into blocks: parts that stay connected without any one of their
 * cells.  Blocks meet in cut cells, here called joints.  A path that starts at the head and visits everything must go
 * through the blocks one after another.  So the blocks must form a chain that begins at the head: no cell joins three
 * blocks, no block has three joints, and the head joins none.  Inside a block the path runs from joint to joint over
 * all its cells, and its steps alternate between the colours of a chessboard.  This fixes the number of cells of each
 * colour and the colour of the last cell.
 *
 * Testing the blocks costs a walk over all open cells, so it is avoided where possible.  If the position before a
 * slide passed the test and the slide made no new cut cell, the position after it passes, too: the blocks are the
 * same, except that the first one lost the cells that the head went through, in alternating colours.  The islands
 * find new cut cells without a walk.  If there are some, a look around each of them is mostly enough to show that the
 * test fails. */
#ifndef ONLYWAY_SOLVE_LONGCAT_WIDE_BOARD_H
#define ONLYWAY_SOLVE_LONGCAT_WIDE_BOARD_H

#include "games/grid.h"
#include "solve/longcat/bit_board.h"

#include <limits.h>
#include <stdbool.h>

/* The last block of a chain of two or more: one of its cells, and the joint that leads into it.  Both are -1 if there
 * is none. */
struct chain_end {
    int cell, joint;
};

/* The islands of blocked cells, which find the cut cells after each slide.  A cut cell is an open cell without which
 * the others fall apart. */
struct islands {
    int *parent;           /* [size] the root of an island is its own parent */
    int *count;            /* [size] number of cells in a root's island */
    int *next;             /* [size] links an island's cells in a ring */
    unsigned char *splits; /* [size] number of parts, beyond one, that the rest falls into without this open cell */
    int *joins;            /* [size] roots that were hung below another, in order */
    int join_count;
    struct split_change *changes; /* log of previous values of `splits`; owned */
    size_t change_count, change_capacity;
    int *parting; /* [size] open cells that the last slide made cut cells, or that split the rest into more parts
                   * since */
    int parting_count;
    bool parting_known; /* nothing was undone since */
    bool stale;         /* memory ran out for the log of changes, and `splits` is no longer valid */
    int *shore;         /* [size] land around which cells may have become cut cells */
    int shore_count;
    int *stamps; /* [size] the stamp when a cell was last put on the shore or looked at */
    int stamp;
};

/* One slide on the way from the start. */
struct wide_slide {
    int first;            /* index of its first cell in the trail */
    int joins;            /* length of the islands' log of joins before it */
    size_t changes;       /* the same for their log of changes */
    uint64_t hash;        /* the board's hash before it */
    bool head_splits;     /* after it the head splits the open cells */
    bool tested, chain;   /* whether the test for blocks was done, and whether it passed */
    struct chain_end end; /* the end of that chain */
};

/* Returns the colour of a cell on a chessboard.  `stride` is odd, so the colour alternates with the cell's number both
 * along a row and from row to row. */
static inline int wide_colour(int cell)
{
    return cell & 1;
}

#define WIDE_NEVER INT_MAX

struct wide_board {
    int columns, rows; /* of the rectangle that the cells lie in */
    int stride;        /* cells in a row, including a wall cell at its left; odd, see wide_colour */
    int size;          /* all cells, including the walls around */
    int step[DIRECTIONS];
    unsigned open_count;
    unsigned dead_count; /* open cells with at most one open neighbour; the head does not count as open */
    int head;
    uint64_t hash;          /* of the covered cells, in whatever order they were covered */
    uint64_t hash_mask;     /* the bits of it that are used; for tests */
    unsigned char *blocked; /* [size] wall or covered */
    unsigned char *ways;    /* [size] number of open neighbours */
    int *trail;             /* covered cells in order */
    int trail_size;
    struct wide_slide *slides; /* [0] is the start, [n] the n-th slide */
    int slide_count;
    struct islands islands;       /* of the blocked cells; kept up to date while the open cells are connected */
    int cut_off;                  /* the first slide that left them disconnected, or WIDE_NEVER */
    struct wide_scratch *scratch; /* for the test for blocks */
    void *memory;                 /* all arrays above and below, but for the log of changes; owned */
};

/* Makes a board.  `open` has columns * rows bytes, row by row, 1 for an open cell.  The head starts on one of the
 * open cells and covers it.  Returns false if memory runs out. */
bool wide_make(struct wide_board *board, int columns, int rows, const unsigned char *open, int head);
void wide_free(struct wide_board *board);

/* Makes a copy of `like` as it is now, including the slides to undo.  Returns false if memory runs out. */
bool wide_copy(struct wide_board *board, const struct wide_board *like);

/* Sets up another board of the same size; the arguments are those of wide_make. */
void wide_set(struct wide_board *board, const unsigned char *open, int head);

/* Slides the head.  Returns false and changes nothing if the slide is no move. */
bool wide_slide(struct wide_board *board, enum direction direction);

/* Undoes the last slide. */
void wide_undo(struct wide_board *board);

/* Returns whether all cells on the straight way between two cells are blocked, `to` included and `from` not. */
bool wide_covers(const struct wide_board *board, int from, int to);

/* Returns whether a pruning rule proves that the position cannot be won.  At least one cell must be open. */
bool wide_hopeless(struct wide_board *board, unsigned rules);

/* Returns whether the open cells have the colours that a path from the head needs. */
bool wide_colours_fit(const struct wide_board *board);

/* The test for blocks by a walk over all open cells: returns whether a path from the head through all of them may
 * exist.  Without LONGCAT_BLOCKS among the rules it tests only whether all cells are connected.  At least one cell
 * must be open.  If the blocks form a chain and `end` is not NULL, it writes where the chain ends. */
bool wide_allows_path(struct wide_board *board, unsigned rules, struct chain_end *end);

#endif
