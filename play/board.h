/* Levels in the terminal: two columns per cell, scrolled if the level is too large. */
#ifndef ONLYWAY_PLAY_BOARD_H
#define ONLYWAY_PLAY_BOARD_H

#include "games/draw/face.h"
#include "play/screen.h"
#include "play/session.h"

/* One moment of a level or of the arcade game. */
struct board {
    const struct face *face;
    const struct puzzle *puzzle;
    struct grid grid;     /* as the game draws it; '*' is food in the arcade game */
    unsigned char *links; /* [cells] the neighbours that a body continues to, one bit per direction */
    unsigned char chosen; /* the chosen piece's head, or 0 */
    int focus;            /* the cell to keep visible, or -1 */
    int frame;            /* width in cells of the wall around the game's drawing */
    bool water;           /* whether there is water below the last row */
};

/* Makes a board of the current state of a session.  Returns false if memory runs out; there is then nothing to free. */
bool board_make(struct board *board, const struct puzzle *puzzle, const struct session *session);

/* Makes a board of a grid, which it then owns, with a body on it, from its first cell to its head.  If memory runs
 * out, returns false and frees the grid. */
bool board_take(struct board *board, const struct puzzle *puzzle, struct grid *grid, const int *body, size_t length);
void board_free(struct board *board);

/* Paints the board in the middle of the rows from `top` to `bottom` - 1. */
void board_paint(const struct board *board, int top, int bottom);

/* Paints an image in the middle of these rows.  Only if screen_has_points(). */
void board_paint_points(const struct point_image *image, int top, int bottom);

/* The look of a cell: two columns. */
struct cell_look {
    enum paint paint;
    char text[12]; /* UTF-8 or ASCII */
};

#endif
