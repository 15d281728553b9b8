/* LongCat: the cat's head slides until it is blocked, its body stays behind; fill the board.
 *
 * Besides the game itself this shows the board to the solver and to the generator, which have their
 * own, faster ways to play it. */
#ifndef ONLYWAY_GAMES_LONGCAT_LONGCAT_H
#define ONLYWAY_GAMES_LONGCAT_LONGCAT_H

#include "games/game.h"

extern const struct game game_longcat;
extern const struct face face_longcat;

/* Pruning rules, as flags.  None of them ever drops a solution; tests switch them off one by
 * one. */
enum longcat_rule {
    LONGCAT_DEAD_ENDS = 1, /* at most one open cell may have less than two ways in */
    LONGCAT_COLOURS = 2,   /* steps alternate between the colours of a chessboard */
    LONGCAT_CONNECTED = 4, /* every open cell can be reached */
    LONGCAT_BLOCKS = 8,    /* the blocks form a path that begins at the head (wide boards) */
    LONGCAT_ALL_RULES = 15,
};

/* A LongCat puzzle.  Only the cells to be covered, the cat's included, have numbers: 0 to cells -
 * 1, row by row. */
struct longcat {
    struct puzzle puzzle;
    struct grid grid; /* the text */
    unsigned cells;
    unsigned cat;     /* the cell where the head starts */
    unsigned longest; /* no slide is longer */
    int *place;       /* [cells] where a cell is in the text */
    int *next;        /* [cells * DIRECTIONS] the cell that way, or -1 */
};

/* The pruning rules that a puzzle does not spare. */
static inline unsigned longcat_pruning(const struct puzzle *puzzle)
{
    return LONGCAT_ALL_RULES & ~puzzle->spared;
}

/* The board of a puzzle of this game. */
const struct longcat *longcat_board(const struct puzzle *puzzle);

/* The slides that so many open cells take at least: none covers more than the longest can. */
unsigned longcat_least_slides(const struct longcat *board, unsigned open);

#endif
