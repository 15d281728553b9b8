/* Placing pieces in drafts; see place.h. */
#include "gen/snakebird/place.h"

#include "gen/climb/draft.h"

#include <stdlib.h>
#include <string.h>

const char snakebird_heads[] = "Aa0", snakebird_blocks[] = "%&$!;:,=/";

enum { TRIES = 40, MOST_BLOCK_CELLS = 4, LONGEST_BIRD = 26 };

/* Counts how many of the characters occur, up to the first one that does not. */
static unsigned count_first(const struct grid *draft, const char *characters)
{
    unsigned count = 0;
    while (characters[count] != '\0' && memchr(draft->cells, characters[count], (size_t)grid_size(draft)) != NULL)
        count++;
    return count;
}

unsigned draft_birds(const struct grid *draft)
{
    return count_first(draft, snakebird_heads);
}

unsigned draft_blocks(const struct grid *draft)
{
    return count_first(draft, snakebird_blocks);
}

unsigned char draft_beside(const struct grid *draft, int cell, int direction)
{
    int next = grid_beside(draft, cell, (unsigned)direction);
    return next < 0 ? '-' : draft->cells[next];
}

unsigned draft_count_beside(const struct grid *draft, int cell, unsigned char c)
{
    unsigned count = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        count += draft_beside(draft, cell, i) == c;
    return count;
}

int draft_hit(const struct grid *draft, unsigned char c, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = (int)rng_below(rng, (uint32_t)grid_size(draft));
        if (draft->cells[cell] == c)
            return cell;
    }
    return -1;
}

bool place_one(struct grid *draft, unsigned char c, struct rng *rng)
{
    int cell = draft_hit(draft, '-', rng);
    if (cell >= 0)
        draft->cells[cell] = c;
    return cell >= 0;
}

bool place_spike(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = draft_hit(draft, '-', rng);
        if (cell >= 0 && draft_count_beside(draft, cell, '#') > 0) {
            draft->cells[cell] = '^';
            return true;
        }
    }
    return false;
}

bool place_portal(struct grid *draft, struct rng *rng)
{
    enum { LEAST_DISTANCE = 3 };
    int columns = draft->columns;
    for (int i = 0; i < TRIES; i++) {
        int a = draft_hit(draft, '-', rng), b = draft_hit(draft, '-', rng);
        if (a >= 0 && b >= 0 && abs(a / columns - b / columns) + abs(a % columns - b % columns) >= LEAST_DISTANCE) {
            draft->cells[a] = draft->cells[b] = '@';
            return true;
        }
    }
    return false;
}

void place_island(struct grid *draft, struct rng *rng)
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

/* Whether a cell's content may hold a piece up: ground, fruit, a bird or a block, but nothing that pieces fall
 * through or die on. */
static bool may_hold(unsigned char c)
{
    return strchr("-^*@", c) == NULL;
}

/* A random path through air that starts above something that may hold it up.  Returns the number of its cells. */
static unsigned walk_through_air(struct grid *draft, unsigned length, int *body, struct rng *rng)
{
    unsigned count = 0;
    int cell = draft_hit(draft, '-', rng);
    if (cell < 0 || !may_hold(draft_beside(draft, cell, DOWN)))
        return 0;
    while (cell >= 0 && count < length) {
        body[count++] = cell;
        draft->cells[cell] = '.';
        int d = (int)rng_below(rng, DIRECTIONS), from = cell;
        cell = -1;
        for (int k = 0; k < DIRECTIONS && cell < 0; k++, d = (d + 1) % DIRECTIONS) {
            int next = grid_beside(draft, from, (unsigned)d);
            if (next >= 0 && draft->cells[next] == '-')
                cell = next;
        }
    }
    for (unsigned i = 0; i < count; i++)
        draft->cells[body[i]] = '-';
    return count;
}

bool place_bird(struct grid *draft, unsigned char head, unsigned length, struct rng *rng)
{
    int body[LONGEST_BIRD];
    for (int i = 0; i < TRIES; i++) {
        if (walk_through_air(draft, length, body, rng) < length)
            continue;
        bool reversed = rng_below(rng, 2) == 0;
        for (unsigned k = 0; k < length; k++)
            draft->cells[body[k]] = (unsigned char)(head + (reversed ? length - 1 - k : k));
        return true;
    }
    return false;
}

bool place_block(struct grid *draft, unsigned char symbol, struct rng *rng)
{
    int body[MOST_BLOCK_CELLS];
    unsigned length = 1 + rng_below(rng, MOST_BLOCK_CELLS);
    for (int i = 0; i < TRIES; i++) {
        if (walk_through_air(draft, length, body, rng) < length)
            continue;
        for (unsigned k = 0; k < length; k++)
            draft->cells[body[k]] = symbol;
        return true;
    }
    return false;
}

void remove_bird(struct grid *draft, unsigned char head)
{
    unsigned letters = head == '0' ? 10 : 26;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        if (c >= head && c < head + letters)
            draft->cells[cell] = '-';
    }
}

void remove_all(struct grid *draft, unsigned char c)
{
    for (int cell = 0; cell < grid_size(draft); cell++)
        draft->cells[cell] = draft->cells[cell] == c ? '-' : draft->cells[cell];
}
