/* Snowman (A Good Snowman Is Hard To Build): push balls over snow, stack three into a snowman. */
#ifndef ONLYWAY_GAMES_SNOWMAN_SNOWMAN_H
#define ONLYWAY_GAMES_SNOWMAN_SNOWMAN_H

#include "games/game.h"

extern const struct game game_snowman;
extern const struct face face_snowman;

#endif
