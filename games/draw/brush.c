/* Shapes; see brush.h. */
#include "games/draw/brush.h"

#include <math.h>
#include <stdlib.h>

/* Distance of a Bezier curve's control points from its ends for a quarter of a circle, relative to the radius. */
static const double quarter = 0.5522847498;

struct brush brush_of(const struct pen *pen)
{
    return (struct brush){.pen = pen, .a = 1, .d = 1, .scale = 1};
}

static struct point place(const struct brush *brush, double x, double y)
{
    return (struct point){brush->a * x + brush->c * y + brush->x, brush->b * x + brush->d * y + brush->y};
}

struct brush brush_at(const struct brush *brush, double x, double y)
{
    struct point origin = place(brush, x, y);
    struct brush moved = *brush;
    moved.x = origin.x;
    moved.y = origin.y;
    return moved;
}

/* A brush whose axes are combinations of the axes of `brush`. */
static struct brush combine(const struct brush *brush, double a, double b, double c, double d)
{
    struct brush changed = *brush;
    changed.a = brush->a * a + brush->c * b;
    changed.b = brush->b * a + brush->d * b;
    changed.c = brush->a * c + brush->c * d;
    changed.d = brush->b * c + brush->d * d;
    return changed;
}

struct brush brush_scaled(const struct brush *brush, double scale)
{
    struct brush scaled = combine(brush, scale, 0, 0, scale);
    scaled.scale *= scale;
    return scaled;
}

struct brush brush_facing(const struct brush *brush, enum direction direction)
{
    switch (direction) {
    case UP:
        return combine(brush, 0, -1, 1, 0);
    case DOWN:
        return combine(brush, 0, 1, -1, 0);
    case LEFT:
        return combine(brush, -1, 0, 0, 1);
    default:
        return *brush;
    }
}

struct brush brush_turned(const struct brush *brush, double radians)
{
    double cosine = cos(radians), sine = sin(radians);
    return combine(brush, cosine, sine, -sine, cosine);
}

void brush_move(const struct brush *brush, double x, double y)
{
    struct point point = place(brush, x, y);
    brush->pen->move_to(brush->pen->target, point.x, point.y);
}

void brush_line(const struct brush *brush, double x, double y)
{
    struct point point = place(brush, x, y);
    brush->pen->line_to(brush->pen->target, point.x, point.y);
}

void brush_curve(const struct brush *brush, double x1, double y1, double x2, double y2, double x, double y)
{
    struct point first = place(brush, x1, y1), second = place(brush, x2, y2);
    struct point end = place(brush, x, y);
    brush->pen->curve_to(brush->pen->target, first.x, first.y, second.x, second.y, end.x, end.y);
}

void brush_close(const struct brush *brush)
{
    brush->pen->close(brush->pen->target);
}

void brush_paint(const struct brush *brush, const struct colour *fill, const struct colour *line, double width)
{
    brush->pen->paint(brush->pen->target, fill, line, width * brush->scale);
}

void brush_write(const struct brush *brush, const struct colour *colour, double x, double y, double size,
                 const char *text)
{
    struct point point = place(brush, x, y);
    brush->pen->write(brush->pen->target, colour, point.x, point.y, size * brush->scale, text);
}

void brush_ellipse(const struct brush *brush, double x, double y, double rx, double ry)
{
    double qx = quarter * rx, qy = quarter * ry;
    brush_move(brush, x + rx, y);
    brush_curve(brush, x + rx, y + qy, x + qx, y + ry, x, y + ry);
    brush_curve(brush, x - qx, y + ry, x - rx, y + qy, x - rx, y);
    brush_curve(brush, x - rx, y - qy, x - qx, y - ry, x, y - ry);
    brush_curve(brush, x + qx, y - ry, x + rx, y - qy, x + rx, y);
    brush_close(brush);
}

void brush_circle(const struct brush *brush, double x, double y, double radius)
{
    brush_ellipse(brush, x, y, radius, radius);
}

/* Continues towards `corner` and around it towards `next`.  The radius is at most `radius`, and at most the
 * fractions `before` and `after` of the two sides. */
static void turn_corner(const struct brush *brush, struct point from, struct point corner, struct point next,
                        double before, double after, double radius)
{
    double length1 = hypot(corner.x - from.x, corner.y - from.y);
    double length2 = hypot(next.x - corner.x, next.y - corner.y);
    if (length1 == 0 || length2 == 0)
        return;
    double r = fmin(radius, fmin(length1 * before, length2 * after));
    double ux = (corner.x - from.x) / length1, uy = (corner.y - from.y) / length1;
    double vx = (next.x - corner.x) / length2, vy = (next.y - corner.y) / length2;
    if (ux == vx && uy == vy)
        return;
    double k = r * (1 - quarter);
    brush_line(brush, corner.x - ux * r, corner.y - uy * r);
    brush_curve(brush, corner.x - ux * k, corner.y - uy * k, corner.x + vx * k, corner.y + vy * k, corner.x + vx * r,
                corner.y + vy * r);
}

void brush_way(const struct brush *brush, const struct point *points, size_t count, double radius, bool closed)
{
    if (count == 0)
        return;
    if (!closed || count < 3) {
        brush_move(brush, points[0].x, points[0].y);
        for (size_t i = 1; i + 1 < count; i++)
            turn_corner(brush, points[i - 1], points[i], points[i + 1], i == 1 ? 1 : 0.5, i + 2 == count ? 1 : 0.5,
                        radius);
        brush_line(brush, points[count - 1].x, points[count - 1].y);
        return;
    }
    const struct point *last = &points[count - 1];
    brush_move(brush, (last->x + points[0].x) / 2, (last->y + points[0].y) / 2);
    for (size_t i = 0; i < count; i++)
        turn_corner(brush, points[(i + count - 1) % count], points[i], points[(i + 1) % count], 0.5, 0.5, radius);
    brush_close(brush);
}

void brush_box(const struct brush *brush, double x, double y, double width, double height, double radius)
{
    const struct point corners[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    if (radius > 0)
        brush_way(brush, corners, 4, radius, true);
    else
        brush_polygon(brush, corners, 4);
}

void brush_polygon(const struct brush *brush, const struct point *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            brush_move(brush, points[i].x, points[i].y);
        else
            brush_line(brush, points[i].x, points[i].y);
    }
    brush_close(brush);
}

void brush_dot(const struct brush *brush, double x, double y, double radius, const struct colour *fill)
{
    brush_circle(brush, x, y, radius);
    brush_paint(brush, fill, NULL, 0);
}

void brush_stroke(const struct brush *brush, double x1, double y1, double x2, double y2, const struct colour *line,
                  double width)
{
    brush_move(brush, x1, y1);
    brush_line(brush, x2, y2);
    brush_paint(brush, NULL, line, width);
}

/* --- patches of cells ---
 *
 * The outline is followed with the patch on the right.  Each loop contains the top edge of some cell, followed to
 * the right.  Loops are therefore found by looking for top edges that no loop has passed yet. */

struct outline {
    const struct brush *brush;
    brush_patch *patch;
    const void *context;
    int columns, rows;
    double inset, radius;
    bool *passed; /* [columns * rows] whether the cell's top edge was passed */
};

/* A position on the outline: the edge on the left of a cell, looking in `direction`. */
struct border {
    int row, column;
    enum direction direction;
};

static bool is_in(const struct outline *outline, int row, int column)
{
    return row >= 0 && column >= 0 && row < outline->rows && column < outline->columns &&
           outline->patch(outline->context, row, column);
}

static void draw_loop(const struct outline *outline, struct border start)
{
    struct border border = start;
    brush_move(outline->brush, start.column + 0.5, start.row + outline->inset);
    do {
        /* The next edge lies ahead, or there is a corner to the left or right. */
        enum direction ahead = border.direction, left = (ahead + 3) % DIRECTIONS, right = (ahead + 1) % DIRECTIONS;
        struct border next = {border.row + direction_down[ahead], border.column + direction_across[ahead], ahead};
        if (!is_in(outline, next.row, next.column))
            next = (struct border){border.row, border.column, right};
        else if (is_in(outline, next.row + direction_down[left], next.column + direction_across[left]))
            next = (struct border){next.row + direction_down[left], next.column + direction_across[left], left};
        if (next.direction != ahead) {
            /* The rounded corner between the edges. */
            enum direction inward_next = (next.direction + 1) % DIRECTIONS;
            double inset = outline->inset, r = outline->radius, k = r * 0.45;
            double x = border.column + 0.5 + 0.5 * (direction_across[ahead] + direction_across[left]) +
                       inset * (direction_across[right] + direction_across[inward_next]);
            double y = border.row + 0.5 + 0.5 * (direction_down[ahead] + direction_down[left]) +
                       inset * (direction_down[right] + direction_down[inward_next]);
            brush_line(outline->brush, x - r * direction_across[ahead], y - r * direction_down[ahead]);
            if (r > 0)
                brush_curve(outline->brush, x - k * direction_across[ahead], y - k * direction_down[ahead],
                            x + k * direction_across[next.direction], y + k * direction_down[next.direction],
                            x + r * direction_across[next.direction], y + r * direction_down[next.direction]);
        }
        if (next.direction == RIGHT)
            outline->passed[next.row * outline->columns + next.column] = true;
        border = next;
    } while (border.row != start.row || border.column != start.column || border.direction != start.direction);
    brush_close(outline->brush);
}

bool brush_cells(const struct brush *brush, brush_patch *patch, const void *context, int columns, int rows,
                 double inset, double radius)
{
    struct outline outline = {brush, patch, context, columns, rows, inset, radius, NULL};
    outline.passed = calloc((size_t)columns * (size_t)rows + 1, sizeof *outline.passed);
    if (outline.passed == NULL)
        return false;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (is_in(&outline, row, column) && !is_in(&outline, row - 1, column) &&
                !outline.passed[row * columns + column])
                draw_loop(&outline, (struct border){row, column, RIGHT});
        }
    }
    free(outline.passed);
    return true;
}
