/* Islands as a person draws them; see islands.h. */
#include "gen/snakebird/islands.h"

#include "gen/climb/draft.h"

#include <string.h>

enum { TRIES = 40 };

/* A rectangle of cells. */
struct box {
    int left, top, width, height;
};

/* A random number from `low` to `high`, or `low` if that range is empty. */
static int between(struct rng *rng, int low, int high)
{
    return high <= low ? low : low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

static bool one_in(struct rng *rng, uint32_t n)
{
    return rng_below(rng, n) == 0;
}

unsigned char islands_beside(const struct grid *draft, int cell, unsigned direction)
{
    int next = grid_beside(draft, cell, direction);
    return next < 0 ? '-' : draft->cells[next];
}

unsigned islands_count_beside(const struct grid *draft, int cell, unsigned char c)
{
    unsigned count = 0;
    for (unsigned way = 0; way < DIRECTIONS; way++)
        count += islands_beside(draft, cell, way) == c;
    return count;
}

bool islands_in_corner(const struct grid *draft, int cell)
{
    return (islands_beside(draft, cell, UP) == '#' || islands_beside(draft, cell, DOWN) == '#') &&
           (islands_beside(draft, cell, LEFT) == '#' || islands_beside(draft, cell, RIGHT) == '#');
}

unsigned islands_repaint(struct grid *draft, int cell, unsigned char to)
{
    unsigned char from = draft->cells[cell];
    unsigned count = 1;
    draft->cells[cell] = to;
    for (unsigned way = 0; way < DIRECTIONS; way++) {
        int next = grid_beside(draft, cell, way);
        if (next >= 0 && draft->cells[next] == from)
            count += islands_repaint(draft, next, to);
    }
    return count;
}

int islands_surface(const struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = draft_pick(draft, "#", rng);
        if (cell >= draft->columns && draft->cells[cell - draft->columns] == '-')
            return cell - draft->columns;
    }
    return -1;
}

/* Turns the air of a box into ground, as far as the box is on the draft. */
static void fill(struct grid *draft, struct box box)
{
    for (int row = box.top; row < box.top + box.height; row++) {
        for (int column = box.left; column < box.left + box.width; column++) {
            if (grid_at(draft, row, column, 0) == '-')
                draft->cells[row * draft->columns + column] = '#';
        }
    }
}

/* Whether a box is on the draft, and it and the cells around it are air. */
static bool is_free(const struct grid *draft, struct box box)
{
    if (box.left < 0 || box.top < 0 || box.left + box.width > draft->columns || box.top + box.height > draft->rows)
        return false;
    for (int row = box.top - 1; row <= box.top + box.height; row++) {
        for (int column = box.left - 1; column <= box.left + box.width; column++) {
            if (grid_at(draft, row, column, '-') != '-')
                return false;
        }
    }
    return true;
}

/* --- large islands --- */

/* Hangs legs of different lengths below a row of ground; in half of the islands, one reaches the bottom. */
static void hang_legs(struct grid *draft, int left, int top, int width, struct rng *rng)
{
    int room = draft->rows - top, before = -1;
    if (one_in(rng, 2))
        fill(draft, (struct box){left + between(rng, 0, width - 1), top, 1, room});
    for (int column = left + between(rng, 0, 1); column < left + width;) {
        int thick = one_in(rng, 3) ? 2 : 1, length = between(rng, 0,
                                                             one_in(rng, 2) && room > 3 ? 3
                                                             : room < 2                 ? room
                                                                                        : 2);
        length += length == before;
        before = length;
        if (column + thick <= left + width)
            fill(draft, (struct box){column, top, thick, length});
        column += thick + between(rng, 1, 4);
    }
}

static void draw_plateau(struct grid *draft, struct box box, struct rng *rng)
{
    int thick = one_in(rng, 4) ? 2 : 1;
    fill(draft, (struct box){box.left, box.top, box.width, thick});
    hang_legs(draft, box.left, box.top + thick, box.width, rng);
}

/* A thick island that narrows downwards. */
static void draw_massif(struct grid *draft, struct box box, struct rng *rng)
{
    int rows = between(rng, 2, box.height < 4 ? box.height : 4);
    for (int n = 0; n < rows && box.width > 0; n++) {
        fill(draft, (struct box){box.left, box.top + n, box.width, 1});
        int off = one_in(rng, 3) ? between(rng, 1, 2) : 0, less = one_in(rng, 3) ? between(rng, 1, 2) : 0;
        box.left += off;
        box.width -= off + less;
    }
}

static void draw_stairs(struct grid *draft, struct box box, struct rng *rng)
{
    int height = 0, last = box.left + box.width, thick = between(rng, 1, 2);
    bool up = one_in(rng, 2);
    for (int column = box.left; column < last;) {
        int width = between(rng, 2, 4);
        if (column + width > last)
            width = last - column;
        int top = box.top - (up ? height : -height) / 2;
        fill(draft, (struct box){column, top, width, thick + (height > 0)});
        height += between(rng, 1, 2);
        column += width;
    }
}

static void draw_towers(struct grid *draft, struct box box, struct rng *rng)
{
    for (int column = box.left; column < box.left + box.width;) {
        int width = between(rng, 1, 3), top = box.top + between(rng, -2, 2);
        fill(draft, (struct box){column, top, width, between(rng, 1, draft->rows - top < 5 ? draft->rows - top : 5)});
        if (one_in(rng, 3)) /* a head on it */
            fill(draft, (struct box){column - between(rng, 0, 1), top, width + 1, 1});
        column += width + between(rng, 2, 4);
    }
}

/* Walls around a room with an opening. */
static void draw_room(struct grid *draft, struct box box, struct rng *rng)
{
    int height = between(rng, 3, 5), top = box.top - height + 2 > 0 ? box.top - height + 2 : 0;
    bool right = one_in(rng, 2);
    fill(draft, (struct box){box.left, top + height, box.width, between(rng, 1, 2)});
    fill(draft, (struct box){right ? box.left : box.left + box.width - 1, top, 1, height});
    fill(draft, (struct box){right ? box.left + box.width - 1 : box.left, top + between(rng, 1, 2), 1, height - 1});
    int roof = between(rng, 1, box.width - 2);
    fill(draft, (struct box){right ? box.left : box.left + box.width - roof, top, roof, 1});
    hang_legs(draft, box.left, top + height + 1, box.width, rng);
}

/* --- small islands --- */

/* Raises a wall on a surface, some with an overhang. */
static bool add_wall(struct grid *draft, struct rng *rng)
{
    int cell = islands_surface(draft, rng);
    if (cell < 0)
        return false;
    int column = cell % draft->columns, row = cell / draft->columns, height = between(rng, 1, 3);
    fill(draft, (struct box){column, row - height + 1, 1, height});
    if (height > 1 && one_in(rng, 3))
        fill(draft, (struct box){column - between(rng, 0, 1), row - height + 1, 2, 1});
    return true;
}

/* Puts a boulder, a ledge on a leg, or a pillar into free air; most pillars stand at the bottom. */
static bool add_small(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        /* 0 to 2: a boulder of one cell; 3 and 4: a pillar; 5: a ledge; 6: a thick boulder */
        int kind = between(rng, 0, 6);
        struct box box = {.width = kind < 5    ? 1
                                   : kind == 5 ? between(rng, 2, 3)
                                               : 2,
                          .height = kind < 3    ? 1
                                    : kind == 5 ? 2
                                                : between(rng, 2, kind == 6 ? 3 : 4)};
        box.left = between(rng, 0, draft->columns - box.width);
        box.top = between(rng, 1, draft->rows - box.height);
        if ((kind == 3 || kind == 4) && !one_in(rng, 4))
            box.top = draft->rows - box.height;
        if (!is_free(draft, box))
            continue;
        int leg = box.left + between(rng, 0, box.width - 1);
        fill(draft, kind == 5 ? (struct box){box.left, box.top, box.width, 1} : box);
        if (kind == 5)
            fill(draft, (struct box){leg, box.top + 1, 1, between(rng, 1, 2)});
        return true;
    }
    return false;
}

void islands_draw(struct grid *draft, struct rng *rng)
{
    typedef void draw_island(struct grid *, struct box, struct rng *);
    static draw_island *const islands[] = {draw_plateau, draw_plateau, draw_plateau, draw_massif,
                                           draw_stairs,  draw_towers,  draw_room};
    int columns = draft->columns, rows = draft->rows;
    struct box box = {.width = between(rng, columns * 2 / 5, columns * 4 / 5)};
    box.left = between(rng, 0, columns - box.width);
    box.top = between(rng, rows / 2, rows * 3 / 4);
    box.height = rows - box.top;
    islands[rng_below(rng, sizeof islands / sizeof *islands)](draft, box, rng);
    if (one_in(rng, 3) && box.width >= 5) { /* a gap */
        struct box gap = {.left = box.left + between(rng, 2, box.width - 3)};
        gap.width = between(rng, 1, 2);
        gap.height = box.top + between(rng, 1, 2);
        for (int row = 0; row < gap.height; row++) {
            for (int n = 0; n < gap.width; n++)
                draft->cells[row * columns + gap.left + n] = '-';
        }
    }
    for (int n = between(rng, 0, 1); n > 0; n--)
        add_wall(draft, rng);
    for (int n = between(rng, 1, 2 + columns * rows / 40); n > 0; n--)
        add_small(draft, rng);
}

/* --- spikes --- */

unsigned islands_add_spikes(struct grid *draft, unsigned most, struct rng *rng)
{
    int way = one_in(rng, 2) ? LEFT : RIGHT, cell;
    unsigned kind = rng_below(rng, 8), count = 0;
    if (kind == 0)
        most = 1; /* alone in the air */
    do {
        cell = draft_pick(draft, "-", rng);
        if (cell < 0)
            return 0;
        unsigned char below = islands_beside(draft, cell, DOWN), above = islands_beside(draft, cell, UP);
        unsigned char behind = islands_beside(draft, cell, (unsigned)way ^ 2u);
        bool fits = kind == 0 || (kind < 4 && below == '#') ||
                    (kind >= 4 && kind < 7 && behind == '#' && below != '#') || (kind == 7 && above == '#');
        if (fits)
            break;
    } while (count++ < TRIES);
    if (count > TRIES)
        return 0;
    for (count = 0; count < most && cell >= 0 && draft->cells[cell] == '-'; count++) {
        draft->cells[cell] = '^';
        cell = grid_beside(draft, cell, (unsigned)way);
        if (cell >= 0 && kind != 0 && kind < 4 && islands_beside(draft, cell, DOWN) != '#')
            break;
    }
    return count;
}

/* --- edits --- */

/* Makes a run of ground longer or shorter by a cell at an end. */
static bool edit_run(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = draft_pick(draft, "#", rng);
        unsigned way = rng_below(rng, DIRECTIONS);
        int next = cell < 0 ? -1 : grid_beside(draft, cell, way);
        if (next < 0 || draft->cells[next] != '-')
            continue;
        if (one_in(rng, 2))
            draft->cells[next] = '#';
        else
            draft->cells[cell] = '-';
        return true;
    }
    return false;
}

/* Raises or lowers a flat surface, between its ends. */
static bool edit_surface(struct grid *draft, struct rng *rng)
{
    int cell = islands_surface(draft, rng), columns = draft->columns;
    if (cell < 0)
        return false;
    bool raise = one_in(rng, 3);
    int first = cell, last = cell, row = cell / columns;
    while (first > row * columns && draft->cells[first - 1] == '-' && islands_beside(draft, first - 1, DOWN) == '#')
        first--;
    while (last + 1 < (row + 1) * columns && draft->cells[last + 1] == '-' &&
           islands_beside(draft, last + 1, DOWN) == '#')
        last++;
    for (cell = first; cell <= last; cell++)
        draft->cells[raise ? cell : cell + columns] = raise ? '#' : '-';
    return true;
}

/* Moves an island by one cell. */
static bool move_island(struct grid *draft, struct rng *rng)
{
    unsigned char cells[ISLANDS_SIDE * ISLANDS_SIDE];
    int cell = draft_pick(draft, "#", rng);
    unsigned way = rng_below(rng, DIRECTIONS);
    if (cell < 0)
        return false;
    memcpy(cells, draft->cells, (size_t)grid_size(draft));
    struct grid moved = {draft->columns, draft->rows, cells};
    islands_repaint(&moved, cell, '!');
    for (int n = 0; n < grid_size(draft); n++) {
        int next = grid_beside(draft, n, way);
        if (cells[n] == '!' && (next < 0 || (cells[next] != '-' && cells[next] != '!')))
            return false;
    }
    for (int n = 0; n < grid_size(draft); n++)
        draft->cells[n] = cells[n] == '!' ? '-' : draft->cells[n];
    for (int n = 0; n < grid_size(draft); n++) {
        if (cells[n] == '!')
            draft->cells[grid_beside(draft, n, way)] = '#';
    }
    return true;
}

bool islands_edit(struct grid *draft, struct rng *rng)
{
    unsigned kind = rng_below(rng, 20);
    if (kind < 9)
        return edit_run(draft, rng);
    if (kind < 12)
        return edit_surface(draft, rng);
    if (kind < 16)
        return move_island(draft, rng);
    if (kind < 17)
        return add_wall(draft, rng);
    if (kind < 19)
        return add_small(draft, rng);
    /* Removes an island that is less than half of the ground. */
    unsigned ground = draft_count(draft, "#");
    int cell = draft_pick(draft, "#", rng);
    return cell >= 0 && islands_repaint(draft, cell, '-') * 2 < ground;
}

/* --- neatness --- */

/* Whether a cell and the two on its right are ground with nothing but air one and two rows below. */
static bool hangs(const struct grid *draft, int row, int column)
{
    bool hanging = true;
    for (int n = 0; n < 3; n++) {
        hanging = hanging && grid_at(draft, row, column + n, '-') == '#' &&
                  grid_at(draft, row + 1, column + n, '-') == '-' && grid_at(draft, row + 2, column + n, '-') == '-';
    }
    return hanging;
}

/* Whether an island that has its first cell here lies in one row. */
static bool is_flat(const struct grid *draft, int cell, unsigned area)
{
    bool flat = true;
    for (unsigned n = 1; n < area; n++)
        flat = flat && grid_at(draft, cell / draft->columns, cell % draft->columns + (int)n, '-') == '#';
    return flat;
}

bool islands_are_neat(const struct grid *draft, unsigned most_corners)
{
    /* The number of cells of the extent for each irregularity of a kind that is allowed. */
    enum { ISLAND_AREA = 15, LONE_AREA = 40, TOUCH_AREA = 100, THICK_AREA = 8, BEND_AREA = 15 };
    unsigned islands = 0, single = 0, flat = 0, touching = 0, corners = 0, dead = 0, thick = 0, bends = 0, hanging = 0;
    struct grid_box extent = grid_extent(draft, '-');
    int bottom = extent.top + extent.rows - 1;
    unsigned size = (unsigned)(extent.rows * extent.columns);
    unsigned char cells[ISLANDS_SIDE * ISLANDS_SIDE];
    struct grid copy = {draft->columns, draft->rows, cells};
    draft_copy(&copy, draft);
    for (int row = -1; row < draft->rows; row++) {
        for (int column = -1; column < draft->columns; column++) {
            unsigned ground = 0; /* of four cells; two at opposite corners touch only there */
            for (int n = 0; n < 4; n++)
                ground += grid_at(draft, row + n / 2, column + n % 2, '-') == '#';
            bool first = grid_at(draft, row, column, '-') == '#';
            touching += ground == 2 && first == (grid_at(draft, row + 1, column + 1, '-') == '#');
            corners += ground == 1 || ground == 3;
            thick += ground == 4;
            hanging += row < bottom && hangs(draft, row, column);
        }
    }
    for (int cell = 0; cell < grid_size(draft); cell++) {
        dead += draft->cells[cell] != '#' && islands_count_beside(draft, cell, '#') >= 3;
        bends += draft->cells[cell] != '#' && islands_in_corner(draft, cell);
        if (cells[cell] != '#')
            continue;
        islands++;
        unsigned area = islands_repaint(&copy, cell, '-');
        single += area == 1;
        flat += area > 1 && is_flat(draft, cell, area) && cell / draft->columns < bottom;
    }
    bool plain = most_corners == 0 || (flat + hanging == 0 && 100 * corners <= most_corners * size);
    return plain && islands >= 1 && islands <= 2 + size / ISLAND_AREA && single <= 1 + size / LONE_AREA &&
           touching <= size / TOUCH_AREA && dead <= size / LONE_AREA && thick <= size / THICK_AREA &&
           bends <= 1 + size / BEND_AREA;
}
