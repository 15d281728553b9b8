/* Those with a body that fills many cells: the cat, the birds, the snake. */
#include "out/picture_shapes.h"

#include <math.h>

/* --- the cat --- */

/* Short stripes across the back, counted from the tail, so that they stay where they are while
 * the cat grows. */
static void draw_stripes(const struct brush *brush, const struct point *points, size_t count)
{
    double length = body_length(points, count);
    for (double at = 0.5; at < length - 0.5; at += 0.5) {
        struct brush stripe = body_brush(brush, points, count, length - at);
        double half = fmod(at, 1) == 0 ? 0.17 : 0.1;
        brush_move(&stripe, 0, -half);
        brush_line(&stripe, 0, half);
    }
    brush_paint(brush, COLOUR_NONE, COLOUR_FUR_STRIPE, 0.08);
}

/* The tail curls away from the body's end; the hind paws stand beside it. */
static void draw_tail(const struct brush *brush, const struct point *points, size_t count)
{
    struct brush end = brush_at(brush, points[count - 1].x, points[count - 1].y);
    int facing = body_facing(points + (count > 1 ? count - 2 : 0), count > 1 ? 2 : 1, UP);
    end = brush_facing(&end, (enum direction)facing);
    for (int edge = 1; edge >= 0; edge--) {
        brush_move(&end, -0.2, 0.05);
        brush_curve(&end, -0.42, 0.1, -0.44, -0.12, -0.36, -0.3);
        brush_paint(&end, COLOUR_NONE, edge ? COLOUR_FUR_EDGE : COLOUR_FUR, edge ? 0.22 : 0.13);
    }
}

static void draw_paws(const struct brush *brush, const struct point *points, size_t count)
{
    struct brush end = brush_at(brush, points[count - 1].x, points[count - 1].y);
    int facing = body_facing(points + (count > 1 ? count - 2 : 0), count > 1 ? 2 : 1, UP);
    end = brush_facing(&end, (enum direction)facing);
    for (int side = -1; side <= 1; side += 2) {
        brush_ellipse(&end, -0.05, side * 0.33, 0.15, 0.1);
        brush_paint(&end, COLOUR_FUR_PALE, COLOUR_FUR_EDGE, 0.04);
    }
}

static void draw_ears(const struct brush *brush)
{
    for (int side = -1; side <= 1; side += 2) {
        brush_move(brush, side * 0.4, -0.02);
        brush_curve(brush, side * 0.46, -0.26, side * 0.44, -0.42, side * 0.38, -0.48);
        brush_curve(brush, side * 0.28, -0.46, side * 0.16, -0.36, side * 0.08, -0.26);
        brush_close(brush);
        brush_paint(brush, COLOUR_FUR, COLOUR_FUR_EDGE, 0.05);
        brush_move(brush, side * 0.35, -0.18);
        brush_line(brush, side * 0.36, -0.36);
        brush_line(brush, side * 0.2, -0.26);
        brush_close(brush);
        brush_paint(brush, COLOUR_EAR, COLOUR_NONE, 0);
    }
}

static void draw_cat_eyes(const struct brush *brush, double x, double y)
{
    for (int side = -1; side <= 1; side += 2) {
        brush_ellipse(brush, side * 0.17, -0.02, 0.105, 0.12);
        brush_paint(brush, COLOUR_EYE, COLOUR_FUR_EDGE, 0.03);
        brush_ellipse(brush, side * 0.17 + x * 0.04, -0.02 + y * 0.045, 0.052, 0.075);
        brush_paint(brush, COLOUR_PUPIL, COLOUR_NONE, 0);
        brush_dot(brush, side * 0.17 + x * 0.04 + 0.018, -0.05 + y * 0.045, 0.02, COLOUR_EYE);
    }
}

static void draw_muzzle(const struct brush *brush)
{
    brush_ellipse(brush, 0, 0.2, 0.17, 0.11);
    brush_paint(brush, COLOUR_FUR_PALE, COLOUR_NONE, 0);
    brush_move(brush, -0.045, 0.12);
    brush_line(brush, 0.045, 0.12);
    brush_line(brush, 0, 0.165);
    brush_close(brush);
    brush_paint(brush, COLOUR_NOSE, COLOUR_NOSE, 0.03);
    brush_move(brush, -0.09, 0.22);
    brush_curve(brush, -0.06, 0.27, -0.01, 0.26, 0, 0.18);
    brush_curve(brush, 0.01, 0.26, 0.06, 0.27, 0.09, 0.22);
    brush_paint(brush, COLOUR_NONE, COLOUR_FUR_EDGE, 0.03);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i < 2; i++) {
            brush_move(brush, side * 0.2, 0.17 + 0.05 * i);
            brush_line(brush, side * 0.44, 0.13 + 0.11 * i);
        }
    }
    brush_paint(brush, COLOUR_NONE, COLOUR_FUR_EDGE, 0.022);
}

/* The face looks at the player; ears up, and eyes and muzzle a little towards where it goes. */
static void draw_cat_head(const struct brush *brush, int facing)
{
    double x = facing == RIGHT ? 1 : facing == LEFT ? -1 : 0;
    double y = facing == DOWN ? 1 : facing == UP ? -1 : 0;
    draw_ears(brush);
    brush_move(brush, -0.43, 0.04);
    brush_curve(brush, -0.43, -0.22, -0.24, -0.34, 0, -0.34);
    brush_curve(brush, 0.24, -0.34, 0.43, -0.22, 0.43, 0.04);
    brush_curve(brush, 0.43, 0.28, 0.22, 0.38, 0, 0.38);
    brush_curve(brush, -0.22, 0.38, -0.43, 0.28, -0.43, 0.04);
    brush_close(brush);
    brush_paint(brush, COLOUR_FUR, COLOUR_FUR_EDGE, 0.05);
    for (int i = -1; i <= 1; i++)
        brush_stroke(brush, 0.09 * i, -0.29, 0.07 * i, i == 0 ? -0.17 : -0.21, COLOUR_FUR_STRIPE,
                     0.05);
    struct brush face = brush_at(brush, 0.05 * x, 0.04 * y);
    draw_cat_eyes(&face, x, y);
    draw_muzzle(&face);
}

void draw_cat(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    if (sprite->count > 0) {
        draw_tail(brush, points, sprite->count);
        if (body_length(points, sprite->count) > 0)
            draw_paws(brush, points, sprite->count);
        draw_tube(brush, points, sprite->count, 0.68, COLOUR_FUR, COLOUR_FUR_EDGE);
        draw_stripes(brush, points, sprite->count);
    }
    struct brush head = sprite_brush(brush, sprite);
    draw_cat_head(&head, body_facing(points, sprite->count, -1));
}

/* --- birds --- */

static const struct {
    enum colour body, edge, pale;
} plumage[] = {
    {COLOUR_BIRD_1, COLOUR_BIRD_1_EDGE, COLOUR_BIRD_1_PALE},
    {COLOUR_BIRD_2, COLOUR_BIRD_2_EDGE, COLOUR_BIRD_2_PALE},
    {COLOUR_BIRD_3, COLOUR_BIRD_3_EDGE, COLOUR_BIRD_3_PALE},
    {COLOUR_BIRD_4, COLOUR_BIRD_4_EDGE, COLOUR_BIRD_4_PALE},
};

/* The mark of one segment, looking to the right: each bird has its own, whatever the colours. */
static void draw_segment_mark(const struct brush *brush, unsigned bird)
{
    static const struct point diamond[] = {{-0.17, 0}, {0, -0.15}, {0.17, 0}, {0, 0.15}};
    switch (bird % 4) {
    case 0: brush_circle(brush, 0, 0, 0.13); break;
    case 1: brush_box(brush, -0.07, -0.24, 0.14, 0.48, 0.06); break;
    case 2: brush_polygon(brush, diamond, 4); break;
    default: /* an arrow ahead */
        brush_move(brush, -0.16, -0.2);
        brush_line(brush, 0.12, 0);
        brush_line(brush, -0.16, 0.2);
        brush_line(brush, -0.04, 0);
        brush_close(brush);
    }
}

static void draw_plumage(const struct brush *brush, const struct point *points, size_t count,
                         unsigned bird)
{
    double length = body_length(points, count);
    for (double at = 1; at < length + 0.3; at += 1) {
        struct brush mark = body_brush(brush, points, count, at);
        draw_segment_mark(&mark, bird);
    }
    brush_paint(brush, plumage[bird % 4].pale, COLOUR_NONE, 0);
}

/* Feathers on top of the head: as many as the bird's number. */
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

void draw_bird(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
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

/* --- the snake --- */

static void draw_snake_head(const struct brush *brush)
{
    brush_move(brush, 0.34, 0);
    brush_line(brush, 0.5, 0);
    brush_line(brush, 0.58, -0.06);
    brush_move(brush, 0.5, 0);
    brush_line(brush, 0.58, 0.06);
    brush_paint(brush, COLOUR_NONE, COLOUR_TONGUE, 0.045);
    brush_ellipse(brush, 0.04, 0, 0.36, 0.31);
    brush_paint(brush, COLOUR_SNAKE, COLOUR_SNAKE_EDGE, 0.05);
    for (int side = -1; side <= 1; side += 2) {
        brush_circle(brush, 0.12, side * 0.15, 0.1);
        brush_paint(brush, COLOUR_EYE, COLOUR_SNAKE_EDGE, 0.03);
        brush_dot(brush, 0.15, side * 0.15, 0.05, COLOUR_PUPIL);
    }
}

void draw_snake(const struct scene *scene, const struct sprite *sprite, const struct brush *brush)
{
    const struct point *points = scene->points + sprite->first;
    double length = body_length(points, sprite->count);
    if (length > 0) {
        draw_tube(brush, points, sprite->count, 0.56, COLOUR_SNAKE, COLOUR_SNAKE_EDGE);
        for (double at = 0.5; at < length; at += 1) {
            struct brush mark = body_brush(brush, points, sprite->count, length - at);
            brush_ellipse(&mark, 0, 0, 0.15, 0.08);
        }
        brush_paint(brush, COLOUR_SNAKE_PALE, COLOUR_NONE, 0);
    }
    struct brush head = sprite_brush(brush, sprite);
    int facing = body_facing(points, sprite->count, RIGHT);
    head = brush_facing(&head, (enum direction)facing);
    draw_snake_head(&head);
}
