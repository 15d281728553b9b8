/* Plain deduction about a tour of an arena, without trial and error.
 *
 * A tour uses two of the four sides of each open cell.  A *stretch* is a path of cells joined by used sides.  Three
 * rules decide sides until nothing changes:
 * - a cell with no more open sides than it still needs uses them all;
 * - a cell that has its two sides uses no other;
 * - a side that would close a stretch to a loop is not used if the loop would leave out cells.
 * A careful player sees the same.  The order in which the rules are applied does not change the result. */
#ifndef ONLYWAY_GAMES_SNAKE_DEDUCE_H
#define ONLYWAY_GAMES_SNAKE_DEDUCE_H

#include "games/snake/snake.h"

enum side { SIDE_OPEN, SIDE_USED, SIDE_UNUSED };

struct deduction {
    const struct snake *arena;
    unsigned left;         /* sides that the tour still needs, as far as is known */
    unsigned *far;         /* [cells] the other end of the stretch that ends here; the cell itself if it is alone */
    unsigned char *side;   /* [cells * DIRECTIONS] */
    unsigned char *needed; /* [cells] sides that a cell still needs */
    unsigned char *open;   /* [cells] sides that are not decided */
    bool *queued;          /* [cells] */
    unsigned *queue;       /* [cells] cells to look at, as a stack */
    unsigned waiting;      /* cells in `queue` */
    void *memory;          /* all of the arrays above */
    size_t size;
};

/* Returns false if memory runs out. */
bool deduction_make(struct deduction *deduction, const struct snake *arena);
void deduction_free(struct deduction *deduction);

/* Copies a deduction to another one of the same arena. */
void deduction_copy(struct deduction *to, const struct deduction *from);

/* Settles what follows from the walls and the walk so far.  `state` is a state of the puzzle, possibly the start.
 * Returns false if no tour continues that walk.  The deduction is then invalid until the next deduction_begin, or until
 * deduction_copy overwrites it.  The same holds for deduction_set_side. */
bool deduction_begin(struct deduction *deduction, const unsigned char *state);

/* Settles one side of a cell, and what follows from it.  Returns false if no tour is left. */
bool deduction_set_side(struct deduction *deduction, unsigned cell, enum direction direction, enum side side);

/* Whether the cells that the walk has not passed are connected by sides that may be used. */
bool deduction_connected(struct deduction *deduction);

#endif
