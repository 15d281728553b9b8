/* Helpers shared by the tests of Snowman. */
#ifndef ONLYWAY_TESTS_SNOWMAN_HELP_H
#define ONLYWAY_TESTS_SNOWMAN_HELP_H

#include "games/snowman/snowman.h"

enum { METRIC_PUSHES, METRIC_MOVES };

/* Returns a grid from rows separated by newlines. */
struct grid snowman_grid(const char *rows);

/* Returns a puzzle from rows separated by newlines.  Fails the test if they are not a valid level. */
struct puzzle *snowman_load(const char *rows, unsigned metric);

/* Returns the drawing of a state as rows with newlines, in the format of snowman_grid.  Valid until the next call. */
const char *snowman_drawing(const struct puzzle *puzzle, const unsigned char *state);

/* Returns a random number from 0 to sides - 1.  The sequence is the same on every machine.  Any initial seed will
 * do. */
uint32_t dice(uint64_t *seed, uint32_t sides);

/* The parameters of a random level. */
struct snowman_kind {
    int columns, rows;
    uint32_t walls, snow; /* per 100 cells */
    unsigned balls, targets;
    unsigned twos; /* additional medium balls on large ones; if there are any, all other balls are small */
};

/* Returns a random level.  Its balls may be stacked. */
struct grid snowman_random(uint64_t *seed, const struct snowman_kind *kind);

#endif
