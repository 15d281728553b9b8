/* Snakebird levels in the making; see snakebird_draft.h.
 *
 * Ground comes as islands: a flat top, perhaps with a step or a wall on it, and a body that narrows
 * downwards.  Changes keep to that: new ground grows on old. */
#include "gen/snakebird_draft.h"

#include "gen/draft.h"

#include <string.h>

static const unsigned char heads[] = "Aa0";

enum { MOST_ISLANDS_AREA = 14, TRIES = 40 };

static bool is_bird(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static unsigned count_cells(const struct grid *draft, unsigned char c)
{
    unsigned count = 0;
    for (int cell = 0; cell < grid_size(draft); cell++)
        count += draft->cells[cell] == c;
    return count;
}

static unsigned char beside(const struct grid *draft, int cell, int direction)
{
    int next = grid_beside(draft, cell, (unsigned)direction);
    return next < 0 ? '-' : draft->cells[next];
}

static unsigned count_beside(const struct grid *draft, int cell, unsigned char c)
{
    unsigned count = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        count += beside(draft, cell, i) == c;
    return count;
}

static int random_cell(const struct grid *draft, struct rng *rng)
{
    return (int)rng_below(rng, (uint32_t)grid_size(draft));
}

/* A random cell with a character; -1: none was hit upon. */
static int find_random(const struct grid *draft, unsigned char c, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = random_cell(draft, rng);
        if (draft->cells[cell] == c)
            return cell;
    }
    return -1;
}

static bool scatter(struct grid *draft, unsigned char c, struct rng *rng)
{
    int cell = find_random(draft, '-', rng);
    if (cell >= 0)
        draft->cells[cell] = c;
    return cell >= 0;
}

/* A spike sits on ground. */
static bool scatter_spike(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = find_random(draft, '-', rng);
        if (cell >= 0 && count_beside(draft, cell, '#') > 0) {
            draft->cells[cell] = '^';
            return true;
        }
    }
    return false;
}

/* Adds an island. */
static void scatter_island(struct grid *draft, struct rng *rng)
{
    int widest = draft->columns / 2 + 1, width = 2 + (int)rng_below(rng, (uint32_t)(widest - 1));
    int left = (int)rng_below(rng, (uint32_t)(draft->columns - width + 1));
    int right = left + width - 1, top = 2 + (int)rng_below(rng, (uint32_t)(draft->rows - 2));
    int bottom = top + (int)rng_below(rng, 3);
    for (int row = top; row <= bottom && row < draft->rows && left <= right; row++) {
        memset(draft->cells + row * draft->columns + left, '#', (size_t)(right - left + 1));
        left += (int)rng_below(rng, 2);
        right -= (int)rng_below(rng, 2);
    }
    if (rng_below(rng, 2) == 0) {
        int column = left + (int)rng_below(rng, (uint32_t)(right >= left ? right - left + 1 : 1));
        for (int row = top - 1 - (int)rng_below(rng, 2); row >= 0 && row < top; row++)
            draft->cells[row * draft->columns + column] = '#';
    }
}

/* Draws a bird from a random place on the ground on, as a random walk through air. */
static bool place_bird(struct grid *draft, unsigned char head, unsigned length, struct rng *rng)
{
    int body[26];
    for (int i = 0; i < TRIES; i++) {
        unsigned count = 0;
        int cell = find_random(draft, '-', rng);
        if (cell < 0 || beside(draft, cell, DOWN) != '#')
            continue;
        while (cell >= 0 && count < length) {
            body[count++] = cell;
            draft->cells[cell] = head;
            int d = (int)rng_below(rng, 4), from = cell;
            cell = -1;
            for (int k = 0; k < DIRECTIONS && cell < 0; k++, d = (d + 1) % DIRECTIONS) {
                int next = grid_beside(draft, from, (unsigned)d);
                if (next >= 0 && draft->cells[next] == '-')
                    cell = next;
            }
        }
        bool reversed = rng_below(rng, 2) == 0;
        for (unsigned k = 0; k < count; k++)
            draft->cells[body[k]] = count < length ? '-'
                                   : (unsigned char)(head + (reversed ? count - 1 - k : k));
        if (count == length)
            return true;
    }
    return false;
}

bool snakebird_scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    memset(draft->cells, '-', (size_t)grid_size(draft));
    unsigned islands = 2 + rng_below(rng, (uint32_t)(1 + grid_size(draft) / 30));
    for (unsigned i = 0; i < islands; i++)
        scatter_island(draft, rng);
    bool good = true;
    for (unsigned i = range_draw(wanted->spikes, rng); i > 0 && good; i--)
        good = scatter_spike(draft, rng);
    for (unsigned i = 0, birds = range_draw(wanted->birds, rng); i < birds && good; i++)
        good = place_bird(draft, heads[i], range_draw(wanted->length, rng), rng);
    for (unsigned i = range_draw(wanted->fruit, rng); i > 0 && good; i--)
        good = scatter(draft, '+', rng);
    return good && scatter(draft, '*', rng);
}

/* Ground grows on ground, and any cell of it may go. */
static void change_ground(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = random_cell(draft, rng);
        if (draft->cells[cell] == '#') {
            draft->cells[cell] = '-';
            return;
        }
        if (draft->cells[cell] == '-' && count_beside(draft, cell, '#') > 0) {
            draft->cells[cell] = '#';
            return;
        }
    }
}

static void move_piece(struct grid *draft, unsigned char c, struct rng *rng)
{
    int from = find_random(draft, c, rng);
    if (from >= 0 && scatter(draft, c, rng))
        draft->cells[from] = '-';
}

static void change_fruit(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned count = count_cells(draft, '+'), kind = rng_below(rng, 4);
    int cell = find_random(draft, '+', rng);
    if (kind == 0 && count < wanted->fruit.high)
        scatter(draft, '+', rng);
    else if (kind == 1 && count > wanted->fruit.low && cell >= 0)
        draft->cells[cell] = '-';
    else
        move_piece(draft, '+', rng);
}

static void change_spikes(struct grid *draft, const struct snakebird_pieces *wanted,
                          struct rng *rng)
{
    unsigned count = count_cells(draft, '^'), kind = rng_below(rng, 3);
    int cell = find_random(draft, '^', rng);
    bool fewer = kind != 0 && count > (kind == 1 ? wanted->spikes.low : 0) && cell >= 0;
    if (fewer)
        draft->cells[cell] = '-';
    if ((kind == 2 && fewer) || (!fewer && count < wanted->spikes.high))
        scatter_spike(draft, rng);
}

static void change_bird(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned birds = 0;
    while (birds < 3 && count_cells(draft, heads[birds]) > 0)
        birds++;
    unsigned char head = heads[rng_below(rng, birds > 0 ? birds : 1)];
    unsigned letters = head == '0' ? 10 : 26;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        if (is_bird(c) && c >= head && c < head + letters)
            draft->cells[cell] = '-';
    }
    place_bird(draft, head, range_draw(wanted->length, rng), rng);
}

bool snakebird_edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned kind = rng_below(rng, 100);
    if (kind < 50) {
        change_ground(draft, rng);
        if (kind < 15)
            change_ground(draft, rng);
    } else if (kind < 62) {
        change_fruit(draft, wanted, rng);
    } else if (kind < 74) {
        move_piece(draft, '*', rng);
    } else if (kind < 86) {
        change_spikes(draft, wanted, rng);
    } else {
        change_bird(draft, wanted, rng);
    }
    return true;
}

/* Replaces the ground connected to a cell.  Returns how many cells that were. */
static unsigned repaint(struct grid *draft, int cell, unsigned char from, unsigned char to)
{
    unsigned count = 1;
    draft->cells[cell] = to;
    for (int i = 0; i < DIRECTIONS; i++) {
        if (beside(draft, cell, i) == from)
            count += repaint(draft, grid_beside(draft, cell, (unsigned)i), from, to);
    }
    return count;
}

static bool ground_is_fit(const struct grid *draft)
{
    unsigned islands = 0, small = 0;
    unsigned char cells[SNAKEBIRD_MOST_SIDE * SNAKEBIRD_MOST_SIDE];
    struct grid copy = {draft->columns, draft->rows, cells};
    draft_copy(&copy, draft);
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (cells[cell] != '#')
            continue;
        islands++;
        small += repaint(&copy, cell, '#', '-') == 1;
    }
    return islands >= 1 && islands <= 2 + (unsigned)grid_size(draft) / MOST_ISLANDS_AREA &&
           small <= 1;
}

bool snakebird_fits(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned birds = 0;
    for (unsigned i = 0; i < 3; i++)
        birds += count_cells(draft, heads[i]) == 1;
    if (!range_holds(wanted->birds, birds) || !draft_has(draft, "+", wanted->fruit) ||
        !draft_has(draft, "^", wanted->spikes) || count_cells(draft, '*') != 1)
        return false;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (draft->cells[cell] == '^' && count_beside(draft, cell, '#') == 0)
            return false;
    }
    return ground_is_fit(draft);
}

bool snakebird_take_out(struct grid *draft, unsigned n, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned fruit = count_cells(draft, '+'), spikes = count_cells(draft, '^');
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        bool loose = (c == '+' && fruit > wanted->fruit.low) ||
                     (c == '^' && spikes > wanted->spikes.low);
        if (c == '#' && beside(draft, cell, UP) != '#' && beside(draft, cell, LEFT) != '#') {
            if (n-- == 0) { /* each island has such a corner */
                repaint(draft, cell, '#', '-');
                return true;
            }
        }
        if (loose || (c == '#' && count_beside(draft, cell, '#') <= 1)) {
            if (n-- == 0) {
                draft->cells[cell] = '-';
                return true;
            }
        }
    }
    return false;
}
