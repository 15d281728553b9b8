/* A pen: what pictures are drawn with, whatever they are drawn on.
 *
 * A pen draws outlines of lines and curves and paints them; shapes know nothing else.  The same
 * shapes so come onto a page (pen_svg) and into files (pen_cairo).  The unit is one cell of a
 * level; y grows downwards. */
#ifndef ONLYWAY_OUT_PEN_H
#define ONLYWAY_OUT_PEN_H

#include "base/text.h"
#include "out/colours.h"

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
    void (*write)(void *target, enum colour colour, double x, double y, double size,
                  const char *text);
};

/* A pen that adds SVG elements to a text.  Colours are classes: `f-NAME` fills, `s-NAME` draws
 * lines, so that a style sheet decides about them. */
struct pen pen_svg(struct text *svg);

/* Adds the style sheet's part for one theme, declarations such as `--wall:#7383a8;`, to be put
 * into a rule of its own; and, once, the rules that make classes of them. */
void pen_svg_colours(struct text *css, enum theme theme);
void pen_svg_classes(struct text *css);

#endif
