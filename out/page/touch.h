/* What a tap on the board means: where to walk, and where to push what was taken before. */
#ifndef ONLYWAY_OUT_PAGE_TOUCH_H
#define ONLYWAY_OUT_PAGE_TOUCH_H

#include "base/text.h"
#include "games/game.h"

/* The cell of a drawing where who moves stands; -1: nowhere.  `symbol`: the character of the chosen piece, 0 where
 * none is. */
int touch_player(const struct puzzle *puzzle, const struct grid *drawn, unsigned char symbol);

/* Whether a cell of a drawing holds something that is pushed. */
bool touch_is_piece(const struct puzzle *puzzle, const struct grid *drawn, int cell);

/* Adds the fewest keys by which the player walks to a cell, changing nothing else.  False: there is no such walk,
 * or no memory. */
bool touch_walk(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int cell, struct text *keys);

/* Adds the keys that push the piece in one cell to another, by the fewest moves of that piece alone.  False: they
 * cannot be found, or there is no memory. */
bool touch_push(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int piece, int cell,
                struct text *keys);

#endif
