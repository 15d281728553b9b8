/* LongCat: the cat's head slides until it is blocked, and its body stays behind.  The goal is to fill the board.
 *
 * Besides the game, this header declares the board for the solver and the generator, which have their own, faster
 * versions of the rules. */
#ifndef ONLYWAY_GAMES_LONGCAT_LONGCAT_H
#define ONLYWAY_GAMES_LONGCAT_LONGCAT_H

#include "games/game.h"

extern const struct game game_longcat;
extern const struct face face_longcat;

/* Pruning rules, as flags.  None of them ever drops a solution; tests switch them off one by one. */
enum longcat_rule {
    LONGCAT_DEAD_ENDS = 1, /* at most one open cell may have fewer than two ways in */
    LONGCAT_COLOURS = 2,   /* steps alternate between the colours of a chessboard */
    LONGCAT_CONNECTED = 4, /* every open cell must be reachable */
    LONGCAT_BLOCKS = 8,    /* the blocks must form a chain that begins at the head (general board) */
    LONGCAT_NEARBY = 16,   /* the test for blocks skips its walk if the cells around new cut cells decide */
    LONGCAT_ALL_RULES = 31,
};

/* A LongCat puzzle.  Only the cells to be covered, including the cat's, have numbers: 0 to cells - 1, row by row. */
struct longcat {
    struct puzzle puzzle;
    struct grid grid; /* the text */
    unsigned cells;
    unsigned cat;     /* the cell where the head starts */
    unsigned longest; /* an upper bound on the length of a slide */
    int *place;       /* [cells] where a cell lies in the text */
    int *next;        /* [cells * DIRECTIONS] the next cell in that direction, or -1 */
};

/* Returns the pruning rules that the puzzle does not switch off (`spared`). */
static inline unsigned longcat_pruning(const struct puzzle *puzzle)
{
    return LONGCAT_ALL_RULES & ~puzzle->spared;
}

/* Returns the board of a puzzle of this game. */
const struct longcat *longcat_board(const struct puzzle *puzzle);

/* Returns a lower bound on the number of slides that cover `open` cells: none covers more than the longest. */
unsigned longcat_least_slides(const struct longcat *board, unsigned open);

#endif
