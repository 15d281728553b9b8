/* Finds LongCat's cut cells and keeps them up to date while the head slides.  A cut cell is an open cell without
 * which the others fall apart.
 *
 * The open cells, with the head, are a planar graph.  Its faces are the islands of walls and covered cells; cells
 * that touch, even at a corner, belong to one island.  A cell is a cut cell if some island touches it in two places,
 * with open cells between these places on both sides.  So no walk over the board is needed: covering a cell joins the
 * islands around it, and only cells on the shores of the joined islands can become cut cells.  The smaller island is
 * hung below the larger one, without path compression (Tarjan and van Leeuwen 1984), so undoing the last join takes
 * few steps.
 *
 * Cells are numbered as in the wide board.  Every cell that the board blocks is land, except the head's cell. */
#ifndef ONLYWAY_SOLVE_LONGCAT_ISLANDS_H
#define ONLYWAY_SOLVE_LONGCAT_ISLANDS_H

#include <stdbool.h>

struct wide_board;

/* The lengths of the undo logs. */
struct island_mark {
    int joins, changes;
};

struct islands {
    int *parent;           /* [size] the root of an island is its own parent */
    int *count;            /* [size] number of cells in a root's island */
    int *next;             /* [size] links an island's cells in a ring */
    unsigned char *splits; /* [size] number of parts, beyond one, that the rest falls into without this open cell */
    int *joins;            /* [size] roots that were hung below another, in order */
    int join_count;
    struct split_change *changes; /* log of previous values of `splits` */
    int change_count, change_capacity;
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

/* Returns false if memory runs out. */
bool islands_make(struct islands *islands, int size);
void islands_free(struct islands *islands);

/* Makes a copy of `like`, whose board has `size` cells.  The copy lacks `parting`.  Returns false if memory runs
 * out. */
bool islands_copy(struct islands *islands, const struct islands *like, int size);

/* Finds the islands of a board that was set up. */
void islands_set(struct islands *islands, const struct wide_board *board);

/* Returns the number of parts, beyond one, that the open cells and the head would fall into without this cell. */
unsigned islands_splits(const struct islands *islands, const struct wide_board *board, int cell);

/* Call it before a slide covers cells. */
struct island_mark islands_begin(struct islands *islands);

/* Records that the head leaves a cell, which becomes land. */
void islands_add(struct islands *islands, const struct wide_board *board, int cell);

/* Call it after the slide.  It finds the cells that now split the rest into more parts than before (`parting`). */
void islands_end(struct islands *islands, const struct wide_board *board);

/* Goes back to the state before the slide. */
void islands_undo(struct islands *islands, struct island_mark mark);

#endif
