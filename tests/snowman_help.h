/* What the tests of Snowman share. */
#ifndef ONLYWAY_TESTS_SNOWMAN_HELP_H
#define ONLYWAY_TESTS_SNOWMAN_HELP_H

#include "games/snowman/snowman.h"

enum { METRIC_PUSHES, METRIC_MOVES };

/* A grid of rows separated by newlines. */
struct grid snowman_grid(const char *rows);

/* A puzzle of rows separated by newlines; fails the test where they are none. */
struct puzzle *snowman_load(const char *rows, unsigned metric);

/* The drawing of a state as rows with newlines, as for snowman_grid.  Valid until the next call. */
const char *snowman_drawing(const struct puzzle *puzzle, const unsigned char *state);

/* Numbers for random tests: the same on every machine.  Start with any seed. */
uint32_t dice(uint64_t *seed, uint32_t sides);

/* What a random level is made of. */
struct snowman_kind {
    int columns, rows;
    uint32_t walls, snow; /* of 100 cells */
    unsigned balls, targets;
    unsigned twos; /* medium balls on large ones, besides; then all other balls are small */
};

/* A random level; its balls may be stacked. */
struct grid snowman_random(uint64_t *seed, const struct snowman_kind *kind);

#endif
