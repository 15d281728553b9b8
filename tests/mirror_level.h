/* Random levels most of whose boards are their own images under some symmetries, with a start that may be or not. */
#ifndef ONLYWAY_TESTS_MIRROR_LEVEL_H
#define ONLYWAY_TESTS_MIRROR_LEVEL_H

#include "games/game.h"

/* A level of Sokoban, Snowman or Snakebird, and its puzzle, to be freed by its game.  `even`: the start, too, is as
 * symmetric as could be made.  NULL: what was drawn is no level. */
struct puzzle *mirror_level(const struct game *game, uint64_t seed, bool even);

#endif
