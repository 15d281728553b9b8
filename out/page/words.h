/* A level in words, for players who hear the board instead of seeing it. */
#ifndef ONLYWAY_OUT_PAGE_WORDS_H
#define ONLYWAY_OUT_PAGE_WORDS_H

#include "base/text.h"
#include "games/game.h"

/* What a player must do, in a few sentences. */
const char *words_aim(const struct game *game);

/* What a move is to a player, in the plural: "pushes". */
const char *words_moves(const struct game *game, unsigned metric);

/* The board row by row: "Row 2: wall, player, 3 floor, box, wall." */
void words_board(const struct game *game, const struct grid *grid, struct text *text);

/* How far the goal is: "2 of 3 boxes on goals." */
void words_progress(const struct game *game, const struct grid *grid, struct text *text);

/* What a direction key did; `piece` is the one that it moved, from 0.  `before` and `after` are what
 * was drawn then. */
void words_step(const struct game *game, const struct grid *before, const struct grid *after,
                enum direction direction, unsigned piece, struct text *text);

/* That another piece was chosen. */
void words_chosen(unsigned piece, struct text *text);

#endif
