/* Shapes made of a pen's lines and curves, moved, scaled and turned.
 *
 * A brush is a pen that holds its own coordinates: a bird's head is drawn once, looking to the
 * right, and brushes turn it.  Making a brush of another copies it; nothing needs to be undone. */
#ifndef ONLYWAY_GAMES_DRAW_BRUSH_H
#define ONLYWAY_GAMES_DRAW_BRUSH_H

#include "games/draw/pen.h"
#include "games/grid.h"

struct point {
    double x, y;
};

struct brush {
    const struct pen *pen;
    double a, b, c, d, x, y; /* (u, v) goes to (a u + c v + x, b u + d v + y) */
    double scale;            /* of line widths */
};

struct brush brush_of(const struct pen *pen);

/* Brushes whose (0, 0) is at a place of another's; that draw larger; that are turned, such that
 * what looked to the right looks in a direction (to the left: as in a mirror, so that it keeps
 * its top). */
struct brush brush_at(const struct brush *brush, double x, double y);
struct brush brush_scaled(const struct brush *brush, double scale);
struct brush brush_facing(const struct brush *brush, enum direction direction);
struct brush brush_turned(const struct brush *brush, double radians);

void brush_move(const struct brush *brush, double x, double y);
void brush_line(const struct brush *brush, double x, double y);
void brush_curve(const struct brush *brush, double x1, double y1, double x2, double y2, double x, double y);
void brush_close(const struct brush *brush);
void brush_paint(const struct brush *brush, enum colour fill, enum colour line, double width);
void brush_write(const struct brush *brush, enum colour colour, double x, double y, double size, const char *text);

/* Whole outlines, still to be painted. */
void brush_ellipse(const struct brush *brush, double x, double y, double rx, double ry);
void brush_circle(const struct brush *brush, double x, double y, double radius);
void brush_box(const struct brush *brush, double x, double y, double width, double height, double radius);
void brush_polygon(const struct brush *brush, const struct point *points, size_t count);

/* A line through points with rounded corners; `closed` joins its ends. */
void brush_way(const struct brush *brush, const struct point *points, size_t count, double radius, bool closed);

/* A disc and a line, painted. */
void brush_dot(const struct brush *brush, double x, double y, double radius, enum colour fill);
void brush_stroke(const struct brush *brush, double x1, double y1, double x2, double y2, enum colour line,
                  double width);

/* Which cells belong to a patch; asked for cells around the grid, too. */
typedef bool brush_patch(const void *context, int row, int column);

/* The outline of a patch of cells within columns x rows, clockwise, without the cells' common
 * edges: corners rounded, and everything drawn in by `inset`.  Cells that touch at a corner
 * only stay apart. False: out of memory. */
bool brush_cells(const struct brush *brush, brush_patch *patch, const void *context, int columns, int rows,
                 double inset, double radius);

#endif
