/* The slow implementation of Snowman; see snowman_slow.h. */
#include "tests/snowman_slow.h"

#include <string.h>

void slow_snowman_read(const struct grid *grid, struct slow_snowman *level)
{
    *level = (struct slow_snowman){.columns = grid->columns, .rows = grid->rows, .player = -1};
    for (int cell = 0; cell < grid_size(grid); cell++) {
        char c = (char)grid->cells[cell];
        level->wall[cell] = c == 'X';
        level->snow[cell] = c == '*' || c == '=' || c == '@';
        level->target[cell] = c == '+' || c == '=';
        level->stack[cell] = c >= '1' && c <= '7' ? c - '0' : 0;
        if (c == '#' || c == '@')
            level->player = cell;
    }
}

void slow_snowman_draw(const struct slow_snowman *level, struct grid *grid)
{
    for (int cell = 0; cell < level->columns * level->rows; cell++) {
        bool snow = level->snow[cell];
        char c = snow ? '*' : '-';
        if (level->target[cell])
            c = snow ? '=' : '+';
        if (level->player == cell)
            c = snow ? '@' : '#';
        if (level->stack[cell] != 0)
            c = (char)('0' + level->stack[cell]);
        if (level->wall[cell])
            c = 'X';
        grid->cells[cell] = (unsigned char)c;
    }
}

/* Returns the neighbouring cell, or -1 at a wall or at the end of the text. */
static int beside(const struct slow_snowman *level, int cell, enum direction direction)
{
    int row = cell / level->columns, column = cell % level->columns;
    row += direction == DOWN ? 1 : direction == UP ? -1 : 0;
    column += direction == RIGHT ? 1 : direction == LEFT ? -1 : 0;
    if (row < 0 || row >= level->rows || column < 0 || column >= level->columns ||
        level->wall[row * level->columns + column])
        return -1;
    return row * level->columns + column;
}

/* Puts a ball on bare ground or snow. */
static void put_ball(struct slow_snowman *level, int cell, int ball)
{
    if (level->snow[cell] && ball != 4)
        ball *= 2;
    level->snow[cell] = false;
    level->stack[cell] = ball;
}

bool slow_snowman_press(struct slow_snowman *level, enum direction direction)
{
    int to = beside(level, level->player, direction);
    if (to < 0)
        return false;
    int stack = level->stack[to];
    int beyond = beside(level, to, direction);
    if (stack == 0) {
        level->player = to;
        return true;
    }
    if (beyond < 0)
        return false;
    int there = level->stack[beyond];
    switch (stack) {
    case 1:
        if (there != 0 && there != 2 && there != 4 && there != 6)
            return false;
        break;
    case 2:
        if (there != 0 && there != 4)
            return false;
        break;
    case 4:
        if (there != 0)
            return false;
        break;
    case 3: /* the top ball moves off; the player stays */
    case 5:
        if (there != 0)
            return false;
        put_ball(level, beyond, 1);
        level->stack[to] = stack - 1;
        return true;
    case 6:
        if (there != 0)
            return false;
        put_ball(level, beyond, 2);
        level->stack[to] = 4;
        return true;
    default:
        return false;
    }
    level->stack[to] = 0;
    level->player = to;
    if (there != 0)
        level->stack[beyond] = there + stack;
    else
        put_ball(level, beyond, stack);
    return true;
}

void slow_snowman_walks(const struct slow_snowman *level, bool *reached)
{
    int size = level->columns * level->rows;
    memset(reached, 0, (size_t)size * sizeof *reached);
    reached[level->player] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (int cell = 0; cell < size; cell++) {
            for (enum direction d = UP; d < DIRECTIONS && reached[cell]; d++) {
                int to = beside(level, cell, d);
                if (to >= 0 && !reached[to] && level->stack[to] == 0)
                    grows = reached[to] = true;
            }
        }
    }
}

bool slow_snowman_push(struct slow_snowman *level, int cell, enum direction direction)
{
    bool reached[1024];
    int behind = beside(level, cell, direction_opposite(direction));
    if (level->stack[cell] == 0 || behind < 0)
        return false;
    slow_snowman_walks(level, reached);
    if (!reached[behind])
        return false;
    struct slow_snowman before = *level;
    level->player = behind;
    if (slow_snowman_press(level, direction))
        return true;
    *level = before;
    return false;
}

bool slow_snowman_solved(const struct slow_snowman *level)
{
    bool targets = false, good = true;
    for (int cell = 0; cell < level->columns * level->rows; cell++)
        targets |= level->target[cell];
    for (int cell = 0; cell < level->columns * level->rows; cell++) {
        if (level->stack[cell] != 0)
            good &= level->stack[cell] == 7 && (!targets || level->target[cell]);
    }
    return good;
}
