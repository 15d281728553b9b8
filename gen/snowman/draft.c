/* Making Snowman levels; see draft.h. */
#include "gen/snowman/draft.h"

#include "gen/climb/draft.h"

#include <stdlib.h>
#include <string.h>

static bool is_ball(unsigned char c)
{
    return c >= '1' && c <= '7';
}

bool snowman_fits(const struct grid *draft, const void *pieces)
{
    const struct snowman_pieces *wanted = pieces;
    return draft_has(draft, "X", wanted->walls) && draft_has(draft, "*=@", wanted->snow);
}

/* Adds or removes snow on a cell.  Returns false if there is none to remove, or if the cell cannot take snow. */
static bool set_snow(struct grid *draft, int cell, bool snow)
{
    static const char bare[] = "-+#", covered[] = "*=@";
    const char *from = snow ? bare : covered, *to = snow ? covered : bare;
    const char *found = strchr(from, draft->cells[cell]);
    if (found == NULL)
        return false;
    draft->cells[cell] = (unsigned char)to[found - from];
    return true;
}

/* A random number between `low` and `high`, clamped to a range that may have no upper limit. */
static unsigned draw_number(struct number_range range, unsigned low, unsigned high, struct rng *rng)
{
    if (low > range.high)
        low = (unsigned)range.high;
    if (low < range.low)
        low = (unsigned)range.low;
    if (high > range.high)
        high = (unsigned)range.high;
    if (high < low)
        high = low;
    return low + rng_below(rng, high - low + 1);
}

/* Walls grow from the border and from each other, so that they cluster. */
static void scatter_walls(struct grid *draft, unsigned count, struct rng *rng)
{
    for (unsigned tries = 0; count > 0 && tries < 2000; tries++) {
        int cell = draft_pick(draft, "-", rng);
        if (cell < 0)
            return;
        unsigned beside = 0;
        for (int i = 0; i < DIRECTIONS; i++)
            beside += grid_at(draft, cell / draft->columns + direction_down[i],
                              cell % draft->columns + direction_across[i], 'X') == 'X';
        if (beside == 0 && rng_below(rng, 4) != 0)
            continue;
        draft->cells[cell] = 'X';
        count--;
    }
}

/* Snow forms patches. */
static void scatter_snow(struct grid *draft, unsigned count, struct rng *rng)
{
    for (unsigned tries = 0; count > 0 && tries < 200; tries++) {
        int middle = draft_pick(draft, "-", rng);
        if (middle < 0)
            return;
        int high = 1 + (int)rng_below(rng, 3), wide = 1 + (int)rng_below(rng, 4);
        for (int i = 0; i < high * wide && count > 0; i++) {
            int row = middle / draft->columns + i / wide;
            int column = middle % draft->columns + i % wide;
            if (grid_at(draft, row, column, 'X') == '-') {
                draft->cells[row * draft->columns + column] = '*';
                count--;
            }
        }
    }
}

/* Draws 0, or at least as many targets as there are snowmen. */
static unsigned draw_targets(struct number_range range, unsigned snowmen, struct rng *rng)
{
    if (range.high < snowmen || (range.low == 0 && rng_below(rng, 2) == 0))
        return 0;
    return draw_number(range, snowmen, snowmen + 2, rng);
}

bool snowman_scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snowman_pieces *wanted = pieces;
    static const char balls[][4] = {{'1', '1', '1', '1'}, {'1', '1', '1', '2'}, {'1', '1', '2', '4'}};
    unsigned cells = (unsigned)grid_size(draft);
    unsigned snowmen = draw_number(wanted->snowmen, 1, 8, rng);
    memset(draft->cells, '-', cells);
    scatter_walls(draft, draw_number(wanted->walls, 0, cells / 8, rng), rng);
    scatter_snow(draft, draw_number(wanted->snow, cells / 3, 4 * cells / 5, rng), rng);
    for (unsigned i = 0; i < 3 * snowmen; i++) {
        int cell = draft_pick(draft, "-*", rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = (unsigned char)balls[i % 3][rng_below(rng, 4)];
    }
    for (unsigned targets = draw_targets(wanted->targets, snowmen, rng); targets > 0; targets--) {
        int cell = draft_pick(draft, "-*", rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = draft->cells[cell] == '*' ? '=' : '+';
    }
    int player = draft_pick(draft, "-*", rng);
    if (player < 0)
        return false;
    draft->cells[player] = draft->cells[player] == '*' ? '@' : '#';
    return true;
}

/* Moves the top ball of a random stack, possibly onto a larger ball. */
static bool move_ball(struct grid *draft, struct rng *rng)
{
    int from = draft_pick(draft, "1234567", rng);
    unsigned char ball = draft->cells[from] - '0', top = ball & (unsigned char)-ball;
    int to = draft_pick(draft, top == 1 ? "-*246" : top == 2 ? "-*4" : "-*", rng);
    if (to < 0 || to == from)
        return false;
    bool ground = !is_ball(draft->cells[to]);
    draft->cells[from] = ball == top ? '-' : (unsigned char)('0' + ball - top);
    draft->cells[to] = (unsigned char)(ground ? '0' + top : draft->cells[to] + top);
    return true;
}

static bool move_mark(struct grid *draft, const char *marks, struct rng *rng)
{
    int from = draft_pick(draft, marks, rng), to = draft_pick(draft, "-*", rng);
    if (from < 0 || to < 0)
        return false;
    bool was_snow = draft->cells[from] == marks[1], is_snow = draft->cells[to] == '*';
    draft->cells[from] = was_snow ? '*' : '-';
    draft->cells[to] = (unsigned char)marks[is_snow];
    return true;
}

static bool change_size(struct grid *draft, struct rng *rng)
{
    static const unsigned char sizes[] = {'1', '2', '4'};
    int cell = draft_pick(draft, "124", rng);
    if (cell < 0)
        return false;
    unsigned char size = sizes[rng_below(rng, 3)];
    bool changed = size != draft->cells[cell];
    draft->cells[cell] = size;
    return changed;
}

static bool toggle_wall(struct grid *draft, struct rng *rng)
{
    int cell = draft_pick(draft, "X-*", rng);
    if (cell < 0)
        return false;
    draft->cells[cell] = draft->cells[cell] != 'X' ? 'X' : rng_below(rng, 2) == 0 ? '-' : '*';
    return true;
}

/* Adds or removes snow where it can matter: beside a ball or other snow. */
static bool toggle_snow(struct grid *draft, struct rng *rng)
{
    int near = draft_pick(draft, "1234567*=@", rng);
    unsigned way = rng_below(rng, DIRECTIONS);
    int row = near / draft->columns + direction_down[way];
    int column = near % draft->columns + direction_across[way];
    if (near < 0 || row < 0 || row >= draft->rows || column < 0 || column >= draft->columns)
        return false;
    int cell = row * draft->columns + column;
    return set_snow(draft, cell, true) || set_snow(draft, cell, false);
}

/* Adds or removes a wall or snow; moves a ball, a target or the player; or resizes a ball. */
static bool edit_once(struct grid *draft, struct rng *rng)
{
    switch (rng_below(rng, 12)) {
    case 0:
    case 1:
    case 2:
        return toggle_wall(draft, rng);
    case 3:
    case 4:
    case 5:
        return toggle_snow(draft, rng);
    case 6:
    case 7:
    case 8:
        return move_ball(draft, rng);
    case 9:
        return change_size(draft, rng);
    case 10:
        return move_mark(draft, "#@", rng);
    default:
        return move_mark(draft, "+=", rng);
    }
}

bool snowman_edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    (void)pieces;
    bool changed = false;
    for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--)
        changed |= edit_once(draft, rng);
    return changed;
}

bool snowman_take_out(struct grid *draft, unsigned n, const void *pieces)
{
    (void)pieces;
    unsigned walls = draft_count(draft, "X");
    if (n < walls) {
        draft->cells[draft_find(draft, "X", n)] = '-';
        return true;
    }
    int cell = draft_find(draft, "*=@", n - walls);
    return cell >= 0 && set_snow(draft, cell, false);
}

bool snowman_close(struct grid *draft)
{
    size_t size = (size_t)grid_size(draft);
    bool *reached = calloc(size, sizeof *reached);
    int *queue = calloc(size, sizeof *queue);
    bool good = reached != NULL && queue != NULL;
    for (size_t cell = 0; good && cell < size; cell++) {
        if (draft->cells[cell] == '#' || draft->cells[cell] == '@')
            grid_flood(draft, (int)cell, 'X', reached, queue);
    }
    for (size_t cell = 0; good && cell < size; cell++) {
        if (!reached[cell] && !is_ball(draft->cells[cell]))
            draft->cells[cell] = 'X';
    }
    free(reached);
    free(queue);
    return good;
}
