/* Snowman: the fewest pushes of three balls that make a snowman alone; see threes.c. */
#ifndef ONLYWAY_GAMES_SNOWMAN_THREES_H
#define ONLYWAY_GAMES_SNOWMAN_THREES_H

#include "games/snowman/costs.h"

struct snowman_threes;

enum { NO_SNOWMAN = UINT8_MAX }; /* the cost of three balls that cannot make a snowman */

/* A ball that is not part of a complete snowman. */
struct three_ball {
    unsigned size, cell;
};

/* Returns a lower bound on the pushes that three balls need, or UNGROUPED if they cannot make a snowman.  At least one
 * is small and at most one is large. */
unsigned snowman_three_cost(const struct snowman_threes *threes, struct three_ball a, struct three_ball b,
                            struct three_ball c);

/* Returns the costs of two balls and a third one of that size, by its cell.  In the order of sizes, then of cells, `a`
 * comes before `b`, and `b` before the third; `a` is small, and `b` is not large. */
const unsigned char *snowman_costs_of_thirds(const struct snowman_threes *threes, struct three_ball a,
                                             struct three_ball b, unsigned size);

#endif
