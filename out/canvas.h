/* A cairo surface in memory: an SVG or PNG picture, or the pages of a PDF file.
 *
 * If memory runs low, nothing more is drawn and canvas_close reports it; see pen_cairo.h. */
#ifndef ONLYWAY_OUT_CANVAS_H
#define ONLYWAY_OUT_CANVAS_H

#include "base/text.h"
#include "games/draw/scene.h"
#include "out/pen_cairo.h"

enum canvas_kind { CANVAS_SVG, CANVAS_PNG, CANVAS_PDF };

struct canvas {
    enum canvas_kind kind;
    cairo_surface_t *surface;
    struct cairo_pen pen;
    struct text *bytes; /* the contents of the file */
};

/* Opens a canvas.  The unit is a pixel, or a point of 1/72 inch for PDF.  Returns false with the reason. */
bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height, enum theme theme,
                 struct text *bytes, struct text *error);

/* Completes the bytes of the file.  Returns false with the reason. */
bool canvas_close(struct canvas *canvas, struct text *error);

/* Moves the origin to (x, y) and scales the unit by `scale`, until canvas_restore. */
void canvas_place(struct canvas *canvas, double x, double y, double scale);
void canvas_restore(struct canvas *canvas);

/* Draws only inside a window, until the next canvas_restore. */
void canvas_clip(struct canvas *canvas, const struct box *window);

/* Fills the whole canvas. */
void canvas_fill(struct canvas *canvas, enum colour colour);

#endif
