/* Snakebird levels as drawings; see snakebird_land.h.
 *
 * Ground comes as islands: a flat top, perhaps with a step or a wall on it, and a body that narrows
 * downwards.  Changes keep to that: new ground grows on old. */
#include "gen/snakebird_land.h"

#include <string.h>

static const int down[DIRECTIONS] = {-1, 0, 1, 0}, across[DIRECTIONS] = {0, 1, 0, -1};
static const unsigned char heads[] = "Aa0";

enum { MOST_ISLANDS_AREA = 14, TRIES = 40 };

static bool is_bird(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static unsigned count_cells(const struct grid *grid, unsigned char c)
{
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(grid); cell++)
        count += grid->cells[cell] == c;
    return count;
}

static unsigned char beside(const struct grid *grid, int cell, int direction)
{
    return grid_at(grid, cell / grid->columns + down[direction],
                   cell % grid->columns + across[direction], '-');
}

static unsigned count_beside(const struct grid *grid, int cell, unsigned char c)
{
    unsigned count = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        count += beside(grid, cell, i) == c;
    return count;
}

static int random_cell(const struct grid *grid, struct rng *rng)
{
    return (int)rng_below(rng, (uint32_t)grid_size(grid));
}

/* A random cell with a character; -1: none was hit upon. */
static int find_random(const struct grid *grid, unsigned char c, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = random_cell(grid, rng);
        if (grid->cells[cell] == c)
            return cell;
    }
    return -1;
}

static bool scatter(struct grid *grid, unsigned char c, struct rng *rng)
{
    int cell = find_random(grid, '-', rng);
    if (cell >= 0)
        grid->cells[cell] = c;
    return cell >= 0;
}

/* A spike sits on ground. */
static bool scatter_spike(struct grid *grid, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = find_random(grid, '-', rng);
        if (cell >= 0 && count_beside(grid, cell, '#') > 0) {
            grid->cells[cell] = '^';
            return true;
        }
    }
    return false;
}

static unsigned draw_from(struct number_range range, struct rng *rng)
{
    return (unsigned)range.low + rng_below(rng, (uint32_t)(range.high - range.low + 1));
}

static void draw_island(struct grid *grid, struct rng *rng)
{
    int widest = grid->columns / 2 + 1, width = 2 + (int)rng_below(rng, (uint32_t)(widest - 1));
    int left = (int)rng_below(rng, (uint32_t)(grid->columns - width + 1));
    int right = left + width - 1, top = 2 + (int)rng_below(rng, (uint32_t)(grid->rows - 2));
    int bottom = top + (int)rng_below(rng, 3);
    for (int row = top; row <= bottom && row < grid->rows && left <= right; row++) {
        memset(grid->cells + row * grid->columns + left, '#', (size_t)(right - left + 1));
        left += (int)rng_below(rng, 2);
        right -= (int)rng_below(rng, 2);
    }
    if (rng_below(rng, 2) == 0) {
        int column = left + (int)rng_below(rng, (uint32_t)(right >= left ? right - left + 1 : 1));
        for (int row = top - 1 - (int)rng_below(rng, 2); row >= 0 && row < top; row++)
            grid->cells[row * grid->columns + column] = '#';
    }
}

/* Draws a bird from a random place on the ground on, as a random walk through air. */
static bool place_bird(struct grid *grid, unsigned char head, unsigned length, struct rng *rng)
{
    int body[26];
    for (int i = 0; i < TRIES; i++) {
        unsigned count = 0;
        int cell = find_random(grid, '-', rng);
        if (cell < 0 || beside(grid, cell, DOWN) != '#')
            continue;
        while (cell >= 0 && count < length) {
            body[count++] = cell;
            grid->cells[cell] = head;
            int d = (int)rng_below(rng, 4), from = cell;
            cell = -1;
            for (int k = 0; k < DIRECTIONS && cell < 0; k++, d = (d + 1) % DIRECTIONS) {
                int row = from / grid->columns + down[d], column = from % grid->columns + across[d];
                if (grid_at(grid, row, column, '#') == '-')
                    cell = row * grid->columns + column;
            }
        }
        bool reversed = rng_below(rng, 2) == 0;
        for (unsigned k = 0; k < count; k++)
            grid->cells[body[k]] = count < length ? '-'
                                   : (unsigned char)(head + (reversed ? count - 1 - k : k));
        if (count == length)
            return true;
    }
    return false;
}

bool land_draw(struct grid *grid, const struct land_pieces *pieces, struct rng *rng)
{
    memset(grid->cells, '-', (size_t)grid_size(grid));
    unsigned islands = 2 + rng_below(rng, (uint32_t)(1 + grid_size(grid) / 30));
    for (unsigned i = 0; i < islands; i++)
        draw_island(grid, rng);
    bool good = true;
    for (unsigned i = draw_from(pieces->spikes, rng); i > 0 && good; i--)
        good = scatter_spike(grid, rng);
    for (unsigned i = 0, birds = draw_from(pieces->birds, rng); i < birds && good; i++)
        good = place_bird(grid, heads[i], draw_from(pieces->length, rng), rng);
    for (unsigned i = draw_from(pieces->fruit, rng); i > 0 && good; i--)
        good = scatter(grid, '+', rng);
    return good && scatter(grid, '*', rng);
}

/* Ground grows on ground, and any cell of it may go. */
static void change_ground(struct grid *grid, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = random_cell(grid, rng);
        if (grid->cells[cell] == '#') {
            grid->cells[cell] = '-';
            return;
        }
        if (grid->cells[cell] == '-' && count_beside(grid, cell, '#') > 0) {
            grid->cells[cell] = '#';
            return;
        }
    }
}

static void move_piece(struct grid *grid, unsigned char c, struct rng *rng)
{
    int from = find_random(grid, c, rng);
    if (from >= 0 && scatter(grid, c, rng))
        grid->cells[from] = '-';
}

static void change_fruit(struct grid *grid, const struct land_pieces *pieces, struct rng *rng)
{
    unsigned count = count_cells(grid, '+'), kind = rng_below(rng, 4);
    int cell = find_random(grid, '+', rng);
    if (kind == 0 && count < pieces->fruit.high)
        scatter(grid, '+', rng);
    else if (kind == 1 && count > pieces->fruit.low && cell >= 0)
        grid->cells[cell] = '-';
    else
        move_piece(grid, '+', rng);
}

static void change_spikes(struct grid *grid, const struct land_pieces *pieces, struct rng *rng)
{
    unsigned count = count_cells(grid, '^'), kind = rng_below(rng, 3);
    int cell = find_random(grid, '^', rng);
    bool fewer = kind != 0 && count > (kind == 1 ? pieces->spikes.low : 0) && cell >= 0;
    if (fewer)
        grid->cells[cell] = '-';
    if ((kind == 2 && fewer) || (!fewer && count < pieces->spikes.high))
        scatter_spike(grid, rng);
}

static void change_bird(struct grid *grid, const struct land_pieces *pieces, struct rng *rng)
{
    unsigned birds = 0;
    while (birds < 3 && count_cells(grid, heads[birds]) > 0)
        birds++;
    unsigned char head = heads[rng_below(rng, birds > 0 ? birds : 1)];
    unsigned letters = head == '0' ? 10 : 26;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        if (is_bird(c) && c >= head && c < head + letters)
            grid->cells[cell] = '-';
    }
    place_bird(grid, head, draw_from(pieces->length, rng), rng);
}

void land_change(struct grid *grid, const struct land_pieces *pieces, struct rng *rng)
{
    unsigned kind = rng_below(rng, 100);
    if (kind < 50) {
        change_ground(grid, rng);
        if (kind < 15)
            change_ground(grid, rng);
    } else if (kind < 62) {
        change_fruit(grid, pieces, rng);
    } else if (kind < 74) {
        move_piece(grid, '*', rng);
    } else if (kind < 86) {
        change_spikes(grid, pieces, rng);
    } else {
        change_bird(grid, pieces, rng);
    }
}

/* Replaces the ground connected to a cell.  Returns how many cells that were. */
static unsigned repaint(struct grid *grid, int cell, unsigned char from, unsigned char to)
{
    unsigned count = 1;
    grid->cells[cell] = to;
    for (int i = 0; i < DIRECTIONS; i++) {
        if (beside(grid, cell, i) == from)
            count += repaint(grid, cell + down[i] * grid->columns + across[i], from, to);
    }
    return count;
}

enum { PAINT = 'x' };

static bool ground_is_fit(struct grid *grid)
{
    unsigned islands = 0, small = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] != '#')
            continue;
        unsigned size = repaint(grid, cell, '#', PAINT);
        islands++;
        small += size == 1;
    }
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] == PAINT)
            grid->cells[cell] = '#';
    }
    return islands >= 1 && islands <= 2 + (unsigned)grid_size(grid) / MOST_ISLANDS_AREA &&
           small <= 1;
}

static bool within(unsigned count, struct number_range range)
{
    return count >= range.low && count <= range.high;
}

bool land_is_fit(const struct grid *grid, const struct land_pieces *pieces)
{
    struct grid copy;
    unsigned birds = 0;
    for (unsigned i = 0; i < 3; i++)
        birds += count_cells(grid, heads[i]) == 1;
    if (!within(birds, pieces->birds) || !within(count_cells(grid, '+'), pieces->fruit) ||
        !within(count_cells(grid, '^'), pieces->spikes) || count_cells(grid, '*') != 1)
        return false;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] == '^' && count_beside(grid, cell, '#') == 0)
            return false;
    }
    if (!grid_copy(&copy, grid))
        return false;
    bool fit = ground_is_fit(&copy);
    grid_free(&copy);
    return fit;
}

bool land_take_out(struct grid *grid, unsigned n, const struct land_pieces *pieces)
{
    unsigned fruit = count_cells(grid, '+'), spikes = count_cells(grid, '^');
    for (int cell = 0; cell < grid_size(grid); cell++) {
        unsigned char c = grid->cells[cell];
        bool loose = (c == '+' && fruit > pieces->fruit.low) ||
                     (c == '^' && spikes > pieces->spikes.low);
        if (c == '#' && beside(grid, cell, UP) != '#' && beside(grid, cell, LEFT) != '#') {
            if (n-- == 0) { /* each island has such a corner */
                repaint(grid, cell, '#', '-');
                return true;
            }
        }
        if (loose || (c == '#' && count_beside(grid, cell, '#') <= 1)) {
            if (n-- == 0) {
                grid->cells[cell] = '-';
                return true;
            }
        }
    }
    return false;
}
