/* Snowman: costs as the estimate counts them, single bytes. */
#ifndef ONLYWAY_GAMES_SNOWMAN_COSTS_H
#define ONLYWAY_GAMES_SNOWMAN_COSTS_H

#include "games/snowman/board.h"

#include <assert.h>

enum {
    BLOCK = 16,         /* costs worked on at once; rows are filled up to whole blocks */
    MOST_CELLS = 256,   /* of a garden with a table */
    FAR = 28,           /* costs beyond this are cut down to it ... */
    NEVER = 85,         /* ... so that a sum of three tells whether one of them is this */
};

static_assert(3 * FAR < NEVER && 3 * NEVER <= UINT8_MAX && FAR + NEVER <= UINT8_MAX,
              "sums of costs must fit");

/* Fewest pushes of a single ball from a cell to every other. */
static inline const unsigned char *snowman_distances(const struct snowman *board, unsigned cell)
{
    return board->distance + (size_t)cell * board->distance_row;
}

#endif
