/* From a garden's text to its board. */
#ifndef ONLYWAY_GAMES_SNOWMAN_LOAD_H
#define ONLYWAY_GAMES_SNOWMAN_LOAD_H

#include "games/snowman/board.h"

/* The board of a garden, but for its puzzle.  NULL with the reason. */
struct snowman *snowman_make(const struct grid *grid, struct complaint *complaint);

void snowman_free(struct puzzle *puzzle);

#endif
