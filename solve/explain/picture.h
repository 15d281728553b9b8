/* Positions drawn as text beside each other, with their rows and columns numbered. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_PICTURE_H
#define ONLYWAY_SOLVE_EXPLAIN_PICTURE_H

#include "base/text.h"
#include "games/game.h"

struct drawn {
    const char *title;
    struct grid grid; /* owned by whoever made it */
};

/* Adds the pictures, all of one size, beside each other where they fit into a hundred columns, else below each
 * other.  In games whose walls lie between cells only the cells are numbered. */
void add_drawn(const struct game *game, const struct drawn *drawn, size_t count, struct text *text);

/* The position after some moves from the start, as a picture: the player where he stands, a trail with the way it
 * goes (^ > v <).  `grid` is made here.  False: out of memory. */
bool draw_after(const struct puzzle *puzzle, const game_move *moves, size_t count, struct grid *grid);

#endif
