/* How a game looks in a terminal: two columns of text a cell. */
#ifndef ONLYWAY_GAMES_DRAW_TERMINAL_H
#define ONLYWAY_GAMES_DRAW_TERMINAL_H

#include "games/game.h"

/* What is painted is; how that looks depends on the terminal's colours. */
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
    PAINT_BODY, /* of four pieces, one after the other */
    PAINT_BODY_2,
    PAINT_BODY_3,
    PAINT_BODY_4,
    PAINT_HEAD, /* likewise */
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

/* What a character of a drawing looks like. */
struct glyph {
    char character;
    enum paint paint;
    const char *text, *ascii; /* both of two columns */
};

/* What a level looks like in points of colour: `side` x `side` of them a cell. */
struct point_image {
    int columns, rows, side;                            /* cells, and points of each */
    uint32_t *points;                                   /* 0xRRGGBB, row by row; owned by who asked */
    int focus;                                          /* the cell of who moves, or -1 */
    int view_column, view_row, view_columns, view_rows; /* cells that are to be seen at once */
};

struct terminal_look {
    /* Fills in the image of a position, for terminals that can show it: NULL where there is no memory.  NULL for
     * games that are shown by glyphs. */
    bool (*points)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct point_image *image);

    const struct glyph *glyphs; /* of all characters but those of bodies; the last has no text */

    /* The characters of who moves, to be kept in sight; NULL: the chosen piece or a trail's
     * head. */
    const char *players;

    /* The two characters of a body that leaves a trail (see struct game), and of its head; or
     * NULL. */
    const char *trail;

    /* Whether there is water below the last row; NULL: never. */
    bool (*water)(const struct puzzle *puzzle);

    bool framed; /* the drawing is without the wall around it */
};

#endif
