/* Building blocks shared by the shapes of several games; see shapes.h. */
#include "games/draw/shapes.h"

#include <math.h>

struct brush sprite_brush(const struct brush *brush, const struct sprite *sprite)
{
    struct brush placed = brush_at(brush, sprite->x, sprite->y);
    return brush_scaled(&placed, sprite->scale);
}

double body_length(const struct point *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++)
        length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    return length;
}

static struct point body_at(const struct point *points, size_t count, double length)
{
    for (size_t i = 1; i < count; i++) {
        struct point a = points[i - 1], b = points[i];
        double step = hypot(b.x - a.x, b.y - a.y);
        if (step > 0 && length <= step)
            return (struct point){a.x + (b.x - a.x) * length / step, a.y + (b.y - a.y) * length / step};
        length -= step;
    }
    return points[count - 1];
}

/* Bodies cut their corners; averaging with points before and after follows that. */
struct brush body_brush(const struct brush *brush, const struct point *points, size_t count, double length)
{
    struct point before = body_at(points, count, fmax(0, length - 0.3));
    struct point behind = body_at(points, count, length + 0.3);
    if (length + 0.3 > body_length(points, count))
        behind = body_at(points, count, length);
    struct point place = body_at(points, count, length);
    double x = before.x - behind.x, y = before.y - behind.y;
    if (fabs(x) > 0.05 && fabs(y) > 0.05)
        place = (struct point){(place.x + before.x + behind.x) / 3, (place.y + before.y + behind.y) / 3};
    struct brush there = brush_at(brush, place.x, place.y);
    return brush_turned(&there, atan2(y, x));
}

int body_facing(const struct point *points, size_t count, int otherwise)
{
    for (size_t i = 1; i < count; i++) {
        double x = points[0].x - points[i].x, y = points[0].y - points[i].y;
        if (fabs(x) > 1e-6 || fabs(y) > 1e-6)
            return fabs(x) > fabs(y) ? (x > 0 ? RIGHT : LEFT) : (y > 0 ? DOWN : UP);
    }
    return otherwise;
}

void draw_tube(const struct brush *brush, const struct point *points, size_t count, double width, enum colour fill,
               enum colour edge)
{
    bool closed = count > 3 && points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    size_t corners = closed ? count - 1 : count;
    brush_way(brush, points, corners, 0.45, closed);
    brush_paint(brush, COLOUR_NONE, edge, width);
    brush_way(brush, points, corners, 0.45, closed);
    brush_paint(brush, COLOUR_NONE, fill, width - 0.1);
}

void draw_shadow(const struct brush *brush, double y, double rx, double ry)
{
    brush_ellipse(brush, 0, y, rx, ry);
    brush_paint(brush, COLOUR_SHADOW, COLOUR_NONE, 0);
}

/* The direction of a figure's gaze, which shifts its eyes. */
static struct point glance(int facing)
{
    return (struct point){facing == RIGHT ? 1 : facing == LEFT ? -1 : 0, facing == DOWN ? 1 : facing == UP ? -1 : 0};
}

void draw_eyes(const struct brush *brush, double y, int facing)
{
    struct point look = glance(facing);
    for (int side = -1; side <= 1; side += 2)
        brush_dot(brush, side * 0.08 + look.x * 0.05, y + look.y * 0.03, 0.035, COLOUR_PUPIL);
}
