/* All tours of a Snake arena, found without any cleverness, to compare with. */
#ifndef ONLYWAY_TESTS_PLAIN_TOURS_H
#define ONLYWAY_TESTS_PLAIN_TOURS_H

#include "tests/arenas.h"

enum { PLAIN_CELLS = RANDOM_ARENA_CELLS, PLAIN_TOURS = 2000 };

struct plain_tours {
    const struct snake *arena;
    bool entered[PLAIN_CELLS];
    game_move moves[PLAIN_CELLS];
    game_move tours[PLAIN_TOURS][PLAIN_CELLS]; /* each one way round only */
    size_t count;
};

/* False: the arena has more than PLAIN_CELLS cells or PLAIN_TOURS tours. */
bool plain_tours_find(const struct snake *arena, struct plain_tours *plain);

/* How many there are that no symmetry of the arena maps onto each other. */
size_t plain_tours_classes(const struct plain_tours *plain);

#endif
