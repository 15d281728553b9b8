/* Converts a solution as text into the keys that play it. */
#ifndef ONLYWAY_OUT_PAGE_ROUTE_H
#define ONLYWAY_OUT_PAGE_ROUTE_H

#include "base/text.h"
#include "games/game.h"

/* Reads the moves of a solution from the start.  `moves` must have room for as many moves as the text has
 * characters.  Returns false if the text cannot be read or memory runs out. */
bool route_moves(const struct puzzle *puzzle, const char *solution, game_move *moves, size_t *count);

/* Adds the keys, a byte each, for moves that solve the level.  Returns false if they do not solve it or memory runs
 * out. */
bool route_keys(const struct puzzle *puzzle, const game_move *moves, size_t count, struct text *keys);

#endif
