/* A LongCat position for the search.  The search slides and undoes it in place.  A small board uses one bit per cell
 * (bit_board.h); any other uses the general board (wide_board.h).  Generators also have lanes (position.c), for boards
 * of medium size. */
#ifndef ONLYWAY_SOLVE_LONGCAT_POSITION_H
#define ONLYWAY_SOLVE_LONGCAT_POSITION_H

#include "games/longcat/longcat.h"
#include "solve/longcat/wide_board.h"

enum position_kind { POSITION_BITS, POSITION_LANES, POSITION_WIDE };

enum { LANES = 32 }; /* the most columns and rows of a board in lanes */

struct position {
    enum position_kind kind;
    unsigned rules;
    int top, left; /* of the smallest rectangle around the cells, in the text */
    int columns, rows;
    struct bit_geometry geometry;
    uint64_t open[66]; /* bits only: the open cells after each slide; `head` is the head's cell */
    unsigned char head[66];
    struct lanes *lanes; /* lanes only: the position after each slide */
    int slide_count;     /* bits and lanes */
    struct wide_board wide;
};

/* Makes a position at the start of the level.  `wide` forces the general board.  Returns false if memory runs out. */
bool position_make(struct position *position, const struct longcat *board, bool wide, unsigned rules);

/* Makes a copy of `like` as it is now, including the slides to undo.  Not for lanes.  Returns false if memory runs
 * out. */
bool position_copy(struct position *position, const struct position *like);
void position_free(struct position *position);

/* For callers whose board changes all the time.  position_make_sized reserves memory for boards of one size and returns
 * false if memory runs out.  position_set sets up one board: `open` has columns * rows bytes, row by row, nonzero for
 * an open cell.  The head's cell must be open. */
bool position_make_sized(struct position *position, int columns, int rows, unsigned rules);
void position_set(struct position *position, const unsigned char *open, int head);

/* Does the same from one bit per cell, cell 0 lowest, with the head's own cell clear.  Not for the general board. */
void position_set_bits(struct position *position, const uint64_t *open, int head);

/* Returns whether the slide is a move.  Not for lanes. */
bool position_can_slide(const struct position *position, enum direction direction);

/* Slides the head.  Returns false and changes nothing if the slide is no move. */
bool position_slide(struct position *position, enum direction direction);
void position_undo(struct position *position);

bool position_solved(const struct position *position);

/* Returns whether the given pruning rules prove that an unsolved position cannot be won. */
bool position_hopeless(struct position *position, unsigned rules);

/* Returns whether the last slide cut an open cell off from the head.  No cell may have been cut off before it.  Not
 * for the general board. */
bool position_cut_off(const struct position *position);

/* position_head returns the head's cell in the rectangle; position_open_count the number of open cells. */
int position_head(const struct position *position);
unsigned position_open_count(const struct position *position);

/* Returns whether the colours of the open cells allow a path.  One test at the start is enough. */
bool position_colours_fit(const struct position *position);

/* Return the hash and the head of a position, for tables of the positions of one level.  Not for lanes.  With one bit
 * per cell, positions with equal hash and head are equal.  On the general board, different positions may, rarely, have
 * the same hash and head. */
uint64_t position_hash(const struct position *position);
uint32_t position_hash_head(const struct position *position);

/* Restricts hashes to the bits of `mask`, so that collisions are frequent.  For tests; call it at the start. */
void position_weaken_hash(struct position *position, uint64_t mask);

/* The result of the pruning rules about the chain of blocks saves work after the next slides.  position_chain_end reads
 * it from a tested position; position_know_chain sets it for an equal position that was not tested. */
struct chain_end position_chain_end(const struct position *position);
void position_know_chain(struct position *position, struct chain_end end);

#endif
