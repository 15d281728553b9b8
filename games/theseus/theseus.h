/* Theseus and the Minotaur: get out of the maze before the one who makes two steps for each of yours. */
#ifndef ONLYWAY_GAMES_THESEUS_THESEUS_H
#define ONLYWAY_GAMES_THESEUS_THESEUS_H

#include "games/game.h"

extern const struct game game_theseus;
extern const struct face face_theseus;

#endif
