/* Snake: the arena of the arcade game, and the closed tours of it.
 *
 * As a puzzle, an arena asks for a Hamiltonian cycle: a walk from the first open cell, one step at
 * a time, through every open cell and back.  The solver, the generator and the autopilots see the
 * arena through the structure below. */
#ifndef ONLYWAY_GAMES_SNAKE_SNAKE_H
#define ONLYWAY_GAMES_SNAKE_SNAKE_H

#include "games/game.h"

extern const struct game game_snake;
extern const struct face face_snake;

enum {                      /* pruning rules */
       SNAKE_PLAIN_REASONS, /* no count where the arena plainly has no tour */
};

/* A Snake arena.  Only the open cells have numbers: 0 to cells - 1, row by row. */
struct snake {
    struct puzzle puzzle;
    struct grid grid; /* the text */
    unsigned cells;
    int *place;                    /* [cells] where a cell is in the text */
    int *next;                     /* [cells * DIRECTIONS] the cell that way, or -1 */
    struct snake_scratch *scratch; /* what is deduced for one state at a time */
};

/* The arena of a puzzle of this game. */
const struct snake *snake_arena(const struct puzzle *puzzle);

/* Where the walk of a state is, and whether it has entered a cell (cell 0: has come back to it). */
unsigned snake_walk_head(const struct snake *arena, const unsigned char *state);
bool snake_walk_entered(const unsigned char *state, unsigned cell);

/* Where a cell goes under a symmetry of the arena. */
unsigned snake_image(const struct snake *arena, unsigned symmetry, unsigned cell);

#endif
