/* Snowman, slow and plain; see snowman_slow.h. */
#include "tests/snowman_slow.h"

#include <string.h>

void slow_garden_read(const struct grid *grid, struct slow_garden *garden)
{
    *garden = (struct slow_garden){.columns = grid->columns, .rows = grid->rows, .player = -1};
    for (int cell = 0; cell < grid_size(grid); cell++) {
        char c = (char)grid->cells[cell];
        garden->wall[cell] = c == 'X';
        garden->snow[cell] = c == '*' || c == '=' || c == '@';
        garden->target[cell] = c == '+' || c == '=';
        garden->stack[cell] = c >= '1' && c <= '7' ? c - '0' : 0;
        if (c == '#' || c == '@')
            garden->player = cell;
    }
}

void slow_garden_draw(const struct slow_garden *garden, struct grid *grid)
{
    for (int cell = 0; cell < garden->columns * garden->rows; cell++) {
        bool snow = garden->snow[cell];
        char c = snow ? '*' : '-';
        if (garden->target[cell])
            c = snow ? '=' : '+';
        if (garden->player == cell)
            c = snow ? '@' : '#';
        if (garden->stack[cell] != 0)
            c = (char)('0' + garden->stack[cell]);
        if (garden->wall[cell])
            c = 'X';
        grid->cells[cell] = (unsigned char)c;
    }
}

/* The neighbouring cell, or -1 where there is a wall or the text ends. */
static int beside(const struct slow_garden *garden, int cell, enum direction direction)
{
    int row = cell / garden->columns, column = cell % garden->columns;
    row += direction == DOWN ? 1 : direction == UP ? -1 : 0;
    column += direction == RIGHT ? 1 : direction == LEFT ? -1 : 0;
    if (row < 0 || row >= garden->rows || column < 0 || column >= garden->columns ||
        garden->wall[row * garden->columns + column])
        return -1;
    return row * garden->columns + column;
}

/* A ball of this size comes to rest on bare ground or snow. */
static void put_ball(struct slow_garden *garden, int cell, int ball)
{
    if (garden->snow[cell] && ball != 4)
        ball *= 2;
    garden->snow[cell] = false;
    garden->stack[cell] = ball;
}

bool slow_garden_press(struct slow_garden *garden, enum direction direction)
{
    int to = beside(garden, garden->player, direction);
    if (to < 0)
        return false;
    int stack = garden->stack[to];
    int beyond = beside(garden, to, direction);
    if (stack == 0) {
        garden->player = to;
        return true;
    }
    if (beyond < 0)
        return false;
    int there = garden->stack[beyond];
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
    case 3: /* the top one goes; the player stays */
    case 5:
        if (there != 0)
            return false;
        put_ball(garden, beyond, 1);
        garden->stack[to] = stack - 1;
        return true;
    case 6:
        if (there != 0)
            return false;
        put_ball(garden, beyond, 2);
        garden->stack[to] = 4;
        return true;
    default:
        return false;
    }
    garden->stack[to] = 0;
    garden->player = to;
    if (there != 0)
        garden->stack[beyond] = there + stack;
    else
        put_ball(garden, beyond, stack);
    return true;
}

void slow_garden_walks(const struct slow_garden *garden, bool *reached)
{
    int size = garden->columns * garden->rows;
    memset(reached, 0, (size_t)size * sizeof *reached);
    reached[garden->player] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (int cell = 0; cell < size; cell++) {
            for (enum direction d = UP; d < DIRECTIONS && reached[cell]; d++) {
                int to = beside(garden, cell, d);
                if (to >= 0 && !reached[to] && garden->stack[to] == 0)
                    grows = reached[to] = true;
            }
        }
    }
}

bool slow_garden_push(struct slow_garden *garden, int cell, enum direction direction)
{
    bool reached[1024];
    int behind = beside(garden, cell, direction_opposite(direction));
    if (garden->stack[cell] == 0 || behind < 0)
        return false;
    slow_garden_walks(garden, reached);
    if (!reached[behind])
        return false;
    struct slow_garden before = *garden;
    garden->player = behind;
    if (slow_garden_press(garden, direction))
        return true;
    *garden = before;
    return false;
}

bool slow_garden_solved(const struct slow_garden *garden)
{
    bool targets = false, good = true;
    for (int cell = 0; cell < garden->columns * garden->rows; cell++)
        targets |= garden->target[cell];
    for (int cell = 0; cell < garden->columns * garden->rows; cell++) {
        if (garden->stack[cell] != 0)
            good &= garden->stack[cell] == 7 && (!targets || garden->target[cell]);
    }
    return good;
}
