/* Snowman (A Good Snowman Is Hard To Build): push balls over snow, stack three into a snowman. */
#ifndef ONLYWAY_GAMES_SNOWMAN_H
#define ONLYWAY_GAMES_SNOWMAN_H

#include "games/game.h"

extern const struct game game_snowman;

/* Why a puzzle of this game has no solution by its balls, snow and targets alone; NULL: there is no
 * such reason. */
const char *snowman_unsolvable(const struct puzzle *puzzle);

#endif
