/* Building blocks shared by the faces of several games: bodies, figures that stand in a cell, and ground seen from
 * above. */
#ifndef ONLYWAY_GAMES_DRAW_SHAPES_H
#define ONLYWAY_GAMES_DRAW_SHAPES_H

#include "games/draw/scene.h"

/* A brush for a point on a body at a distance `length` from its head.  It faces along the body towards the head. */
struct brush body_brush(const struct brush *brush, const struct point *points, size_t count, double length);
double body_length(const struct point *points, size_t count);

/* The direction that a body's head faces; `otherwise` for a body of one cell. */
int body_facing(const struct point *points, size_t count, int otherwise);

/* Outlines and fills a body; `width` includes the edge. */
void draw_tube(const struct brush *brush, const struct point *points, size_t count, double width,
               const struct colour *fill, const struct colour *edge);

/* A brush for a sprite, with (0, 0) at its centre and with its scale. */
struct brush sprite_brush(const struct brush *brush, const struct sprite *sprite);

/* The shadow below a figure's feet: an ellipse centred at height `y`. */
void draw_shadow(const struct brush *brush, double y, double rx, double ry);

/* A figure's eyes, which look in its direction. */
void draw_eyes(const struct brush *brush, double y, int facing);

/* --- ground seen from above: floor with walls around it --- */

/* The colours of a game's ground. */
struct floor_style {
    bool surrounded; /* the area around the text is wall */
    bool leaves;     /* walls are hedges */
    const struct colour *floor, *odd, *wall, *side, *joint;
    const struct colour *snow, *snow_edge; /* of snow that comes and goes; goals show through it.  NULL: none */
    const struct colour *goal;
    double goal_dot;                         /* radius of a goal's centre */
    const struct colour *cover, *cover_edge; /* of cells covered by a body whose path is unknown */
};

/* Draws walls, floor and goals, which do not change while a level is played.  Returns false if memory runs out. */
bool draw_floor_and_walls(const struct scene *scene, const struct brush *brush, const struct floor_style *style);

/* Draws what changes: snow, and cells covered by a body.  Returns false if memory runs out. */
bool draw_changes(const struct scene *scene, const struct brush *brush, const struct floor_style *style);

#endif
