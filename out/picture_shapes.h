/* The shapes of all games; inner header of picture.h. */
#ifndef ONLYWAY_OUT_PICTURE_SHAPES_H
#define ONLYWAY_OUT_PICTURE_SHAPES_H

#include "out/picture.h"

/* A level's ground (picture_ground.c, picture_sky.c).  False: out of memory. */
bool draw_ground(const struct scene *scene, const struct brush *brush);
bool draw_sky(const struct scene *scene, const struct brush *brush);

/* What of the ground changes while a level is played: snow, cells covered by a body. */
bool draw_changing_ground(const struct scene *scene, const struct brush *brush);

/* Pieces; the brush's (0, 0) is that of the level. */
typedef void shape_drawer(const struct scene *scene, const struct sprite *sprite,
                          const struct brush *brush);
shape_drawer draw_letter, draw_fruit, draw_block, draw_crate, draw_ball, draw_bird, draw_cat,
    draw_snake, draw_keeper, draw_child;

/* A brush for the place along a body at a length from its head: it looks along the body to the
 * head. */
struct brush body_brush(const struct brush *brush, const struct point *points, size_t count,
                        double length);
double body_length(const struct point *points, size_t count);

/* The direction in which a body's head looks; `otherwise` where it is but one cell long. */
int body_facing(const struct point *points, size_t count, int otherwise);

/* A body's outline and filling: `width` wide, the edge included. */
void draw_tube(const struct brush *brush, const struct point *points, size_t count, double width,
               enum colour fill, enum colour edge);

/* A brush for a sprite: (0, 0) its middle, of its scale. */
struct brush sprite_brush(const struct brush *brush, const struct sprite *sprite);

#endif
