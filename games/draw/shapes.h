/* What the shapes of several games are made of: bodies, and figures that stand in a cell. */
#ifndef ONLYWAY_GAMES_DRAW_SHAPES_H
#define ONLYWAY_GAMES_DRAW_SHAPES_H

#include "games/draw/scene.h"

/* A brush for the place along a body at a length from its head: it looks along the body to the
 * head. */
struct brush body_brush(const struct brush *brush, const struct point *points, size_t count, double length);
double body_length(const struct point *points, size_t count);

/* The direction in which a body's head looks; `otherwise` where it is but one cell long. */
int body_facing(const struct point *points, size_t count, int otherwise);

/* A body's outline and filling: `width` wide, the edge included. */
void draw_tube(const struct brush *brush, const struct point *points, size_t count, double width, enum colour fill,
               enum colour edge);

/* A brush for a sprite: (0, 0) its middle, of its scale. */
struct brush sprite_brush(const struct brush *brush, const struct sprite *sprite);

/* The shadow below a figure's feet: an ellipse at a height. */
void draw_shadow(const struct brush *brush, double y, double rx, double ry);

/* A figure's eyes, which look where it goes. */
void draw_eyes(const struct brush *brush, double y, int facing);

#endif
