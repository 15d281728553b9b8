/* Pictures: the ground, then the pieces, then what lies in front; see picture.h. */
#include "out/picture_shapes.h"

#include <math.h>
#include <string.h>

struct box picture_view(const struct scene *from, const struct scene *to)
{
    return box_union(from->view, to->view);
}

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
            return (struct point){a.x + (b.x - a.x) * length / step,
                                  a.y + (b.y - a.y) * length / step};
        length -= step;
    }
    return points[count - 1];
}

/* Bodies round their corners; the middle between a place before and one behind keeps to that. */
struct brush body_brush(const struct brush *brush, const struct point *points, size_t count,
                        double length)
{
    struct point before = body_at(points, count, fmax(0, length - 0.3));
    struct point behind = body_at(points, count, length + 0.3);
    if (length + 0.3 > body_length(points, count))
        behind = body_at(points, count, length);
    struct point place = body_at(points, count, length);
    double x = before.x - behind.x, y = before.y - behind.y;
    if (fabs(x) > 0.05 && fabs(y) > 0.05)
        place = (struct point){(place.x + before.x + behind.x) / 3,
                               (place.y + before.y + behind.y) / 3};
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
               enum colour fill, enum colour edge)
{
    bool closed = count > 3 && points[0].x == points[count - 1].x &&
                  points[0].y == points[count - 1].y;
    size_t corners = closed ? count - 1 : count;
    brush_way(brush, points, corners, 0.45, closed);
    brush_paint(brush, COLOUR_NONE, edge, width);
    brush_way(brush, points, corners, 0.45, closed);
    brush_paint(brush, COLOUR_NONE, fill, width - 0.1);
}

static void draw_sprite(const struct scene *scene, const struct sprite *sprite,
                        const struct brush *brush)
{
    static shape_drawer *const shapes[SPRITE_KINDS] = {
        [SPRITE_LETTER] = draw_letter, [SPRITE_FRUIT] = draw_fruit, [SPRITE_BLOCK] = draw_block,
        [SPRITE_BOX] = draw_crate,     [SPRITE_BALL] = draw_ball,   [SPRITE_PLAYER] = draw_keeper,
        [SPRITE_BIRD] = draw_bird,     [SPRITE_CAT] = draw_cat,     [SPRITE_SNAKE] = draw_snake};
    if (sprite->scale < 0.01)
        return;
    if (sprite->kind == SPRITE_PLAYER && strcmp(scene->game->name, "snowman") == 0)
        draw_child(scene, sprite, brush);
    else
        shapes[sprite->kind](scene, sprite, brush);
}

/* Draws the pieces whose feet are in a row (all of them, where nothing stands upright), so that
 * what stands in front covers what is behind. */
static void draw_sprites(const struct scene *scene, const struct brush *brush)
{
    bool upright = strcmp(scene->game->name, "snowman") == 0;
    for (int row = 0; row < (upright ? scene->rows : 1); row++) {
        for (size_t i = 0; i < scene->count; i++) {
            if (!upright || (int)scene->sprites[i].y == row)
                draw_sprite(scene, &scene->sprites[i], brush);
        }
    }
}

bool picture_draw_ground(const struct scene *scene, const struct pen *pen)
{
    struct brush brush = brush_of(pen);
    return strcmp(scene->game->name, "snakebird") == 0 ? draw_sky(scene, &brush)
                                                        : draw_ground(scene, &brush);
}

bool picture_draw_pieces(const struct scene *from, const struct scene *to, double t,
                         const struct pen *pen)
{
    struct brush brush = brush_of(pen);
    struct scene moment;
    if (!scene_between(&moment, from, to, t))
        return false;
    bool good = draw_changing_ground(&moment, &brush);
    draw_sprites(&moment, &brush);
    scene_free(&moment);
    return good;
}

bool picture_draw(const struct scene *from, const struct scene *to, double t,
                  const struct pen *pen)
{
    return picture_draw_ground(from, pen) && picture_draw_pieces(from, to, t, pen);
}
