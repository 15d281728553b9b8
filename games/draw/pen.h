/* A pen: what pictures are drawn with, whatever they are drawn on.
 *
 * A pen draws outlines of lines and curves and paints them; shapes know nothing else.  The same
 * shapes so come onto a page and into files.  The unit is one cell of a
 * level; y grows downwards. */
#ifndef ONLYWAY_GAMES_DRAW_PEN_H
#define ONLYWAY_GAMES_DRAW_PEN_H

#include "games/draw/colours.h"

struct pen {
    void *target; /* handed to every function */
    void (*move_to)(void *target, double x, double y);
    void (*line_to)(void *target, double x, double y);
    void (*curve_to)(void *target, double x1, double y1, double x2, double y2, double x, double y);
    void (*close)(void *target);

    /* Fills what was outlined since the last paint (winding rule: not zero), then draws a line of a
     * width along it, with round ends and joins; either colour may be COLOUR_NONE. */
    void (*paint)(void *target, enum colour fill, enum colour line, double width);

    /* Writes text with its middle at a place; `size` is that of the font. */
    void (*write)(void *target, enum colour colour, double x, double y, double size, const char *text);

    /* Draws in black on white: what is told apart by colours alone needs an outline. */
    bool plain;
};

#endif
