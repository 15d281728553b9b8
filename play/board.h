/* What a level looks like in the terminal: two columns a cell, scrolled where it is too large. */
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
    unsigned char *links; /* [cells] which neighbours a body goes on to, a bit a direction */
    unsigned char chosen; /* the chosen piece's head, or 0 */
    int focus;            /* the cell to keep in sight, or -1 */
    int frame;            /* cells of wall around the game's drawing */
    bool water;           /* below the last row */
};

/* Takes the moment of a session.  False: out of memory, and there is nothing to free. */
bool board_make(struct board *board, const struct puzzle *puzzle, const struct session *session);

/* Takes a grid, which it owns then, with a body on it, from its first cell to the head.  False:
 * likewise; the grid is freed. */
bool board_take(struct board *board, const struct puzzle *puzzle, struct grid *grid, const int *body, size_t length);
void board_free(struct board *board);

/* Paints it in the middle of the rows from `top` to `bottom` - 1. */
void board_paint(const struct board *board, int top, int bottom);

/* Paints an image in the middle of rows, where the terminal has the colours: screen_has_points
 * (board.c). */
void board_paint_points(const struct point_image *image, int top, int bottom);

/* How a cell looks: two columns. */
struct cell_look {
    enum paint paint;
    char text[12]; /* UTF-8 or ASCII */
};

#endif
