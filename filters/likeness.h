/* How different two levels are.
 *
 * Compared are the *field* (the text without the frame: what the game has around its levels, and an
 * outermost ring that consists of one character alone) and the reported solution.  For an alignment of
 * two levels - one of them turned by a symmetry that its rules respect, and, where their fields differ in size,
 * moved about within the smallest field that holds both - there is
 *
 * - the share of cells that differ; cells in one of the fields alone do;
 * - the share of moves that differ: the edit distance of the two sequences of labels over the length of
 *   the longer one.  Labels turn and move with the cells.
 *
 * The *distance* is the smallest of these shares over all alignments.  Where a level has no solution,
 * the cells alone are compared. */
#ifndef ONLYWAY_FILTERS_LIKENESS_H
#define ONLYWAY_FILTERS_LIKENESS_H

#include "games/game.h"

enum { LIKENESS_BAG_BITS = 4, LIKENESS_BAGS = 1 << LIKENESS_BAG_BITS };

/* What of a level is compared. */
struct likeness {
    const struct game *game;
    unsigned images;              /* the symmetries that turn it, as bits */
    int columns, rows;            /* of the field */
    unsigned char *cells;         /* of the field, with zeros up to a multiple of eight; owned */
    uint32_t *moves;              /* labels, as numbers that are equal where they are; owned */
    size_t count;                 /* of the moves; 0: there is no solution to be compared */
    bool placed;                  /* labels name cells */
    uint16_t bags[LIKENESS_BAGS]; /* how often labels of some kinds occur */
};

/* Makes it of a level and its solution; no moves where there is none.  False: out of memory. */
bool likeness_make(struct likeness *likeness, const struct puzzle *puzzle, const game_move *moves, size_t count);
void likeness_free(struct likeness *likeness);

/* The image under a symmetry of the game.  False: out of memory. */
bool likeness_turn(const struct likeness *likeness, unsigned symmetry, struct likeness *turned);

/* Likenesses to compare one level with, and memory to do it in; all zero to begin with. */
struct likeness_list {
    struct likeness *items;
    size_t count, capacity;
    unsigned *row;
    size_t row_capacity;
};

void likeness_list_free(struct likeness_list *list);

/* Adds a likeness, which becomes the list's and is zero afterwards.  False: out of memory. */
bool likeness_list_add(struct likeness_list *list, struct likeness *likeness);

/* Whether a level is nearer to one of the list's than `least`, which is from 0 to 1: 1 yes, 0 no, -1 out
 * of memory. */
int likeness_list_has_near(struct likeness_list *list, const struct likeness *likeness, double least);

#endif
