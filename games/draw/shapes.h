/* Building blocks shared by the shapes of several games: bodies, and figures that stand in a cell. */
#ifndef ONLYWAY_GAMES_DRAW_SHAPES_H
#define ONLYWAY_GAMES_DRAW_SHAPES_H

#include "games/draw/scene.h"

/* A brush for a point on a body at a distance `length` from its head.  It faces along the body towards the head. */
struct brush body_brush(const struct brush *brush, const struct point *points, size_t count, double length);
double body_length(const struct point *points, size_t count);

/* The direction that a body's head faces; `otherwise` for a body of one cell. */
int body_facing(const struct point *points, size_t count, int otherwise);

/* Outlines and fills a body; `width` includes the edge. */
void draw_tube(const struct brush *brush, const struct point *points, size_t count, double width, enum colour fill,
               enum colour edge);

/* A brush for a sprite, with (0, 0) at its centre and with its scale. */
struct brush sprite_brush(const struct brush *brush, const struct sprite *sprite);

/* The shadow below a figure's feet: an ellipse centred at height `y`. */
void draw_shadow(const struct brush *brush, double y, double rx, double ry);

/* A figure's eyes, which look in its direction. */
void draw_eyes(const struct brush *brush, double y, int facing);

#endif
