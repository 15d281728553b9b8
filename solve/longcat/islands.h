/* Where LongCat's open cells hang together by one cell only, kept while the head slides.
 *
 * The open cells, with the head, are a planar graph; its faces are the islands of walls and covered cells (of
 * cells that touch, corners too).  A cell parts the rest if some island touches it in two places, with open
 * cells between these on both sides.  So no walk over the board is needed: to cover a cell joins the islands
 * around it, and only cells at the shores of what was joined can begin to part the rest.  The smaller island is
 * hung below the larger, without shortening of paths (Tarjan and van Leeuwen 1984), so that the last join is
 * undone in a few steps.
 *
 * The numbers are those of a wide board's cells.  What the board blocks is land, but for the head's cell. */
#ifndef ONLYWAY_SOLVE_LONGCAT_ISLANDS_H
#define ONLYWAY_SOLVE_LONGCAT_ISLANDS_H

#include <stdbool.h>

struct wide_board;

/* How much was noted for the way back. */
struct island_mark {
    int joins, changes;
};

struct islands {
    int *parent;           /* [size] the root of an island is its own */
    int *count;            /* [size] cells of a root's island */
    int *next;             /* [size] the island's cells, in a ring */
    unsigned char *splits; /* [size] parts that the rest falls into without an open cell, beyond one */
    int *joins;            /* [size] roots that were hung below another, in this order */
    int join_count;
    struct split_change *changes; /* what `splits` was */
    int change_count, change_capacity;
    int *parting; /* [size] open cells that came to part the rest with the last slide */
    int parting_count;
    bool parting_known; /* nothing was undone since */
    bool stale;         /* no memory was left to note a change: `splits` tells nothing any more */
    int *shore;         /* [size] land around which cells may have come to part the rest */
    int shore_count;
    int *stamps; /* [size] when a cell was last put on the shore, or looked at */
    int stamp;
};

/* False: out of memory. */
bool islands_make(struct islands *islands, int size);
void islands_free(struct islands *islands);

/* Makes others of a board of this size, which are what these are now but for the last slide's `parting`.  False: out of
 * memory. */
bool islands_copy(struct islands *islands, const struct islands *like, int size);

/* Finds the islands of a board that was set up. */
void islands_set(struct islands *islands, const struct wide_board *board);

/* The parts, beyond one, that the open cells and the head would fall into without one of them. */
unsigned islands_splits(const struct islands *islands, const struct wide_board *board, int cell);

/* Before some cells are covered in one slide. */
struct island_mark islands_begin(struct islands *islands);

/* The head leaves a cell, which becomes land. */
void islands_add(struct islands *islands, const struct wide_board *board, int cell);

/* After the slide: finds the cells that part the rest now into more parts than before (`parting`). */
void islands_end(struct islands *islands, const struct wide_board *board);

/* Goes back to before the slide. */
void islands_undo(struct islands *islands, struct island_mark mark);

#endif
