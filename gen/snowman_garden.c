/* Snowman gardens in the making; see snowman_garden.h. */
#include "gen/snowman_garden.h"

#include <stdlib.h>
#include <string.h>

static bool is_ball(unsigned char c)
{
    return c >= '1' && c <= '7';
}

unsigned garden_count(const struct grid *garden, const char *cells)
{
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(garden); cell++)
        count += strchr(cells, garden->cells[cell]) != NULL;
    return count;
}

static bool in_range(unsigned count, struct number_range range)
{
    return count >= range.low && count <= range.high;
}

bool garden_fits(const struct grid *garden, const struct garden_plan *plan)
{
    return in_range(garden_count(garden, "X"), plan->walls) &&
           in_range(garden_count(garden, "*=@"), plan->snow);
}

/* A random cell that holds one of these characters, or -1. */
static int random_cell(const struct grid *garden, const char *cells, struct rng *rng)
{
    unsigned count = garden_count(garden, cells);
    if (count == 0)
        return -1;
    unsigned nth = rng_below(rng, count);
    int cell = 0;
    while (strchr(cells, garden->cells[cell]) == NULL || nth-- > 0)
        cell++;
    return cell;
}

bool garden_set_snow(struct grid *garden, int cell, bool snow)
{
    static const char bare[] = "-+#", covered[] = "*=@";
    const char *from = snow ? bare : covered, *to = snow ? covered : bare;
    const char *found = strchr(from, garden->cells[cell]);
    if (found == NULL)
        return false;
    garden->cells[cell] = (unsigned char)to[found - from];
    return true;
}

/* A number within a range that may have no upper end of its own. */
static unsigned draw_number(struct number_range range, unsigned low, unsigned high,
                            struct rng *rng)
{
    if (range.low > low)
        low = (unsigned)range.low;
    if (range.high < high)
        high = (unsigned)range.high;
    if (high < low)
        high = low;
    return low + rng_below(rng, high - low + 1);
}

/* Walls grow from the outline and from each other, so that they lie close together. */
static void scatter_walls(struct grid *garden, unsigned count, struct rng *rng)
{
    static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};
    for (unsigned tries = 0; count > 0 && tries < 2000; tries++) {
        int cell = random_cell(garden, "-", rng);
        if (cell < 0)
            return;
        unsigned beside = 0;
        for (int i = 0; i < DIRECTIONS; i++)
            beside += grid_at(garden, cell / garden->columns + down[i],
                              cell % garden->columns + across[i], 'X') == 'X';
        if (beside == 0 && rng_below(rng, 4) != 0)
            continue;
        garden->cells[cell] = 'X';
        count--;
    }
}

/* Snow lies in patches. */
static void scatter_snow(struct grid *garden, unsigned count, struct rng *rng)
{
    for (unsigned tries = 0; count > 0 && tries < 200; tries++) {
        int middle = random_cell(garden, "-", rng);
        if (middle < 0)
            return;
        int high = 1 + (int)rng_below(rng, 3), wide = 1 + (int)rng_below(rng, 4);
        for (int i = 0; i < high * wide && count > 0; i++) {
            int row = middle / garden->columns + i / wide;
            int column = middle % garden->columns + i % wide;
            if (grid_at(garden, row, column, 'X') == '-') {
                garden->cells[row * garden->columns + column] = '*';
                count--;
            }
        }
    }
}

bool garden_scatter(struct grid *garden, const struct garden_plan *plan, struct rng *rng)
{
    static const char balls[][4] = {{'1', '1', '1', '1'}, {'1', '1', '2', '2'},
                                    {'1', '2', '4', '4'}};
    unsigned cells = (unsigned)(plan->columns * plan->rows);
    unsigned snowmen = draw_number(plan->snowmen, 1, 8, rng);
    memset(garden->cells, '-', cells);
    scatter_walls(garden, draw_number(plan->walls, cells / 12, cells / 4, rng), rng);
    scatter_snow(garden, draw_number(plan->snow, snowmen, cells / 3 + 1, rng), rng);
    for (unsigned i = 0; i < 3 * snowmen; i++) {
        int cell = random_cell(garden, "-*", rng);
        if (cell < 0)
            return false;
        garden->cells[cell] = (unsigned char)balls[i % 3][rng_below(rng, 4)];
    }
    for (unsigned i = 0; i < snowmen && plan->targets; i++) {
        int cell = random_cell(garden, "-*", rng);
        if (cell < 0)
            return false;
        garden->cells[cell] = garden->cells[cell] == '*' ? '=' : '+';
    }
    int player = random_cell(garden, "-*", rng);
    if (player < 0)
        return false;
    garden->cells[player] = garden->cells[player] == '*' ? '@' : '#';
    return true;
}

/* The top ball of some stack goes elsewhere, also onto larger balls. */
static bool move_ball(struct grid *garden, struct rng *rng)
{
    int from = random_cell(garden, "1234567", rng);
    unsigned char ball = garden->cells[from] - '0', top = ball & (unsigned char)-ball;
    int to = random_cell(garden, top == 1 ? "-*246" : top == 2 ? "-*4" : "-*", rng);
    if (to < 0 || to == from)
        return false;
    bool ground = !is_ball(garden->cells[to]);
    garden->cells[from] = ball == top ? '-' : (unsigned char)('0' + ball - top);
    garden->cells[to] = (unsigned char)(ground ? '0' + top : garden->cells[to] + top);
    return true;
}

static bool move_mark(struct grid *garden, const char *marks, struct rng *rng)
{
    int from = random_cell(garden, marks, rng), to = random_cell(garden, "-*", rng);
    if (from < 0 || to < 0)
        return false;
    bool was_snow = garden->cells[from] == marks[1], is_snow = garden->cells[to] == '*';
    garden->cells[from] = was_snow ? '*' : '-';
    garden->cells[to] = (unsigned char)marks[is_snow];
    return true;
}

static bool change_size(struct grid *garden, struct rng *rng)
{
    static const unsigned char sizes[] = {'1', '2', '4'};
    int cell = random_cell(garden, "124", rng);
    if (cell < 0)
        return false;
    unsigned char size = sizes[rng_below(rng, 3)];
    bool changed = size != garden->cells[cell];
    garden->cells[cell] = size;
    return changed;
}

static bool toggle_wall(struct grid *garden, struct rng *rng)
{
    int cell = random_cell(garden, "X-*", rng);
    if (cell < 0)
        return false;
    garden->cells[cell] = garden->cells[cell] == 'X' ? '-' : 'X';
    return true;
}

static bool toggle_snow(struct grid *garden, struct rng *rng)
{
    int cell = random_cell(garden, "-*+=#@", rng);
    if (cell < 0)
        return false;
    return garden_set_snow(garden, cell, true) || garden_set_snow(garden, cell, false);
}

bool garden_edit(struct grid *garden, struct rng *rng)
{
    switch (rng_below(rng, 12)) {
    case 0:
    case 1:
    case 2:
        return toggle_wall(garden, rng);
    case 3:
    case 4:
    case 5:
        return toggle_snow(garden, rng);
    case 6:
    case 7:
    case 8:
        return move_ball(garden, rng);
    case 9:
        return change_size(garden, rng);
    case 10:
        return move_mark(garden, "#@", rng);
    default:
        return move_mark(garden, "+=", rng);
    }
}

bool garden_close(struct grid *garden)
{
    size_t size = (size_t)grid_size(garden);
    bool *reached = calloc(size, sizeof *reached);
    int *queue = calloc(size, sizeof *queue);
    bool good = reached != NULL && queue != NULL;
    for (size_t cell = 0; good && cell < size; cell++) {
        if (garden->cells[cell] == '#' || garden->cells[cell] == '@')
            grid_flood(garden, (int)cell, 'X', reached, queue);
    }
    for (size_t cell = 0; good && cell < size; cell++) {
        if (!reached[cell] && !is_ball(garden->cells[cell]))
            garden->cells[cell] = 'X';
    }
    free(reached);
    free(queue);
    return good;
}

bool garden_level(const struct grid *garden, struct grid *level)
{
    if (!grid_make(level, garden->columns + 2, garden->rows + 2, 'X'))
        return false;
    for (int row = 0; row < garden->rows; row++)
        memcpy(level->cells + (row + 1) * level->columns + 1,
               garden->cells + row * garden->columns, (size_t)garden->columns);
    return true;
}
