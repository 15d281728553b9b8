/* What cairo draws on, in memory: an SVG or PNG picture, the pages of a PDF file. */
#ifndef ONLYWAY_OUT_CANVAS_H
#define ONLYWAY_OUT_CANVAS_H

#include "base/text.h"
#include "faces/draw/scene.h"
#include "out/pen_cairo.h"

#include <signal.h>

enum canvas_kind { CANVAS_SVG, CANVAS_PNG, CANVAS_PDF };

enum { CANVAS_CRASHES = 2 }; /* signals that cairo may end by where memory is short */

struct canvas {
    enum canvas_kind kind;
    cairo_surface_t *surface;
    struct cairo_pen pen;
    struct sigaction before[CANVAS_CRASHES]; /* what they did */
    struct text *bytes; /* what the file will hold */
};

/* Opens a canvas: pixels, or points of 1/72 inch for PDF.  False with the reason. */
bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height,
                 enum theme theme, struct text *bytes, struct text *error);

/* Finishes the file's bytes.  False with the reason. */
bool canvas_close(struct canvas *canvas, struct text *error);

/* From now on the unit is `scale` times as large, and (0, 0) is at a place; until
 * canvas_restore. */
void canvas_place(struct canvas *canvas, double x, double y, double scale);
void canvas_restore(struct canvas *canvas);

/* Fills all of it. */
void canvas_fill(struct canvas *canvas, enum colour colour);

#endif
