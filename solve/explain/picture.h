/* Positions drawn as text, side by side, with numbered rows and columns. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_PICTURE_H
#define ONLYWAY_SOLVE_EXPLAIN_PICTURE_H

#include "base/text.h"
#include "games/game.h"

struct drawn {
    const char *title;
    struct grid grid; /* owned by the caller */
};

/* Adds the pictures, all of the same size: side by side if they fit into a hundred columns, else one below the other.
 * In games with walls between cells, only the cells are numbered. */
void add_drawn(const struct game *game, const struct drawn *drawn, size_t count, struct text *text);

/* Draws the position after some moves from the start, with the player where it stands.  A trail shows its directions
 * (^ > v <).  `grid` is made here.  Returns false if memory runs out. */
bool draw_after(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid);

#endif
