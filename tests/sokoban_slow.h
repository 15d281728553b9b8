/* A slow and plain implementation of Sokoban, for comparison.  It works on the characters of the drawn level. */
#ifndef ONLYWAY_TESTS_SOKOBAN_SLOW_H
#define ONLYWAY_TESTS_SOKOBAN_SLOW_H

#include "games/grid.h"

enum { SLOW_ROOM = 400 };

struct slow_room {
    int columns, rows, player;
    bool wall[SLOW_ROOM], goal[SLOW_ROOM], box[SLOW_ROOM];
};

/* Reads a drawing of at most SLOW_ROOM cells, in standard notation, with a closed wall. */
void slow_room_read(const struct grid *grid, struct slow_room *room);

/* Draws the level.  The caller frees `grid`.  Returns false if memory runs out. */
bool slow_room_draw(const struct slow_room *room, struct grid *grid);

/* Marks the cells to which the player can walk. */
void slow_room_walks(const struct slow_room *room, bool *reached);

/* Moves the player one step, pushing a box in the way.  Returns false if nothing happens. */
bool slow_room_step(struct slow_room *room, enum direction direction);

/* Puts the player behind a box and pushes it.  Returns false if the player cannot get there or the box does not
 * move. */
bool slow_room_push(struct slow_room *room, int box, enum direction direction);

#endif
