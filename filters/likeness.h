/* How different two levels are.
 *
 * Two things are compared: the *interior* of a level and its reported solution.  The interior is the text without the
 * cells that the game puts around its levels and without an outermost ring of a single character.  An alignment rotates
 * or mirrors one of the levels by a symmetry that its rules respect.  If the interiors differ in size, it also moves
 * one about in the smallest rectangle that holds both.  An alignment has two shares:
 *
 * - the share of cells that differ; a cell in only one of the interiors differs;
 * - the share of moves that differ: the edit distance of the two sequences of labels divided by the length of the
 * longer one.  Labels rotate and move with the cells.
 *
 * The *distance* is the smallest of these shares over all alignments.  If a level has no solution, only the cells are
 * compared. */
#ifndef ONLYWAY_FILTERS_LIKENESS_H
#define ONLYWAY_FILTERS_LIKENESS_H

#include "games/game.h"

enum { LIKENESS_BAG_BITS = 4, LIKENESS_BAGS = 1 << LIKENESS_BAG_BITS };

/* The parts of a level that are compared. */
struct likeness {
    const struct game *game;
    unsigned images;              /* bit set of the symmetries that may map the level */
    int columns, rows;            /* of the interior */
    unsigned char *cells;         /* of the interior, padded with zeros to a multiple of eight; owned */
    uint32_t *moves;              /* labels, as numbers; equal labels have equal numbers; owned */
    size_t count;                 /* number of moves; 0: no solution to compare */
    bool placed;                  /* labels name cells */
    uint16_t bags[LIKENESS_BAGS]; /* hash counts of the labels */
};

/* Makes the likeness of a level and its solution; `moves` is NULL if there is none.  Returns false if memory runs out.
 */
bool likeness_make(struct likeness *likeness, const struct puzzle *puzzle, const game_move *moves, size_t count);
void likeness_free(struct likeness *likeness);

/* Makes the image under a symmetry of the game.  Returns false if memory runs out. */
bool likeness_turn(const struct likeness *likeness, unsigned symmetry, struct likeness *turned);

/* Likenesses to compare a level with, and scratch memory for that.  Start with all zero. */
struct likeness_list {
    struct likeness *items;
    size_t count, capacity;
    unsigned *row;
    size_t row_capacity;
};

void likeness_list_free(struct likeness_list *list);

/* Moves a likeness into the list and clears it.  Returns false if memory runs out. */
bool likeness_list_add(struct likeness_list *list, struct likeness *likeness);

/* Whether a level is nearer than `least`, from 0 to 1, to any likeness in the list.  Returns 1 for yes, 0 for no, -1 if
 * memory runs out. */
int likeness_list_has_near(struct likeness_list *list, const struct likeness *likeness, double least);

#endif
