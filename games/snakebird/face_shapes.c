/* Snakebird's pieces in pictures: birds, blocks and fruit. */
#include "games/draw/shapes.h"

#include "games/snakebird/face_parts.h"

#include <math.h>

/* --- birds --- */

static const struct {
    enum colour body, edge, pale;
} plumage[] = {
    {COLOUR_BIRD_1, COLOUR_BIRD_1_EDGE, COLOUR_BIRD_1_PALE},
    {COLOUR_BIRD_2, COLOUR_BIRD_2_EDGE, COLOUR_BIRD_2_PALE},
    {COLOUR_BIRD_3, COLOUR_BIRD_3_EDGE, COLOUR_BIRD_3_PALE},
    {COLOUR_BIRD_4, COLOUR_BIRD_4_EDGE, COLOUR_BIRD_4_PALE},
};

/* The mark on one segment, facing right: each bird has its own, in addition to its colours. */
static void draw_segment_mark(const struct brush *brush, unsigned bird)
{
    static const struct point diamond[] = {{-0.17, 0}, {0, -0.15}, {0.17, 0}, {0, 0.15}};
    switch (bird % 4) {
    case 0:
        brush_circle(brush, 0, 0, 0.13);
        break;
    case 1:
        brush_box(brush, -0.07, -0.24, 0.14, 0.48, 0.06);
        break;
    case 2:
        brush_polygon(brush, diamond, 4);
        break;
    default: /* an arrow pointing ahead */
        brush_move(brush, -0.16, -0.2);
        brush_line(brush, 0.12, 0);
        brush_line(brush, -0.16, 0.2);
        brush_line(brush, -0.04, 0);
        brush_close(brush);
    }
}

static void draw_plumage(const struct brush *brush, const struct point *points, size_t count, unsigned bird)
{
    double length = body_length(points, count);
    for (double at = 1; at < length + 0.3; at += 1) {
        struct brush mark = body_brush(brush, points, count, at);
        draw_segment_mark(&mark, bird);
    }
    brush_paint(brush, plumage[bird % 4].pale, COLOUR_NONE, 0);
}

/* Feathers on top of the head, one more for each bird. */
static void draw_crest(const struct brush *brush, unsigned bird)
{
    for (unsigned i = 0; i <= bird % 4; i++) {
        double angle = -1.35 - 0.42 * i; /* of the feather's root on the head */
        struct brush feather = brush_at(brush, 0.36 * cos(angle), 0.36 * sin(angle));
        feather = brush_turned(&feather, angle - 0.35);
        brush_move(&feather, -0.05, -0.07);
        brush_curve(&feather, 0.06, -0.12, 0.17, -0.1, 0.21, 0);
        brush_curve(&feather, 0.17, 0.08, 0.06, 0.1, -0.05, 0.07);
        brush_close(&feather);
        brush_paint(&feather, plumage[bird % 4].pale, plumage[bird % 4].edge, 0.045);
    }
}

static void draw_bird_head(const struct brush *brush, unsigned bird)
{
    draw_crest(brush, bird);
    brush_move(brush, 0.26, -0.16);
    brush_curve(brush, 0.42, -0.16, 0.54, -0.06, 0.58, 0.06);
    brush_curve(brush, 0.5, 0.12, 0.4, 0.2, 0.24, 0.2);
    brush_close(brush);
    brush_paint(brush, COLOUR_BEAK, COLOUR_BEAK_EDGE, 0.05);
    brush_circle(brush, 0, 0, 0.4);
    brush_paint(brush, plumage[bird % 4].body, plumage[bird % 4].edge, 0.06);
    brush_stroke(brush, 0.34, 0.07, 0.53, 0.07, COLOUR_BEAK_EDGE, 0.03);
    brush_circle(brush, 0.1, -0.1, 0.17);
    brush_paint(brush, COLOUR_EYE, plumage[bird % 4].edge, 0.04);
    brush_dot(brush, 0.16, -0.09, 0.08, COLOUR_PUPIL);
    brush_dot(brush, 0.18, -0.12, 0.03, COLOUR_EYE);
}

static void draw_bird(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    unsigned bird = sprite->variant % 4;
    struct brush head = sprite_brush(brush, sprite);
    int facing = body_facing(points, sprite->count, sprite->facing < 0 ? RIGHT : sprite->facing);
    head = brush_facing(&head, (enum direction)facing);
    if (sprite->count > 0 && body_length(points, sprite->count) > 0) {
        draw_tube(brush, points, sprite->count, 0.74, plumage[bird].body, plumage[bird].edge);
        draw_plumage(brush, points, sprite->count, bird);
    }
    draw_bird_head(&head, bird);
}

const struct shape snakebird_bird = {
    .name = "bird", .draw = draw_bird, .travel = TRAVEL_CRAWLS, .distinct = true, .followed = true};

/* --- fruit --- */

static void draw_fruit(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
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

const struct shape snakebird_fruit = {.name = "fruit", .draw = draw_fruit};

/* --- blocks --- */

/* The cells of a block, relative to its first cell. */
struct block_cells {
    const struct point *points;
    size_t count;
    struct point first;
    int size; /* cells are within this many rows and columns of the first */
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

/* Draws `count` bolts: up to four in one row, more in rows of three. */
static void draw_bolts(const struct brush *cell, unsigned count)
{
    unsigned row = count <= 4 ? count : 3, rows = (count + row - 1) / row;
    for (unsigned bolt = 0; bolt < count; bolt++) {
        unsigned along = bolt / row + 1 < rows ? row : count - row * (rows - 1);
        brush_circle(cell, 0.16 * (bolt % row - (along - 1) / 2.0), 0.16 * (bolt / row - (rows - 1) / 2.0), 0.06);
    }
}

/* A rigid block: one outline, with the block's number of bolts in each cell, and rods between parts that do not
 * touch. */
static void draw_block(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    struct block_cells cells = {points, sprite->count, {sprite->x, sprite->y}, 0};
    for (size_t i = 0; i < sprite->count; i++) {
        double far = fmax(fabs(points[i].x - sprite->x), fabs(points[i].y - sprite->y));
        cells.size = far > cells.size ? (int)(far + 0.5) : cells.size;
    }
    struct brush block = sprite_brush(brush, sprite);
    for (size_t i = 1; i < sprite->count; i++)
        brush_stroke(&block, points[i - 1].x - sprite->x, points[i - 1].y - sprite->y, points[i].x - sprite->x,
                     points[i].y - sprite->y, COLOUR_BLOCK_EDGE, 0.1);
    struct brush corner = brush_at(&block, -cells.size - 0.5, -cells.size - 0.5);
    int side = 2 * cells.size + 1;
    if (brush_cells(&corner, is_block, &cells, side, side, 0.05, 0.16))
        brush_paint(&corner, COLOUR_BLOCK, COLOUR_BLOCK_EDGE, 0.07);
    for (size_t i = 0; i < sprite->count; i++) {
        struct brush cell = brush_at(&block, points[i].x - sprite->x, points[i].y - sprite->y);
        draw_bolts(&cell, sprite->variant + 1);
    }
    brush_paint(&block, COLOUR_BLOCK_MARK, COLOUR_NONE, 0);
}

const struct shape snakebird_block = {.name = "block", .draw = draw_block, .travel = TRAVEL_RIGID};
