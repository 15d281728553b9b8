/* The looks of levels: prefers levels that look as if a person drew them.
 *
 * A drawing has features: the 3x3 cells around each cell, as walls and floor, and what is beside goals and boxes.  Each
 * feature has a weight.  The sum of a drawing's weights is the logarithm of how much more often people draw it than the
 * proposer does.  Of several drawings one is chosen, with chances that follow from these sums (importance resampling),
 * so that each feature occurs as often as in people's levels.  bench/fit_form.py fits the weights; they contain no
 * level. */
#ifndef ONLYWAY_GEN_SOKOBAN_LOOKS_H
#define ONLYWAY_GEN_SOKOBAN_LOOKS_H

#include "gen/sokoban/rooms.h"

/* The sum for the walls of a plan and its goals. */
int looks_of_plan(const struct room_plan *plan);

/* The sum for its goals only. */
int looks_of_goals(const struct room_plan *plan);

/* The sum for the boxes of a level. */
int looks_of_boxes(const struct room *room, const struct room_level *level);

/* Draws the index of one of `count` sums, at least 1, each with a chance in proportion to 2^(sum/32). */
unsigned looks_draw(const int *sums, unsigned count, struct rng *rng);

#endif
