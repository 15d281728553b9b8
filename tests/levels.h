/* Random small LongCat levels for tests: levels with scattered walls, levels built around a walk so that they are
 * solvable, and symmetric levels.  Some have a border of walls, others have none. */
#ifndef ONLYWAY_TESTS_LEVELS_H
#define ONLYWAY_TESTS_LEVELS_H

#include "games/longcat/longcat.h"

/* A SplitMix64 generator; every seed is equally good. */
struct chance {
    uint64_t state;
};

uint64_t chance_next(struct chance *chance);

/* Returns a random number from 0 to below - 1. */
int chance_below(struct chance *chance, int below);

/* Returns the seed of this run: ONLYWAY_TEST_SEED from the environment, or 1. */
uint64_t chance_seed(void);

/* Returns the number of seeds that a test tries from there on: 1 if ONLYWAY_TEST_SEED is set, `times` * `few` with
 * ONLYWAY_TEST_LONG, and otherwise `few`. */
uint64_t chance_seeds(uint64_t few, uint64_t times);

/* Returns a random level of 1 to `side` rows and columns, or an oblong level with at most as many cells.  Aborts
 * when memory runs out. */
struct grid random_level(struct chance *chance, int side);

/* Loads a level, which must be valid. */
struct puzzle *load_level(const struct grid *grid);

/* Loads a level from rows that end with '\n'. */
struct puzzle *load_text(const char *rows);

/* Prints a level and the seed that made it to standard error, for a failed test. */
void print_level(const struct grid *grid, uint64_t seed, const char *what);

#endif
