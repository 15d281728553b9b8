/* A pen that draws with cairo.  The surface and the size of a cell are set in the context.
 *
 * Cairo's status does not report every failed allocation: cairo may read a copy of a string that it could not make,
 * or leave out a line.  Before each shape, line of text or page, the pen therefore checks that far more memory is
 * available than it needs.  Once that fails, cairo is not called again. */
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
    const struct text *bytes; /* the contents of the file */
    size_t shapes;            /* on this page; cairo renders them when the page ends */
    bool failed;              /* memory has run low */
};

/* Whether there is enough memory for the next step.  If not, sets `failed`, and cairo must not be called with this
 * context any more. */
bool pen_cairo_ready(struct cairo_pen *target);

struct pen pen_cairo(struct cairo_pen *target);

/* Sets the source of the context to a colour. */
void pen_cairo_set_colour(const struct cairo_pen *target, enum colour colour);

#endif
