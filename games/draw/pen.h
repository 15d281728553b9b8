/* A pen: the interface that pictures are drawn with, independent of the output; and the colours it draws with.
 *
 * A pen draws outlines of lines and curves and paints them; shapes use nothing else.  The same shapes therefore go
 * onto a page and into files.  The unit is one cell of a level; y grows downwards.
 *
 * A colour is a role, such as "wall", with its values in light, in dark and in print, so that every picture comes in
 * all three.  Each game's face lists its own.  Things that a player has to tell apart differ in brightness or in a
 * mark, too, not in hue alone. */
#ifndef ONLYWAY_GAMES_DRAW_PEN_H
#define ONLYWAY_GAMES_DRAW_PEN_H

#include <stdbool.h>
#include <stdint.h>

enum theme {
    THEME_LIGHT,
    THEME_DARK,
    THEME_PRINT, /* black on white, without colours */
};

/* What a colour becomes in print.  The hatches are named by what they look like. */
enum ink {
    INK_WHITE,
    INK_BLACK,
    INK_EDGE,   /* black as a line, white as an area: a line around something, or a side that lies below */
    INK_NONE,   /* not drawn */
    INK_SPECKS, /* the lightest: every other cell of a floor */
    INK_DOTS,
    INK_RISING, /* lines from the left up to the right, and so on */
    INK_FALLING,
    INK_LEVEL,
    INK_UPRIGHT,
    INK_CROSSED,
};

struct colour {
    const char *name;     /* in style sheets, different from all others; NULL: a level's own colour */
    uint32_t rgb[2];      /* 0xRRGGBB, light and dark */
    enum ink ink;         /* unused without a name */
    unsigned transparent; /* in per cent */
};

/* Makes the table `colours` of a face, and the numbers of its rows, from a list whose rows are X(NUMBER, name, light,
 * dark, ink).  The last entry of the table has no name. */
#define COLOUR_TABLE(LIST)                    \
    enum { LIST(COLOUR_NUMBER) COLOURS_END }; \
    static const struct colour colours[] = {LIST(COLOUR_ROW){0}}
#define COLOUR_NUMBER(number, name, light, dark, ink) number,
#define COLOUR_ROW(number, name, light, dark, ink) {name, {light, dark}, INK_##ink, 0},

/* The colours shared by games, by their numbers; the last has no name. */
enum {
    COLOUR_PAPER,
    COLOUR_INK,
    COLOUR_FAINT,
    COLOUR_SHADOW,
    COLOUR_SHINE,
    COLOUR_EYE,
    COLOUR_PUPIL,
    COLOUR_MARK,
    COLOUR_MARK_EDGE,
    COLOUR_ROOM,
    COLOUR_ROOM_ODD,
    COLOUR_WALL,
    COLOUR_WALL_SIDE,
    COLOUR_WALL_JOINT,
    COLOUR_SKIN,
    COLOURS_SHARED
};

extern const struct colour colours_shared[];

/* A level's own colour, the same in light and dark; in print, the darker, the denser. */
static inline struct colour colour_of_rgb(uint32_t rgb)
{
    return (struct colour){.rgb = {rgb, rgb}};
}

struct pen {
    void *target; /* passed to every function */
    void (*move_to)(void *target, double x, double y);
    void (*line_to)(void *target, double x, double y);
    void (*curve_to)(void *target, double x1, double y1, double x2, double y2, double x, double y);
    void (*close)(void *target);

    /* Fills the outline drawn since the last paint (nonzero winding rule), then draws a line of the given width
     * along it, with round ends and joins.  Either colour may be NULL: none. */
    void (*paint)(void *target, const struct colour *fill, const struct colour *line, double width);

    /* Writes text centred at a position; `size` is the font size. */
    void (*write)(void *target, const struct colour *colour, double x, double y, double size, const char *text);

    /* Draws in black on white, so shapes that differ only in colour need an outline. */
    bool plain;
};

#endif
