/* Pieces of one cell, and blocks: crates, the keeper, balls of snow, the child, fruit. */
#include "out/picture_shapes.h"

#include <math.h>

void draw_letter(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush letter = sprite_brush(brush, sprite);
    const char text[] = {(char)sprite->variant, '\0'};
    brush_write(&letter, COLOUR_INK, 0, 0, 0.8, text);
}

static void draw_shadow(const struct brush *brush, double y, double rx, double ry)
{
    brush_ellipse(brush, 0, y, rx, ry);
    brush_paint(brush, COLOUR_SHADOW, COLOUR_NONE, 0);
}

/* --- Sokoban --- */

/* A crate: a frame with boards and a brace; one that has arrived is of another colour and bears
 * a tick. */
void draw_crate(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    bool stored = scene_ground(scene, (int)floor(sprite->y), (int)floor(sprite->x)) & GROUND_GOAL;
    enum colour body = stored ? COLOUR_STORED : COLOUR_CRATE;
    enum colour edge = stored ? COLOUR_STORED_EDGE : COLOUR_CRATE_EDGE;
    enum colour pale = stored ? COLOUR_STORED_PALE : COLOUR_CRATE_PALE;
    struct brush crate = sprite_brush(brush, sprite);
    brush_box(&crate, -0.4, -0.32, 0.84, 0.8, 0.08);
    brush_paint(&crate, COLOUR_SHADOW, COLOUR_NONE, 0);
    brush_box(&crate, -0.42, -0.44, 0.84, 0.84, 0.08);
    brush_paint(&crate, body, edge, 0.06);
    brush_box(&crate, -0.27, -0.29, 0.54, 0.54, 0.03);
    brush_paint(&crate, pale, edge, 0.04);
    if (stored) {
        brush_move(&crate, -0.16, -0.01);
        brush_line(&crate, -0.04, 0.12);
        brush_line(&crate, 0.18, -0.16);
        brush_paint(&crate, COLOUR_NONE, edge, 0.11);
        return;
    }
    brush_stroke(&crate, -0.22, 0.2, 0.22, -0.24, edge, 0.15);
    brush_stroke(&crate, -0.22, 0.2, 0.22, -0.24, body, 0.08);
}

/* Where a figure looks: eyes move that way. */
static struct point glance(int facing)
{
    return (struct point){facing == RIGHT ? 1 : facing == LEFT ? -1 : 0,
                          facing == DOWN ? 1 : facing == UP ? -1 : 0};
}

static void draw_eyes(const struct brush *brush, double y, int facing)
{
    struct point look = glance(facing);
    for (int side = -1; side <= 1; side += 2)
        brush_dot(brush, side * 0.08 + look.x * 0.05, y + look.y * 0.03, 0.035, COLOUR_PUPIL);
}

/* The keeper of the store: helmet and overall. */
void draw_keeper(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush keeper = sprite_brush(brush, sprite);
    draw_shadow(&keeper, 0.39, 0.27, 0.08);
    for (int side = -1; side <= 1; side += 2) {
        brush_box(&keeper, side * 0.11 - 0.09, 0.26, 0.18, 0.14, 0.05);
        brush_paint(&keeper, COLOUR_OVERALL_EDGE, COLOUR_NONE, 0);
        brush_circle(&keeper, side * 0.27, 0.16, 0.08);
        brush_paint(&keeper, COLOUR_SKIN, COLOUR_OVERALL_EDGE, 0.04);
    }
    brush_box(&keeper, -0.23, -0.02, 0.46, 0.36, 0.12);
    brush_paint(&keeper, COLOUR_OVERALL, COLOUR_OVERALL_EDGE, 0.05);
    brush_circle(&keeper, 0, -0.17, 0.21);
    brush_paint(&keeper, COLOUR_SKIN, COLOUR_OVERALL_EDGE, 0.05);
    draw_eyes(&keeper, -0.13, sprite->facing);
    brush_move(&keeper, -0.25, -0.2);
    brush_curve(&keeper, -0.25, -0.54, 0.25, -0.54, 0.25, -0.2);
    brush_close(&keeper);
    brush_paint(&keeper, COLOUR_HELMET, COLOUR_OVERALL_EDGE, 0.05);
    brush_stroke(&keeper, -0.29, -0.2, 0.29, -0.2, COLOUR_OVERALL_EDGE, 0.06);
}

/* --- Snowman --- */

static double ball_radius(double size)
{
    return 0.19 + 0.1 * size;
}

/* Eyes, a carrot, and a smile of coal, for a ball of this radius. */
static void draw_face(const struct brush *brush, double r)
{
    for (int side = -1; side <= 1; side += 2)
        brush_dot(brush, side * 0.38 * r, -0.25 * r, 0.13 * r, COLOUR_COAL);
    brush_move(brush, -0.1 * r, -0.02 * r);
    brush_line(brush, 0.75 * r, 0.18 * r);
    brush_line(brush, -0.06 * r, 0.24 * r);
    brush_close(brush);
    brush_paint(brush, COLOUR_CARROT, COLOUR_COAL, 0.02);
    brush_move(brush, -0.42 * r, 0.4 * r);
    brush_curve(brush, -0.2 * r, 0.66 * r, 0.2 * r, 0.66 * r, 0.42 * r, 0.4 * r);
    brush_paint(brush, COLOUR_NONE, COLOUR_COAL, 0.12 * r);
}

/* A ball lies on the ground, or on those below it: higher by most of what they measure.  In a
 * stack the largest that may be below are a large and a medium one. */
void draw_ball(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    double r = ball_radius(sprite->size);
    double below = sprite->lift > 1 ? 0.58 + 0.2 * (sprite->lift - 1) : 0;
    if (sprite->lift <= 1)
        below = sprite->lift * (sprite->size < 0.5 ? 0.4 : 0.36);
    struct brush ball = sprite_brush(brush, sprite);
    if (sprite->lift < 0.5)
        draw_shadow(&ball, 0.34, r * 1.05, 0.1);
    ball = brush_at(&ball, 0, 0.38 - r - below);
    brush_circle(&ball, 0, 0, r);
    brush_paint(&ball, COLOUR_BALL, COLOUR_BALL_EDGE, 0.045);
    brush_move(&ball, r * 0.8, 0.1 * r);
    brush_curve(&ball, r * 0.7, r * 0.65, r * 0.1, r * 0.9, -r * 0.4, r * 0.68);
    brush_curve(&ball, r * 0.2, r * 0.72, r * 0.62, r * 0.5, r * 0.8, 0.1 * r);
    brush_paint(&ball, COLOUR_BALL_SHADE, COLOUR_BALL_SHADE, 0.04);
    if (sprite->lift > 1.5)
        draw_face(&ball, r);
}

/* The child that builds them: a coat, a bobble hat and a scarf. */
void draw_child(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush child = sprite_brush(brush, sprite);
    draw_shadow(&child, 0.38, 0.27, 0.08);
    brush_move(&child, -0.13, 0.02);
    brush_curve(&child, -0.26, 0.14, -0.28, 0.3, -0.27, 0.38);
    brush_line(&child, 0.27, 0.38);
    brush_curve(&child, 0.28, 0.3, 0.26, 0.14, 0.13, 0.02);
    brush_close(&child);
    brush_paint(&child, COLOUR_COAT, COLOUR_COAT_EDGE, 0.05);
    brush_circle(&child, 0, -0.12, 0.22);
    brush_paint(&child, COLOUR_SKIN, COLOUR_COAT_EDGE, 0.05);
    draw_eyes(&child, -0.08, sprite->facing);
    brush_move(&child, -0.17, 0.08);
    brush_curve(&child, -0.08, 0.15, 0.08, 0.15, 0.17, 0.08);
    brush_line(&child, 0.2, 0.24);
    brush_paint(&child, COLOUR_NONE, COLOUR_SCARF, 0.1);
    brush_move(&child, -0.23, -0.17);
    brush_curve(&child, -0.24, -0.46, 0.24, -0.46, 0.23, -0.17);
    brush_close(&child);
    brush_paint(&child, COLOUR_SCARF, COLOUR_COAT_EDGE, 0.05);
    brush_stroke(&child, -0.2, -0.18, 0.2, -0.18, COLOUR_BALL, 0.09);
    brush_circle(&child, 0, -0.42, 0.07);
    brush_paint(&child, COLOUR_BALL, COLOUR_COAT_EDGE, 0.04);
}

/* --- Snakebird --- */

void draw_fruit(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    (void)scene;
    struct brush fruit = sprite_brush(brush, sprite);
    brush_move(&fruit, 0, -0.14);
    brush_curve(&fruit, 0.02, -0.26, 0.06, -0.34, 0.1, -0.4);
    brush_paint(&fruit, COLOUR_NONE, COLOUR_SOIL_EDGE, 0.06);
    brush_move(&fruit, 0.06, -0.28);
    brush_curve(&fruit, 0.14, -0.44, 0.28, -0.42, 0.34, -0.36);
    brush_curve(&fruit, 0.3, -0.24, 0.18, -0.22, 0.06, -0.28);
    brush_close(&fruit);
    brush_paint(&fruit, COLOUR_LEAF, COLOUR_TURF_EDGE, 0.03);
    brush_move(&fruit, 0, -0.15);
    brush_curve(&fruit, 0.2, -0.3, 0.37, -0.14, 0.34, 0.08);
    brush_curve(&fruit, 0.31, 0.3, 0.12, 0.42, 0, 0.35);
    brush_curve(&fruit, -0.12, 0.42, -0.31, 0.3, -0.34, 0.08);
    brush_curve(&fruit, -0.37, -0.14, -0.2, -0.3, 0, -0.15);
    brush_close(&fruit);
    brush_paint(&fruit, COLOUR_FRUIT, COLOUR_FRUIT_EDGE, 0.05);
    brush_ellipse(&fruit, -0.18, -0.02, 0.06, 0.1);
    brush_paint(&fruit, COLOUR_SHINE, COLOUR_NONE, 0);
}

/* The cells of a block, relative to its first one. */
struct block_cells {
    const struct point *points;
    size_t count;
    struct point first;
    int size; /* cells lie within this many rows and columns of the first */
};

static bool is_block(const void *context, int row, int column)
{
    const struct block_cells *cells = context;
    for (size_t i = 0; i < cells->count; i++) {
        if (fabs(cells->points[i].x - cells->first.x - (column - cells->size)) < 0.5 &&
            fabs(cells->points[i].y - cells->first.y - (row - cells->size)) < 0.5)
            return true;
    }
    return false;
}

/* A rigid block: one outline, bolts in its cells, as many as its number, and where its parts do not
 * touch, rods between them. */
void draw_block(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    struct block_cells cells = {points, sprite->count, {sprite->x, sprite->y}, 0};
    for (size_t i = 0; i < sprite->count; i++) {
        double far = fmax(fabs(points[i].x - sprite->x), fabs(points[i].y - sprite->y));
        cells.size = far > cells.size ? (int)(far + 0.5) : cells.size;
    }
    struct brush block = sprite_brush(brush, sprite);
    for (size_t i = 1; i < sprite->count; i++)
        brush_stroke(&block, points[i - 1].x - sprite->x, points[i - 1].y - sprite->y,
                     points[i].x - sprite->x, points[i].y - sprite->y, COLOUR_BLOCK_EDGE, 0.1);
    struct brush corner = brush_at(&block, -cells.size - 0.5, -cells.size - 0.5);
    int side = 2 * cells.size + 1;
    if (brush_cells(&corner, is_block, &cells, side, side, 0.05, 0.16))
        brush_paint(&corner, COLOUR_BLOCK, COLOUR_BLOCK_EDGE, 0.07);
    for (size_t i = 0; i < sprite->count; i++) {
        struct brush cell = brush_at(&block, points[i].x - sprite->x, points[i].y - sprite->y);
        for (unsigned bolt = 0; bolt <= sprite->variant; bolt++)
            brush_circle(&cell, 0.16 * (bolt - sprite->variant / 2.0), 0, 0.06);
    }
    brush_paint(&block, COLOUR_BLOCK_MARK, COLOUR_NONE, 0);
}
