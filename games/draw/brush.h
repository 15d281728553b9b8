/* Shapes drawn with a pen's lines and curves: translated, scaled and turned.
 *
 * A brush is a pen with its own coordinates.  For example, a bird's head is drawn once, facing right, and brushes
 * turn it.  Deriving a brush from another makes a copy, so nothing has to be undone. */
#ifndef ONLYWAY_GAMES_DRAW_BRUSH_H
#define ONLYWAY_GAMES_DRAW_BRUSH_H

#include "games/draw/pen.h"
#include "games/grid.h"

struct point {
    double x, y;
};

struct brush {
    const struct pen *pen;
    double a, b, c, d, x, y; /* maps (u, v) to (a u + c v + x, b u + d v + y) */
    double scale;            /* factor for line widths */
};

struct brush brush_of(const struct pen *pen);

/* Brushes derived from another.  brush_at moves (0, 0) to the old brush's (x, y).  brush_scaled draws larger.
 * brush_facing turns what faces right to face `direction`; LEFT mirrors, so that the top stays on top. */
struct brush brush_at(const struct brush *brush, double x, double y);
struct brush brush_scaled(const struct brush *brush, double scale);
struct brush brush_facing(const struct brush *brush, enum direction direction);
struct brush brush_turned(const struct brush *brush, double radians);

void brush_move(const struct brush *brush, double x, double y);
void brush_line(const struct brush *brush, double x, double y);
void brush_curve(const struct brush *brush, double x1, double y1, double x2, double y2, double x, double y);
void brush_close(const struct brush *brush);
void brush_paint(const struct brush *brush, const struct colour *fill, const struct colour *line, double width);
void brush_write(const struct brush *brush, const struct colour *colour, double x, double y, double size,
                 const char *text);

/* Add outlines without painting them. */
void brush_ellipse(const struct brush *brush, double x, double y, double rx, double ry);
void brush_circle(const struct brush *brush, double x, double y, double radius);
void brush_box(const struct brush *brush, double x, double y, double width, double height, double radius);
void brush_polygon(const struct brush *brush, const struct point *points, size_t count);

/* A line through points with rounded corners; `closed` joins its ends. */
void brush_way(const struct brush *brush, const struct point *points, size_t count, double radius, bool closed);

/* A painted disc and a painted line. */
void brush_dot(const struct brush *brush, double x, double y, double radius, const struct colour *fill);
void brush_stroke(const struct brush *brush, double x1, double y1, double x2, double y2, const struct colour *line,
                  double width);

/* Whether a cell belongs to a patch.  Also called for cells around the grid. */
typedef bool brush_patch(const void *context, int row, int column);

/* Outlines a patch of cells within columns x rows, clockwise, without the edges between its cells.  Corners are
 * rounded, and the outline shrinks by `inset`.  Cells that touch only at a corner stay separate.  Returns false if
 * memory runs out. */
bool brush_cells(const struct brush *brush, brush_patch *patch, const void *context, int columns, int rows,
                 double inset, double radius);

#endif
