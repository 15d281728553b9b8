/* Building blocks shared by the faces of several games; see shapes.h. */
#include "games/draw/shapes.h"

#include <math.h>

/* --- figures and bodies --- */

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

/* A body is drawn with rounded corners.  Averaging a point with those before and behind it keeps the brush on the body
 * there. */
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

void draw_tube(const struct brush *brush, const struct point *points, size_t count, double width,
               const struct colour *fill, const struct colour *edge)
{
    bool closed = count > 3 && points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    size_t corners = closed ? count - 1 : count;
    brush_way(brush, points, corners, 0.45, closed);
    brush_paint(brush, NULL, edge, width);
    brush_way(brush, points, corners, 0.45, closed);
    brush_paint(brush, NULL, fill, width - 0.1);
}

void draw_shadow(const struct brush *brush, double y, double rx, double ry)
{
    brush_ellipse(brush, 0, y, rx, ry);
    brush_paint(brush, &colours_shared[COLOUR_SHADOW], NULL, 0);
}

void draw_eyes(const struct brush *brush, double y, int facing)
{
    double across = facing == RIGHT ? 1 : facing == LEFT ? -1 : 0, down = facing == DOWN ? 1 : facing == UP ? -1 : 0;
    for (int side = -1; side <= 1; side += 2)
        brush_dot(brush, side * 0.08 + across * 0.05, y + down * 0.03, 0.035, &colours_shared[COLOUR_PUPIL]);
}

/* --- ground seen from above ---
 *
 * Walls are raised, and the floor is cut out of them.  Everything that is not outside is drawn as wall, with its
 * side visible below.  The floor is then drawn twice: a little higher in the colour of the wall sides that are
 * visible behind it, and in its own place.  Nothing that lies on the floor then touches a wall. */

/* The cells whose ground has `value` in the bits of `mask`; 0: any of these bits. */
struct patch {
    const struct scene *scene;
    unsigned mask, value;
};

static bool is_in(const void *context, int row, int column)
{
    const struct patch *patch = context;
    unsigned bits = patch->scene->ground[row * patch->scene->columns + column] & patch->mask;
    return patch->value == 0 ? bits != 0 : bits == patch->value;
}

static bool outline(const struct scene *scene, unsigned mask, unsigned value, const struct brush *brush, double inset,
                    double radius)
{
    struct patch patch = {scene, mask, value};
    return brush_cells(brush, is_in, &patch, scene->columns, scene->rows, inset, radius);
}

/* Outlines the walls and everything within them; the caller paints the outline. */
static bool outline_walls(const struct scene *scene, const struct brush *brush, const struct floor_style *style)
{
    if (!style->surrounded)
        return outline(scene, GROUND_KIND, 0, brush, 0, 0.16);
    const struct box *view = &scene->view;
    brush_box(brush, view->x, view->y + WALL_HEIGHT, view->width, view->height - WALL_HEIGHT, 0.3);
    return true;
}

/* Draws the goals: a dot in a ring that is wider than a piece standing on it. */
static void draw_goals(const struct scene *scene, const struct brush *brush, const struct floor_style *style)
{
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        if ((scene->ground[cell] & GROUND_GOAL) == 0)
            continue;
        struct point middle = scene_middle(scene, cell);
        struct brush goal = brush_at(brush, middle.x, middle.y);
        brush_circle(&goal, 0, 0, 0.36);
        brush_paint(&goal, NULL, style->goal, 0.08);
        brush_dot(&goal, 0, 0, style->goal_dot, style->goal);
    }
}

bool draw_floor_and_walls(const struct scene *scene, const struct brush *brush, const struct floor_style *style)
{
    struct brush top = brush_at(brush, 0, -WALL_HEIGHT);
    if (!outline_walls(scene, brush, style))
        return false;
    brush_paint(brush, style->side, style->side, 0.05);
    if (!outline_walls(scene, &top, style))
        return false;
    brush_paint(brush, style->wall, style->side, 0.05);
    struct brush middle = brush_at(brush, 0, -WALL_HEIGHT / 2);
    /* Brick joints or leaves: two short lines on every visible wall. */
    for (int row = -1; row <= scene->rows; row++) {
        for (int column = -1; column <= scene->columns; column++) {
            const struct box *view = &scene->view;
            bool visible = column > view->x - 0.3 && row > view->y - 0.3 && column + 0.7 < view->x + view->width &&
                           row + 0.7 < view->y + view->height;
            if (!visible || (scene_ground(scene, row, column) & GROUND_KIND) != GROUND_WALL)
                continue;
            double shift = (row * 7 + column * 3) % 2 == 0 ? 0 : 0.22;
            struct brush cell = brush_at(&middle, column, row);
            brush_move(&cell, 0.18 + shift, 0.3);
            if (style->leaves)
                brush_curve(&cell, 0.22 + shift, 0.18, 0.36 + shift, 0.18, 0.4 + shift, 0.3);
            else
                brush_line(&cell, 0.4 + shift, 0.3);
            brush_move(&cell, 0.5 - shift, 0.66);
            if (style->leaves)
                brush_curve(&cell, 0.54 - shift, 0.54, 0.68 - shift, 0.54, 0.72 - shift, 0.66);
            else
                brush_line(&cell, 0.72 - shift, 0.66);
        }
    }
    brush_paint(&middle, NULL, style->joint, 0.06);
    /* The floor, with every other cell in a second colour. */
    if (!outline(scene, GROUND_KIND, GROUND_FLOOR, &top, 0, 0.2))
        return false;
    brush_paint(&top, style->side, style->side, 0.05);
    if (!outline(scene, GROUND_KIND, GROUND_FLOOR, brush, 0, 0.2))
        return false;
    brush_paint(brush, style->floor, style->side, 0.05);
    for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
        int row = cell / scene->columns, column = cell % scene->columns;
        if ((scene->ground[cell] & GROUND_KIND) == GROUND_FLOOR && (row + column) % 2 == 1)
            brush_box(brush, column + 0.02, row + 0.02, 0.96, 0.96, 0.2);
    }
    brush_paint(brush, style->odd, NULL, 0);
    if (style->snow == NULL)
        draw_goals(scene, brush, style);
    return true;
}

bool draw_changes(const struct scene *scene, const struct brush *brush, const struct floor_style *style)
{
    bool good = true;
    if (style->snow != NULL) {
        struct brush below = brush_at(brush, 0, 0.04);
        good = outline(scene, GROUND_SNOW, 0, &below, 0.06, 0.3);
        brush_paint(&below, style->snow_edge, NULL, 0);
        good = good && outline(scene, GROUND_SNOW, 0, brush, 0.06, 0.3);
        brush_paint(brush, style->snow, NULL, 0);
        draw_goals(scene, brush, style);
    }
    good = good && outline(scene, GROUND_COVERED, 0, brush, 0.14, 0.3);
    brush_paint(brush, style->cover, style->cover_edge, 0.05);
    return good;
}
