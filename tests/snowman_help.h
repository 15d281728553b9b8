/* What the tests of Snowman share. */
#ifndef ONLYWAY_TESTS_SNOWMAN_HELP_H
#define ONLYWAY_TESTS_SNOWMAN_HELP_H

#include "games/snowman/snowman.h"

enum { METRIC_PUSHES, METRIC_MOVES };

/* A grid of rows separated by newlines. */
struct grid garden_of(const char *rows);

/* A puzzle of rows separated by newlines; fails the test where they are none. */
struct puzzle *garden_load(const char *rows, unsigned metric);

/* The drawing of a state as rows with newlines, as for garden_of.  Valid until the next call. */
const char *garden_draw(const struct puzzle *puzzle, const unsigned char *state);

/* Numbers for random tests: the same on every machine.  Start with any seed. */
uint32_t dice(uint64_t *seed, uint32_t sides);

/* What a random garden is made of. */
struct garden_kind {
    int columns, rows;
    uint32_t walls, snow; /* of 100 cells */
    unsigned balls, targets;
    unsigned twos; /* medium balls on large ones, besides; then all other balls are small */
};

/* A random garden; its balls may be stacked. */
struct grid garden_random(uint64_t *seed, const struct garden_kind *kind);

#endif
