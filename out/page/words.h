/* A level in words, for players who hear the board instead of seeing it. */
#ifndef ONLYWAY_OUT_PAGE_WORDS_H
#define ONLYWAY_OUT_PAGE_WORDS_H

#include "base/text.h"
#include "games/game.h"

/* What a game calls its moves, in the plural: "pushes". */
const char *words_moves(const struct game *game, unsigned metric);

/* The board row by row: "Row 2: wall, player, 3 floor, box, wall." */
void words_board(const struct puzzle *puzzle, const struct grid *grid, struct text *text);

/* Describes what a direction or the action key did.  `symbol` is the character of the chosen piece, or 0.  `before`
 * and `after` are the drawings before and after it. */
void words_step(const struct puzzle *puzzle, const struct grid *before, const struct grid *after, unsigned key,
                unsigned char symbol, struct text *text);

/* Says that another piece was chosen. */
void words_chosen(const struct game *game, unsigned char symbol, struct text *text);

#endif
