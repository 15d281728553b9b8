/* Loads a level's text into a board. */
#ifndef ONLYWAY_GAMES_SNOWMAN_LOAD_H
#define ONLYWAY_GAMES_SNOWMAN_LOAD_H

#include "games/snowman/board.h"

/* Makes the board of a level, without its puzzle.  Returns NULL with a complaint. */
struct snowman *snowman_make(const struct grid *grid, struct complaint *complaint);

void snowman_free(struct puzzle *puzzle);

#endif
