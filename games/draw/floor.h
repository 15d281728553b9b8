/* Ground seen from above: floor with walls around it. */
#ifndef ONLYWAY_GAMES_DRAW_FLOOR_H
#define ONLYWAY_GAMES_DRAW_FLOOR_H

#include "games/draw/scene.h"

/* The colours of a game's ground. */
struct floor_style {
    bool surrounded; /* the area around the text is wall */
    bool leaves;     /* walls are hedges */
    bool snow;       /* the floor has snow that comes and goes; goals show through it */
    enum colour floor, odd, wall, side, joint;
    enum colour goal;
    double goal_dot;               /* radius of a goal's centre */
    enum colour cover, cover_edge; /* of cells covered by a body whose path is unknown */
};

/* Draws walls, floor and goals, which do not change while a level is played.  Returns false if memory runs out. */
bool draw_floor_and_walls(const struct scene *scene, const struct brush *brush, const struct floor_style *style);

/* Draws what changes: snow, and cells covered by a body.  Returns false if memory runs out. */
bool draw_changes(const struct scene *scene, const struct brush *brush, const struct floor_style *style);

#endif
