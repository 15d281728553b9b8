/* Finds all tours of a Snake arena by brute force, for comparison. */
#ifndef ONLYWAY_TESTS_PLAIN_TOURS_H
#define ONLYWAY_TESTS_PLAIN_TOURS_H

#include "tests/arenas.h"

enum { PLAIN_CELLS = RANDOM_ARENA_CELLS, PLAIN_TOURS = 2000 };

struct plain_tours {
    const struct snake *arena;
    bool entered[PLAIN_CELLS];
    game_move moves[PLAIN_CELLS];
    game_move tours[PLAIN_TOURS][PLAIN_CELLS]; /* each tour in one direction only */
    size_t count;
};

/* Returns false if the arena has more than PLAIN_CELLS cells or PLAIN_TOURS tours. */
bool plain_tours_find(const struct snake *arena, struct plain_tours *plain);

/* Returns the number of tours up to the symmetries of the arena. */
size_t plain_tours_classes(const struct plain_tours *plain);

#endif
