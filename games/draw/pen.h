/* A pen: the interface that pictures are drawn with, independent of the output.
 *
 * A pen draws outlines of lines and curves and paints them; shapes use nothing else.  The same shapes therefore go
 * onto a page and into files.  The unit is one cell of a level; y grows downwards. */
#ifndef ONLYWAY_GAMES_DRAW_PEN_H
#define ONLYWAY_GAMES_DRAW_PEN_H

#include "games/draw/colours.h"

struct pen {
    void *target; /* passed to every function */
    void (*move_to)(void *target, double x, double y);
    void (*line_to)(void *target, double x, double y);
    void (*curve_to)(void *target, double x1, double y1, double x2, double y2, double x, double y);
    void (*close)(void *target);

    /* Fills the outline drawn since the last paint (nonzero winding rule), then draws a line of the given width
     * along it, with round ends and joins.  Either colour may be COLOUR_NONE. */
    void (*paint)(void *target, enum colour fill, enum colour line, double width);

    /* Writes text centred at a position; `size` is the font size. */
    void (*write)(void *target, enum colour colour, double x, double y, double size, const char *text);

    /* Draws in black on white, so shapes that differ only in colour need an outline. */
    bool plain;
};

#endif
