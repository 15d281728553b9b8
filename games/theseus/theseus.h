/* Theseus and the Minotaur: leave the maze before the Minotaur, who makes two steps for each of yours, catches you. */
#ifndef ONLYWAY_GAMES_THESEUS_THESEUS_H
#define ONLYWAY_GAMES_THESEUS_THESEUS_H

#include "games/game.h"

extern const struct game game_theseus;
extern const struct face face_theseus;

#endif
