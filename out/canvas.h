/* What cairo draws on, in memory: an SVG or PNG picture, the pages of a PDF file.
 *
 * Where memory is short, nothing more is drawn, and canvas_close says so; see pen_cairo.h. */
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
    struct text *bytes; /* what the file will hold */
};

/* Opens a canvas: pixels, or points of 1/72 inch for PDF.  False with the reason. */
bool canvas_open(struct canvas *canvas, enum canvas_kind kind, double width, double height, enum theme theme,
                 struct text *bytes, struct text *error);

/* Finishes the file's bytes.  False with the reason. */
bool canvas_close(struct canvas *canvas, struct text *error);

/* From now on the unit is `scale` times as large, and (0, 0) is at a place; until
 * canvas_restore. */
void canvas_place(struct canvas *canvas, double x, double y, double scale);
void canvas_restore(struct canvas *canvas);

/* From now on only what is in a window is drawn, until canvas_restore. */
void canvas_clip(struct canvas *canvas, const struct box *window);

/* Fills all of it. */
void canvas_fill(struct canvas *canvas, enum colour colour);

#endif
