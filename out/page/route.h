/* From a solution as text to the keys that play it. */
#ifndef ONLYWAY_OUT_PAGE_ROUTE_H
#define ONLYWAY_OUT_PAGE_ROUTE_H

#include "base/text.h"
#include "games/game.h"

/* Reads the moves of a solution from the start.  `moves` has room for as many as the text has
 * characters.  False: it cannot be read, or memory is short. */
bool route_moves(const struct puzzle *puzzle, const char *solution, game_move *moves, size_t *count);

/* Adds the keys that make moves which solve the level, a byte each.  False: they do not, or memory
 * is short. */
bool route_keys(const struct puzzle *puzzle, const game_move *moves, size_t count, struct text *keys);

#endif
