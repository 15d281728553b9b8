/* A LongCat position for the search, which slides and undoes: one bit a cell where the board is
 * small, else the general board; for generators also the one between. */
#ifndef ONLYWAY_SOLVE_LONGCAT_POSITION_H
#define ONLYWAY_SOLVE_LONGCAT_POSITION_H

#include "games/longcat/longcat.h"
#include "solve/longcat/lanes.h"
#include "solve/longcat/wide_board.h"

enum position_kind { POSITION_BITS, POSITION_LANES, POSITION_WIDE };

struct position {
    enum position_kind kind;
    unsigned rules;
    unsigned words; /* of a key */
    int top, left;  /* of the smallest rectangle around the cells, in the text */
    int columns, rows;
    struct bit_geometry geometry;
    uint64_t open[66]; /* bits: the open cells after each slide, and the head */
    unsigned char head[66];
    struct lanes *lanes; /* lanes: the position after each slide */
    int slide_count;     /* bits and lanes */
    struct wide_board wide;
};

/* At the start of the level.  False: out of memory. */
bool position_make(struct position *position, const struct longcat *board, bool wide, unsigned rules);

/* Makes another, which is where that one is now, slides to undo included; not of lanes.  False: out of memory. */
bool position_copy(struct position *position, const struct position *like);
void position_free(struct position *position);

/* For boards of a size that change all the time: makes room for them, then sets one up: its open
 * cells (columns * rows bytes, row by row, not 0: open), the head's cell among them. */
bool position_make_sized(struct position *position, int columns, int rows, unsigned rules);
void position_set(struct position *position, const unsigned char *open, int head);

/* The same from one bit a cell, cell 0 lowest, the head's own cell left out; not of the general board. */
void position_set_bits(struct position *position, const uint64_t *open, int head);

/* Whether there is a slide; not of lanes. */
bool position_can_slide(const struct position *position, enum direction direction);

/* Slides; false: no move, nothing changes. */
bool position_slide(struct position *position, enum direction direction);
void position_undo(struct position *position);

bool position_solved(const struct position *position);

/* Whether pruning by these rules proves that an unsolved position cannot be won. */
bool position_hopeless(struct position *position, unsigned rules);

/* Whether the last slide has cut an open cell off from the head, where none was before; not of the general
 * board. */
bool position_cut_off(const struct position *position);

/* The head's cell in the rectangle, and how many cells are open. */
int position_head(const struct position *position);
unsigned position_open_count(const struct position *position);

/* Whether the colours of the open cells allow a path; enough to test once, at the start. */
bool position_colours_fit(const struct position *position);

/* Writes the key; not of lanes, which no search keeps. */
void position_key(const struct position *position, uint64_t *key);

/* What tells positions of one level apart, for tables; not of lanes.  One bit a cell, those with the same hash and the
 * same head are the same; on the general board mostly. */
uint64_t position_hash(const struct position *position);
uint32_t position_hash_head(const struct position *position);

/* Uses only these bits of hashes, so that they are often alike; for tests, at the start. */
void position_weaken_hash(struct position *position, uint64_t mask);

/* Whether all cells on a straight way from one head to another, and the latter, are covered; of the general board, and
 * heads as position_hash_head has them. */
bool position_covers(const struct position *position, uint32_t from, uint32_t to);

/* What the pruning rules have found on the way, which spares work after the next slides: of a position that was tested,
 * and taken over by one that was not as it is the same. */
struct chain_end position_chain_end(const struct position *position);
void position_know_chain(struct position *position, struct chain_end end);

#endif
