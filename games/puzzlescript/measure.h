/* Measures for games with any rules, based on how far the win conditions are from being met. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MEASURE_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MEASURE_H

#include "games/puzzlescript/level.h"

/* The sum over all conditions. "all X on Y": the steps from each X to the nearest Y, ignoring obstacles. "no X on Y":
 * the number of cells with both. "some X on Y": the steps between the nearest X and Y. A won state has 0. */
unsigned ps_greed(const struct puzzle *puzzle, const unsigned char *state);

/* Whether this move and the one before it each change objects other than players, but in no common cell. */
bool ps_interplay(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

/* Whether ps_greed is no lower after the move. */
bool ps_detour(const struct puzzle *puzzle, const unsigned char *states, const game_move *moves, unsigned n);

#endif
