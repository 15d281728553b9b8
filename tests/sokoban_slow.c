/* The slow implementation of Sokoban; see sokoban_slow.h. */
#include "tests/sokoban_slow.h"

#include <string.h>

void slow_room_read(const struct grid *grid, struct slow_room *room)
{
    *room = (struct slow_room){.columns = grid->columns, .rows = grid->rows};
    for (int cell = 0; cell < grid_size(grid); cell++) {
        char c = (char)grid->cells[cell];
        room->wall[cell] = c == '#';
        room->goal[cell] = c == '.' || c == '*' || c == '+';
        room->box[cell] = c == '$' || c == '*';
        if (c == '@' || c == '+')
            room->player = cell;
    }
}

bool slow_room_draw(const struct slow_room *room, struct grid *grid)
{
    if (!grid_make(grid, room->columns, room->rows, '#'))
        return false;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        const char *kinds = room->goal[cell] ? ".*+" : " $@";
        if (!room->wall[cell])
            grid->cells[cell] = (unsigned char)kinds[room->box[cell] ? 1 : room->player == cell ? 2 : 0];
    }
    return true;
}

/* Returns the neighbouring cell, which always exists because a wall surrounds the level. */
static int beside(const struct slow_room *room, int cell, enum direction direction)
{
    const int steps[DIRECTIONS] = {-room->columns, 1, room->columns, -1};
    return cell + steps[direction];
}

void slow_room_walks(const struct slow_room *room, bool *reached)
{
    memset(reached, 0, SLOW_ROOM * sizeof *reached);
    reached[room->player] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < room->columns * room->rows; cell++) {
            for (enum direction d = UP; d < DIRECTIONS && reached[cell]; d++) {
                int next = beside(room, cell, d);
                if (!reached[next] && !room->wall[next] && !room->box[next])
                    reached[next] = changed = true;
            }
        }
    }
}

bool slow_room_step(struct slow_room *room, enum direction direction)
{
    int to = beside(room, room->player, direction);
    if (room->wall[to])
        return false;
    if (room->box[to]) {
        int beyond = beside(room, to, direction);
        if (room->wall[beyond] || room->box[beyond])
            return false;
        room->box[to] = false;
        room->box[beyond] = true;
    }
    room->player = to;
    return true;
}

bool slow_room_push(struct slow_room *room, int box, enum direction direction)
{
    bool reached[SLOW_ROOM];
    int behind = beside(room, box, direction_opposite(direction));
    slow_room_walks(room, reached);
    if (!reached[behind])
        return false;
    room->player = behind;
    return slow_room_step(room, direction);
}
