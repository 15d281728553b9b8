/* What follows plainly about a tour of an arena, without trying anything out.
 *
 * A tour uses two of the four sides of each open cell.  Three rules, over and over, settle sides:
 *   - a cell with no more sides to offer than it still needs uses them all;
 *   - a cell that has its two sides uses no other;
 *   - a side that would close a stretch to a loop, with cells left out, is not used.
 * They say what anybody sees who draws the tour with some care; the order in which they are applied
 * makes no difference in the end. */
#ifndef ONLYWAY_GAMES_SNAKE_DEDUCE_H
#define ONLYWAY_GAMES_SNAKE_DEDUCE_H

#include "games/snake/snake.h"

enum side { SIDE_OPEN, SIDE_USED, SIDE_UNUSED };

struct deduction {
    const struct snake *arena;
    unsigned left;         /* sides that the tour still needs, as far as is known */
    unsigned *far;         /* [cells] the other end of the stretch that ends here; none: itself */
    unsigned char *side;   /* [cells * DIRECTIONS] */
    unsigned char *needed; /* [cells] sides that a cell still needs */
    unsigned char *open;   /* [cells] sides that are not settled */
    bool *queued;          /* [cells] */
    unsigned *queue;       /* [cells] cells to look at, as a stack */
    unsigned waiting;      /* how many these are */
    void *memory;          /* all of the above */
    size_t size;
};

/* False: out of memory. */
bool deduction_make(struct deduction *deduction, const struct snake *arena);
void deduction_free(struct deduction *deduction);

/* Makes `to` equal to `from`, of the same arena. */
void deduction_copy(struct deduction *to, const struct deduction *from);

/* Settles what follows from the walls and from the walk so far: a state of the puzzle, that of the
 * start included.  False: no tour goes on from there.  (After that the deduction is of no use until
 * it is begun anew or copied to; so it is with deduction_settle.) */
bool deduction_begin(struct deduction *deduction, const unsigned char *state);

/* Settles one side of a cell, and what follows.  False: no tour is left. */
bool deduction_settle(struct deduction *deduction, unsigned cell, enum direction direction, enum side side);

/* Whether the cells that the walk has not passed hang together by sides that may be used. */
bool deduction_connected(struct deduction *deduction);

#endif
