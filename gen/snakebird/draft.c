/* Making Snakebird levels; see draft.h.
 *
 * Ground consists of islands, and edits preserve that: new ground grows on old ground. */
#include "gen/snakebird/draft.h"

#include "gen/climb/draft.h"
#include "gen/snakebird/place.h"

#include <string.h>

enum { MOST_ISLANDS_AREA = 14, TRIES = 40 };

/* Selects a number from a range by `*turn`, and divides `*turn` for the next range. */
static uint64_t in_turn(struct number_range range, uint64_t *turn)
{
    uint64_t many = range.high - range.low + 1, number = range.low + *turn % many;
    *turn /= many;
    return number;
}

void snakebird_vary(void *pieces, uint64_t unit)
{
    struct snakebird_pieces *wanted = pieces;
    uint64_t turn = unit;
    wanted->birds.low = wanted->birds.high = in_turn(wanted->birds, &turn);
    wanted->blocks.high = in_turn(wanted->blocks, &turn);
    wanted->portals.high = in_turn(wanted->portals, &turn);
}

unsigned snakebird_missing(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    return (unsigned)wanted->birds.low - draft_birds(draft);
}

bool snakebird_grow(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned char head = (unsigned char)snakebird_heads[draft_birds(draft)];
    return place_bird(draft, head, range_draw(wanted->length, rng), rng);
}

bool snakebird_scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    memset(draft->cells, '-', (size_t)grid_size(draft));
    unsigned islands = 2 + rng_below(rng, (uint32_t)(1 + grid_size(draft) / 30));
    for (unsigned i = 0; i < islands; i++)
        place_island(draft, rng);
    bool good = true;
    for (unsigned i = range_draw(wanted->spikes, rng); i > 0 && good; i--)
        good = place_spike(draft, rng);
    for (unsigned i = 0; i < wanted->blocks.high && good; i++)
        good = place_block(draft, (unsigned char)snakebird_blocks[i], rng);
    good = good && snakebird_grow(draft, pieces, rng);
    for (unsigned i = range_draw(wanted->fruit, rng); i > 0 && good; i--)
        good = place_one(draft, '+', rng);
    if (wanted->portals.high > 0)
        good = good && place_portal(draft, rng);
    return good && place_one(draft, '*', rng);
}

/* --- edits --- */

/* Ground grows on ground, and any of its cells may be removed. */
static void change_ground(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = (int)rng_below(rng, (uint32_t)grid_size(draft));
        if (draft->cells[cell] == '#') {
            draft->cells[cell] = '-';
            return;
        }
        if (draft->cells[cell] == '-' && draft_count_beside(draft, cell, '#') > 0) {
            draft->cells[cell] = '#';
            return;
        }
    }
}

static void move_one(struct grid *draft, unsigned char c, struct rng *rng)
{
    int from = draft_hit(draft, c, rng);
    if (from >= 0 && place_one(draft, c, rng))
        draft->cells[from] = '-';
}

static void change_fruit(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned count = draft_count(draft, "+"), kind = rng_below(rng, 4);
    int cell = draft_hit(draft, '+', rng);
    if (kind == 0 && count < wanted->fruit.high)
        place_one(draft, '+', rng);
    else if (kind == 1 && count > wanted->fruit.low && cell >= 0)
        draft->cells[cell] = '-';
    else
        move_one(draft, '+', rng);
}

static void change_spikes(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned count = draft_count(draft, "^"), kind = rng_below(rng, 3);
    int cell = draft_hit(draft, '^', rng);
    bool fewer = kind != 0 && count > (kind == 1 ? wanted->spikes.low : 0) && cell >= 0;
    if (fewer)
        draft->cells[cell] = '-';
    if ((kind == 2 && fewer) || (!fewer && count < wanted->spikes.high))
        place_spike(draft, rng);
}

static bool change_bird(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned birds = draft_birds(draft);
    unsigned char head = (unsigned char)snakebird_heads[rng_below(rng, birds > 0 ? birds : 1)];
    remove_bird(draft, head);
    return place_bird(draft, head, range_draw(wanted->length, rng), rng);
}

static bool change_block(struct grid *draft, unsigned blocks, struct rng *rng)
{
    unsigned char symbol = (unsigned char)snakebird_blocks[rng_below(rng, blocks)];
    remove_all(draft, symbol);
    return place_block(draft, symbol, rng);
}

/* Changes a piece that not every level has; if there is none, ground. */
static bool change_other(struct grid *draft, struct rng *rng)
{
    unsigned blocks = draft_blocks(draft), portals = draft_count(draft, "@") / 2;
    unsigned kind = blocks + portals == 0 ? 0 : 1 + rng_below(rng, blocks + portals);
    if (kind > 0 && kind <= blocks)
        return change_block(draft, blocks, rng);
    if (kind == 0)
        change_ground(draft, rng);
    else
        move_one(draft, '@', rng);
    return true;
}

/* If a bird or block finds no new place, the draft is left damaged; the caller has a copy. */
bool snakebird_edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned kind = rng_below(rng, 100);
    if (kind >= 86)
        return change_bird(draft, wanted, rng);
    if (kind >= 76)
        change_spikes(draft, wanted, rng);
    else if (kind >= 66)
        move_one(draft, '*', rng);
    else if (kind >= 56)
        change_fruit(draft, wanted, rng);
    else if (kind >= 46)
        return change_other(draft, rng);
    if (kind < 46)
        change_ground(draft, rng);
    if (kind < 15)
        change_ground(draft, rng);
    return true;
}

/* --- requirements --- */

/* Replaces the ground connected to a cell.  Returns the number of cells replaced. */
static unsigned repaint(struct grid *draft, int cell, unsigned char from, unsigned char to)
{
    unsigned count = 1;
    draft->cells[cell] = to;
    for (int i = 0; i < DIRECTIONS; i++) {
        if (draft_beside(draft, cell, i) == from)
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
    return islands >= 1 && islands <= 2 + (unsigned)grid_size(draft) / MOST_ISLANDS_AREA && small <= 1;
}

bool snakebird_fits(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned ends = draft_count(draft, "@");
    unsigned birds = draft_birds(draft);
    if (birds == 0 || birds > wanted->birds.high || ends % 2 != 0 ||
        !range_holds(wanted->blocks, draft_blocks(draft)) || !range_holds(wanted->portals, ends / 2) ||
        !draft_has(draft, "+", wanted->fruit) || !draft_has(draft, "^", wanted->spikes) || draft_count(draft, "*") != 1)
        return false;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (draft->cells[cell] == '^' && draft_count_beside(draft, cell, '#') == 0)
            return false;
    }
    return ground_is_fit(draft);
}

/* --- parts --- */

/* Removes the n-th piece in excess of the required minimum: a block or the portal.  Returns the number of such
 * pieces.  After a block is removed, the last block takes its symbol. */
static unsigned take_out_piece(struct grid *draft, unsigned n, const struct snakebird_pieces *wanted)
{
    unsigned blocks = draft_blocks(draft), portals = draft_count(draft, "@") / 2;
    unsigned loose_blocks = blocks > wanted->blocks.low ? blocks : 0;
    unsigned loose_portals = portals > wanted->portals.low ? 1 : 0;
    if (n < loose_blocks) {
        unsigned char last = (unsigned char)snakebird_blocks[blocks - 1];
        remove_all(draft, (unsigned char)snakebird_blocks[n]);
        for (int cell = 0; cell < grid_size(draft); cell++)
            draft->cells[cell] = draft->cells[cell] == last ? (unsigned char)snakebird_blocks[n] : draft->cells[cell];
    } else if (n < loose_blocks + loose_portals) {
        remove_all(draft, '@');
    }
    return loose_blocks + loose_portals;
}

bool snakebird_take_out(struct grid *draft, unsigned n, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned fruit = draft_count(draft, "+"), spikes = draft_count(draft, "^");
    unsigned loose_pieces = take_out_piece(draft, n, wanted);
    if (n < loose_pieces)
        return true;
    n -= loose_pieces;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        bool loose = (c == '+' && fruit > wanted->fruit.low) || (c == '^' && spikes > wanted->spikes.low);
        if (c == '#' && draft_beside(draft, cell, UP) != '#' && draft_beside(draft, cell, LEFT) != '#') {
            if (n-- == 0) { /* each island has such a corner */
                repaint(draft, cell, '#', '-');
                return true;
            }
        }
        if (loose || (c == '#' && draft_count_beside(draft, cell, '#') <= 1)) {
            if (n-- == 0) {
                draft->cells[cell] = '-';
                return true;
            }
        }
    }
    return false;
}
