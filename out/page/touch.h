/* The meaning of a tap on the board: walk to a cell, or push the piece that was tapped before. */
#ifndef ONLYWAY_OUT_PAGE_TOUCH_H
#define ONLYWAY_OUT_PAGE_TOUCH_H

#include "base/text.h"
#include "games/game.h"

/* The cell of a drawing where the player or the chosen piece stands; -1: nowhere.  `symbol` is the character of the
 * chosen piece, or 0. */
int touch_player(const struct puzzle *puzzle, const struct grid *drawn, unsigned char symbol);

/* Whether a cell of a drawing holds something that can be pushed. */
bool touch_is_piece(const struct puzzle *puzzle, const struct grid *drawn, int cell);

/* Adds the fewest keys by which the player walks to a cell without changing anything else.  Returns false if there
 * is no such walk or memory runs out. */
bool touch_walk(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int cell, struct text *keys);

/* Adds the keys that push the piece in one cell to another, by the fewest moves of that piece alone.  Returns false
 * if they cannot be found or memory runs out. */
bool touch_push(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int piece, int cell,
                struct text *keys);

#endif
