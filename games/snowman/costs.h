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

enum {
    MOST_BALLS = 12,     /* to be grouped */
    UNGROUPED = 1 << 12, /* three balls that cannot make a snowman */
};

typedef unsigned char cost_row[MOST_CELLS];

/* The balls that are not part of a complete snowman. */
struct parts {
    const struct snowman *board;
    unsigned row; /* entries of a row in use */
    unsigned count;
    unsigned char size[MOST_BALLS];
    cost_row cost[MOST_BALLS][SNOWMAN_SIZES]; /* by the part played; unset where it cannot be */
    uint16_t triple[MOST_BALLS][MOST_BALLS][MOST_BALLS]; /* [a][b][c], a < b < c */
};

/* Fewest pushes of a single ball from a cell to every other. */
static inline const unsigned char *snowman_distances(const struct snowman *board, unsigned cell)
{
    return board->distance + (size_t)cell * board->distance_row;
}

/* The cheapest way to group `count` balls, listed in ascending order; UNGROUPED or more where there
 * is none. */
unsigned snowman_group(const struct parts *parts, const unsigned char *balls, unsigned count);

/* Likewise for all balls of a position, with snowmen on as many dead ends as must have one; `best` if
 * none must. */
unsigned snowman_group_on_dead_ends(const struct parts *parts,
                                    const struct snowman_position *position, unsigned best);

#endif
