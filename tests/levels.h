/* Random small LongCat levels for tests: scattered walls, levels made around a walk so that they
 * can be solved, and symmetric ones; drawn with or without walls around them. */
#ifndef ONLYWAY_TESTS_LEVELS_H
#define ONLYWAY_TESTS_LEVELS_H

#include "games/longcat/longcat.h"

/* SplitMix64: every seed is a good one. */
struct chance {
    uint64_t state;
};

uint64_t chance_next(struct chance *chance);

/* 0 to below - 1. */
int chance_below(struct chance *chance, int below);

/* The seed of this run: ONLYWAY_TEST_SEED from the environment, else 1. */
uint64_t chance_seed(void);

/* How many seeds a test is to try from there on: one where that is given, `times` as many as a `few` with
 * ONLYWAY_TEST_LONG. */
uint64_t chance_seeds(uint64_t few, uint64_t times);

/* A level of one to `side` rows and columns, or an oblong one of as many cells.  Aborts when memory
 * runs out. */
struct grid random_level(struct chance *chance, int side);

/* Loads a level that must be good. */
struct puzzle *load_level(const struct grid *grid);

/* A level from rows that end with '\n'. */
struct puzzle *load_text(const char *rows);

/* Prints a level and the seed that made it to standard error, for a failed test. */
void print_level(const struct grid *grid, uint64_t seed, const char *what);

#endif
