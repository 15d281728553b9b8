/* Puzzles without a game: classics that show how little the search needs to know, and random puzzles for comparison
 * with a slower search. */
#ifndef ONLYWAY_TESTS_TOYS_H
#define ONLYWAY_TESTS_TOYS_H

#include "games/game.h"

/* A farmer takes a wolf, a goat and a cabbage across a river, at most one at a time. */
extern const struct puzzle river_crossing;

/* Two jugs hold 3 and 5 litres; measure 4 litres. */
extern const struct puzzle water_jugs;

enum { HANOI_DISCS = 6 };

/* Move the tower from the first peg to the last. */
extern const struct puzzle towers_of_hanoi;

/* Eight tiles slide in a square of nine cells.  The start is one of the two positions that need the most moves, 31. */
extern const struct puzzle eight_puzzle;

enum { TOY_TOKENS = 4, TOY_CELLS = 16 };

enum toy_estimate { TOY_NONE, TOY_MISPLACED, TOY_PATCHY };

/* Tokens step around a small grid until all are on targets ('.').  They block each other, and a token that steps
 * into a pit ('o') stays there.  Tokens are interchangeable, and a move label consists of cell and direction, as in
 * Sokoban. */
struct toy {
    struct puzzle puzzle;
    int columns, rows;
    char cells[TOY_CELLS + 1];
    unsigned tokens;
    unsigned char start[TOY_TOKENS];
    enum toy_estimate estimate;
    bool prunes; /* uses `dead` */
};

/* Rules of puzzles in which no state looks lost, and without an estimate. */
enum lost toy_never_lost(const struct puzzle *puzzle, const unsigned char *state);
unsigned toy_zero(const struct puzzle *puzzle, const unsigned char *state);

/* Makes a random toy.  The same seed gives the same toy. */
void toy_make(struct toy *toy, uint64_t seed);

/* Returns the same toy without pruning. */
struct toy toy_plain(const struct toy *toy);

/* Returns the next number of a small random generator for tests (xorshift64*). */
uint64_t toy_random(uint64_t *state);

#endif
