/* Sokoban once more, slow and plain, to compare with: everything is done on the characters of the
 * drawn level. */
#ifndef ONLYWAY_TESTS_SOKOBAN_SLOW_H
#define ONLYWAY_TESTS_SOKOBAN_SLOW_H

#include "games/grid.h"

enum { SLOW_ROOM = 400 };

struct slow_room {
    int columns, rows, player;
    bool wall[SLOW_ROOM], goal[SLOW_ROOM], box[SLOW_ROOM];
};

/* Reads a drawing of at most SLOW_ROOM cells, in the plain spelling, whose wall closes it. */
void slow_room_read(const struct grid *grid, struct slow_room *room);

/* `grid` is made here.  False: out of memory. */
bool slow_room_draw(const struct slow_room *room, struct grid *grid);

/* Where the player can walk to. */
void slow_room_walks(const struct slow_room *room, bool *reached);

/* One step of the player, who pushes what is in his way.  False: nothing happens. */
bool slow_room_step(struct slow_room *room, enum direction direction);

/* Puts the player behind a box and lets him push; false: he cannot get there, or it does not
 * move. */
bool slow_room_push(struct slow_room *room, int box, enum direction direction);

#endif
