/* A cairo surface in memory (an SVG or PNG picture, or the pages of a PDF file) and the pen that draws on it.
 *
 * Cairo's status does not report every failed allocation: cairo may read the copy of a string that it failed to make,
 * or leave out a line.  Before each shape, line of text or page, the pen therefore checks that far more memory is
 * available than it needs.  Once this check fails, the pen draws nothing more and canvas_close reports the failure. */
#ifndef ONLYWAY_OUT_CANVAS_H
#define ONLYWAY_OUT_CANVAS_H

#include "base/text.h"
#include "games/draw/pen.h"
#include "games/draw/scene.h"

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

enum canvas_kind { CANVAS_SVG, CANVAS_PNG, CANVAS_PDF };

struct canvas {
    enum canvas_kind kind;
    enum theme theme;
    cairo_surface_t *surface;
    cairo_t *context;
    struct text *bytes; /* the contents of the file */
    size_t shapes;      /* number of shapes on this page; cairo renders them when the page ends */
    bool failed;        /* memory has run low */
};

/* Opens a canvas.  The unit is a pixel, or a point of 1/72 inch for PDF.  Returns false with the reason. */
bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height, enum theme theme,
                 struct text *bytes, struct text *error);

/* Whether enough memory is left for the next step.  If not, sets `failed`; do not call cairo with the context after
 * that. */
bool canvas_ready(struct canvas *canvas);

/* The pen that draws on a canvas. */
struct pen canvas_pen(struct canvas *canvas);

/* Sets the source of the context to a colour. */
void canvas_set_colour(const struct canvas *canvas, const struct colour *colour);

/* Completes the bytes of the file.  Returns false with the reason. */
bool canvas_close(struct canvas *canvas, struct text *error);

/* Moves the origin to (x, y) and scales the unit by `scale`, until canvas_restore. */
void canvas_place(struct canvas *canvas, double x, double y, double scale);
void canvas_restore(struct canvas *canvas);

/* Draws only inside a window, until the next canvas_restore. */
void canvas_clip(struct canvas *canvas, const struct box *window);

/* Fills the whole canvas. */
void canvas_fill(struct canvas *canvas, const struct colour *colour);

#endif
