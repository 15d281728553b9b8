/* Random levels, most of whose boards are symmetric; the start may or may not share the symmetry. */
#ifndef ONLYWAY_TESTS_MIRROR_LEVEL_H
#define ONLYWAY_TESTS_MIRROR_LEVEL_H

#include "games/game.h"

/* Returns the puzzle of a random level of Sokoban, Snowman or Snakebird, or NULL if the drawn board is not a valid
 * level.  `even`: the start, too, is as symmetric as possible.  The caller frees the puzzle with the `free` function
 * of its game. */
struct puzzle *mirror_level(const struct game *game, uint64_t seed, bool even);

#endif
