/* Snake: the arena of the arcade game, and its closed tours.
 *
 * As a puzzle, an arena asks for a Hamiltonian cycle: a walk from the first open cell, one step at a time, through
 * every open cell and back.  Solver, generator and autopilots use the arena through the structure below. */
#ifndef ONLYWAY_GAMES_SNAKE_SNAKE_H
#define ONLYWAY_GAMES_SNAKE_SNAKE_H

#include "games/game.h"

extern const struct game game_snake;
extern const struct face face_snake;

/* Pruning rules. */
enum {
    SNAKE_PLAIN_REASONS, /* no counting if a plain reason rules out all tours */
};

/* A Snake arena.  Only the open cells have numbers: 0 to cells - 1, row by row. */
struct snake {
    struct puzzle puzzle;
    struct grid grid; /* the text */
    unsigned cells;
    int *place;                    /* [cells] the position of a cell in the text */
    int *next;                     /* [cells * DIRECTIONS] the next cell in a direction, or -1 */
    struct snake_scratch *scratch; /* for deductions about one state at a time */
};

/* The arena of a puzzle of this game. */
const struct snake *snake_arena(const struct puzzle *puzzle);

/* The image of a cell under a symmetry of the arena. */
unsigned snake_image(const struct snake *arena, unsigned symmetry, unsigned cell);

/* Whether two cells are neighbours. */
bool snake_are_next(const struct snake *arena, unsigned a, unsigned b);

#endif
