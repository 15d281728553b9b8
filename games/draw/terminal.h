/* How a game looks in a terminal.  A cell is two text columns wide. */
#ifndef ONLYWAY_GAMES_DRAW_TERMINAL_H
#define ONLYWAY_GAMES_DRAW_TERMINAL_H

#include "games/game.h"

/* The paint of an item; its colour depends on the terminal. */
enum paint {
    PAINT_PLAIN,
    PAINT_TITLE,
    PAINT_DIM,
    PAINT_GOOD,
    PAINT_BAD,
    PAINT_CHOSEN,
    PAINT_WALL,
    PAINT_FLOOR,
    PAINT_GOAL,
    PAINT_PLAYER,
    PAINT_BOX,
    PAINT_BOX_HOME,
    PAINT_SNOW,
    PAINT_BALL,
    PAINT_BALL_DONE,
    PAINT_BODY, /* of four pieces, in order */
    PAINT_BODY_2,
    PAINT_BODY_3,
    PAINT_BODY_4,
    PAINT_HEAD, /* of the heads of the same pieces */
    PAINT_HEAD_2,
    PAINT_HEAD_3,
    PAINT_HEAD_4,
    PAINT_FOOD,
    PAINT_EXIT,
    PAINT_SPIKE,
    PAINT_BLOCK,
    PAINT_PORTAL,
    PAINT_WATER,
    PAINTS
};

/* How a character of a drawing looks. */
struct glyph {
    char character;
    enum paint paint;
    const char *text, *ascii; /* both are two columns wide */
};

/* A level as an image of colour points: `side` x `side` points per cell. */
struct point_image {
    int columns, rows, side;                            /* cells, and points per side of a cell */
    uint32_t *points;                                   /* 0xRRGGBB, row by row; owned by the caller */
    int focus;                                          /* the player's cell, or -1 */
    int view_column, view_row, view_columns, view_rows; /* cells to be shown at once */
};

struct terminal_look {
    /* Fills in the image of a position, for terminals that can show it; `points` is NULL if memory runs out.  NULL
     * for games shown by glyphs. */
    bool (*points)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct point_image *image);

    const struct glyph *glyphs; /* of all characters except those of bodies; the last has no text */

    /* The player's characters, which stay in view; NULL: the selected piece or a trail's head. */
    const char *players;

    /* The characters of a trail's body and of its head (see struct game), or NULL. */
    const char *trail;

    /* Whether there is water below the last row; NULL: never. */
    bool (*water)(const struct puzzle *puzzle);

    bool framed; /* the drawing leaves out the wall around the level */
};

#endif
