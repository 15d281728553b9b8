/* Snowman once more, slow and plain, to compare with: everything is done on the characters of the
 * drawn garden. */
#ifndef ONLYWAY_TESTS_SNOWMAN_SLOW_H
#define ONLYWAY_TESTS_SNOWMAN_SLOW_H

#include "games/grid.h"

/* A drawn garden and what the drawing hides: targets and snow below the player are kept apart. */
struct slow_garden {
    int columns, rows, player;
    int stack[1024];
    bool wall[1024], snow[1024], target[1024];
};

/* Reads a drawing of a legal garden of at most 1024 cells. */
void slow_garden_read(const struct grid *grid, struct slow_garden *garden);

/* Draws into `grid`, which has the size of the garden. */
void slow_garden_draw(const struct slow_garden *garden, struct grid *grid);

/* One key.  False: nothing happens. */
bool slow_garden_press(struct slow_garden *garden, enum direction direction);

/* Where the player can walk to. */
void slow_garden_walks(const struct slow_garden *garden, bool *reached);

/* Puts the player behind a cell and presses the key; false: he cannot get there, or no ball
 * moves. */
bool slow_garden_push(struct slow_garden *garden, int cell, enum direction direction);

bool slow_garden_solved(const struct slow_garden *garden);

#endif
