/* A pen that draws with cairo: what it is drawn on, and how large a cell is, the context knows.
 *
 * Cairo's status does not tell of all that it had no memory for: a copy of a string that it could not have is
 * read, a line is left out.  So before each shape, line of text or page it is asked whether there is far more
 * memory than that takes; once there is not, cairo is not called again. */
#ifndef ONLYWAY_OUT_PEN_CAIRO_H
#define ONLYWAY_OUT_PEN_CAIRO_H

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "games/draw/pen.h"

struct cairo_pen {
    cairo_t *context;
    enum theme theme;
    const struct text *bytes; /* what the file will hold */
    size_t shapes;            /* on this page, which are drawn in earnest when it ends */
    bool failed;              /* memory is short */
};

/* Whether there is memory for what comes next.  False: remembered in `failed`, and cairo must not be called
 * with this context. */
bool pen_cairo_ready(struct cairo_pen *target);

struct pen pen_cairo(struct cairo_pen *target);

/* Sets the source of the context to a colour. */
void pen_cairo_set_colour(const struct cairo_pen *target, enum colour colour);

#endif
