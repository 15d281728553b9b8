/* What measures make of a game of any rules: how far its conditions to win are from being met. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MEASURE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MEASURE_H

#include "games/puzzlescript/level.h"

/* For each condition: "all X on Y": steps from each X that is on no Y to the nearest Y, as if nothing were in
 * between; "no X on Y": cells that have both; "some X on Y": steps between the nearest two. */
unsigned ps_greed(const struct puzzle *puzzle, const unsigned char *state);

/* The move changes none of the cells that the one before it changed, players aside. */
bool ps_interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

/* The figure of ps_greed is no lower after the move. */
bool ps_detour(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

#endif
