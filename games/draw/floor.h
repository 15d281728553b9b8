/* Ground seen from above: floor, and walls around it. */
#ifndef ONLYWAY_GAMES_DRAW_FLOOR_H
#define ONLYWAY_GAMES_DRAW_FLOOR_H

#include "games/draw/scene.h"

/* How a game's ground is coloured. */
struct floor_style {
    bool surrounded; /* what is around the text is wall */
    bool leaves;     /* walls are hedges */
    bool snow;       /* lies on the floor and comes and goes; goals are seen through it */
    enum colour floor, odd, wall, side, joint;
    enum colour goal;
    double goal_dot;               /* radius of its middle */
    enum colour cover, cover_edge; /* of cells that a body covers whose way is not known */
};

/* Draws walls, floor and goals: what is never covered anew while a level is played.  False: out of
 * memory. */
bool draw_floor_and_walls(const struct scene *scene, const struct brush *brush, const struct floor_style *style);

/* Draws what changes: snow, cells covered by a body.  False: out of memory. */
bool draw_changes(const struct scene *scene, const struct brush *brush, const struct floor_style *style);

#endif
