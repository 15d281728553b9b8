/* A slow and plain implementation of Snowman, for comparison.  It works on the characters of the drawn level. */
#ifndef ONLYWAY_TESTS_SNOWMAN_SLOW_H
#define ONLYWAY_TESTS_SNOWMAN_SLOW_H

#include "games/grid.h"

/* A drawn level, and what the drawing hides: the targets, and the snow below the player. */
struct slow_snowman {
    int columns, rows, player;
    int stack[1024];
    bool wall[1024], snow[1024], target[1024];
};

/* Reads a drawing of a legal level of at most 1024 cells. */
void slow_snowman_read(const struct grid *grid, struct slow_snowman *level);

/* Draws the level into `grid`, which has the size of the level. */
void slow_snowman_draw(const struct slow_snowman *level, struct grid *grid);

/* Plays one key.  Returns false if nothing happens. */
bool slow_snowman_press(struct slow_snowman *level, enum direction direction);

/* Marks the cells to which the player can walk. */
void slow_snowman_walks(const struct slow_snowman *level, bool *reached);

/* Puts the player behind a cell and plays the key.  Returns false if the player cannot get there or no ball moves. */
bool slow_snowman_push(struct slow_snowman *level, int cell, enum direction direction);

bool slow_snowman_solved(const struct slow_snowman *level);

#endif
