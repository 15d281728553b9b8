/* A pen that draws with cairo: what it is drawn on, and how large a cell is, the context knows. */
#ifndef ONLYWAY_OUT_PEN_CAIRO_H
#define ONLYWAY_OUT_PEN_CAIRO_H

#include <cairo.h>

#include "faces/draw/pen.h"

struct cairo_pen {
    cairo_t *context;
    enum theme theme;
};

struct pen pen_cairo(struct cairo_pen *target);

/* Sets the source of the context to a colour. */
void pen_cairo_set_colour(const struct cairo_pen *target, enum colour colour);

#endif
