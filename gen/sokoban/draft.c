/* Making Sokoban rooms; see draft.h. */
#include "gen/sokoban/draft.h"

#include <string.h>

unsigned sokoban_draft_floor(const struct sokoban_draft *draft)
{
    unsigned count = 0;
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++)
        count += draft->floor[cell];
    return count;
}

/* --- tidying up --- */

/* The directions in which a cell has floor next to it, as a bit set. */
static unsigned open_sides(const struct sokoban_draft *draft, int cell)
{
    struct grid grid = sokoban_draft_grid(draft);
    unsigned open = 0;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        int next = grid_beside(&grid, cell, direction);
        open |= (unsigned)(next >= 0 && draft->floor[next]) << direction;
    }
    return open;
}

void sokoban_draft_tidy(struct sokoban_draft *draft)
{
    struct grid grid = sokoban_draft_grid(draft);
    bool reached[SOKOBAN_DRAFT_CELLS] = {false};
    int part[SOKOBAN_DRAFT_CELLS], largest[SOKOBAN_DRAFT_CELLS], most = 0;
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++) {
        int count = draft->floor[cell] && !reached[cell] ? grid_flood(&grid, cell, false, reached, part) : 0;
        if (count > most) {
            most = count;
            memcpy(largest, part, (size_t)count * sizeof *part);
        }
    }
    memset(draft->floor, false, sizeof draft->floor);
    for (int n = 0; n < most; n++)
        draft->floor[largest[n]] = true;
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++) {
        if (draft->floor[cell] && __builtin_popcount(open_sides(draft, cell)) < 2) {
            draft->floor[cell] = false;
            cell = -1; /* others may have become dead ends */
        }
    }
}

/* --- creating rooms --- */

void sokoban_draft_scatter(struct sokoban_draft *draft, unsigned walls, struct rng *rng)
{
    unsigned cells = (unsigned)sokoban_draft_size(draft), left = walls;
    for (unsigned cell = 0; cell < cells; cell++) {
        draft->floor[cell] = rng_below(rng, cells - cell) >= left;
        left -= !draft->floor[cell];
    }
    sokoban_draft_tidy(draft);
}

/* Carves a path with one bend. */
static void carve_way(struct sokoban_draft *draft, int from, int to, bool down_first)
{
    int row = from / draft->columns, column = from % draft->columns;
    int to_row = to / draft->columns, to_column = to % draft->columns;
    draft->floor[from] = true;
    while (row != to_row || column != to_column) {
        if (row != to_row && (down_first || column == to_column))
            row += to_row > row ? 1 : -1;
        else
            column += to_column > column ? 1 : -1;
        draft->floor[row * draft->columns + column] = true;
    }
}

void sokoban_draft_carve(struct sokoban_draft *draft, unsigned walls, struct rng *rng)
{
    enum { LARGE = 64 }; /* with this many cells or more, the paths form a ring and cross */
    unsigned cells = (unsigned)sokoban_draft_size(draft), side = rng_below(rng, DIRECTIONS);
    int ends[DIRECTIONS];
    memset(draft->floor, false, sizeof draft->floor);
    for (unsigned n = 0; n < DIRECTIONS; n++) { /* random cells in the outermost rows and columns */
        unsigned at = (side + n) % DIRECTIONS;
        int row = at == UP ? 0 : at == DOWN ? draft->rows - 1 : (int)rng_below(rng, (uint32_t)draft->rows);
        int column = at == LEFT ? 0 : at == RIGHT ? draft->columns - 1 : (int)rng_below(rng, (uint32_t)draft->columns);
        ends[n] = row * draft->columns + column;
    }
    for (unsigned n = 1; n < DIRECTIONS; n++)
        carve_way(draft, ends[n - 1], ends[n], rng_below(rng, 2) == 0);
    if (cells >= LARGE) {
        carve_way(draft, ends[3], ends[0], rng_below(rng, 2) == 0);
        /* Drawn one at a time, because compilers differ in the order in which they evaluate arguments. */
        bool down_first = rng_below(rng, 2) == 0;
        int to = ends[2 + rng_below(rng, 2)], from = ends[rng_below(rng, 2)];
        carve_way(draft, from, to, down_first);
    }
    while (cells - sokoban_draft_floor(draft) > walls) {
        /* A small block at a random floor cell becomes floor. */
        static const unsigned char sides[][2] = {{1, 2}, {2, 1}, {2, 2}, {2, 2}, {1, 3}, {3, 1}};
        int cell;
        do {
            cell = (int)rng_below(rng, (uint32_t)sokoban_draft_size(draft));
        } while (!draft->floor[cell]);
        const unsigned char *block = sides[rng_below(rng, sizeof sides / sizeof *sides)];
        int top = cell / draft->columns - (int)rng_below(rng, block[0]);
        int left = cell % draft->columns - (int)rng_below(rng, block[1]);
        for (int r = top; r < top + block[0]; r++) {
            for (int c = left; c < left + block[1]; c++) {
                if (r >= 0 && r < draft->rows && c >= 0 && c < draft->columns)
                    draft->floor[r * draft->columns + c] = true;
            }
        }
    }
    sokoban_draft_tidy(draft);
}

void sokoban_draft_rooms(struct sokoban_draft *draft, struct rng *rng)
{
    enum { LARGE = 42 }; /* with this many cells or more, there may be five rooms */
    unsigned count = 2 + rng_below(rng, sokoban_draft_size(draft) < LARGE ? 3 : 4);
    int last = -1;
    memset(draft->floor, false, sizeof draft->floor);
    for (unsigned n = 0; n < count; n++) {
        int high = 1 + (int)rng_below(rng, (uint32_t)(draft->rows / 2 + 1));
        int wide = (high > 1 ? 1 : 2) + (int)rng_below(rng, (uint32_t)(draft->columns / 2 + 1));
        high = high < draft->rows ? high : draft->rows;
        wide = wide < draft->columns ? wide : draft->columns;
        int row = (int)rng_below(rng, (uint32_t)(draft->rows - high + 1));
        int column = (int)rng_below(rng, (uint32_t)(draft->columns - wide + 1));
        for (int r = row; r < row + high; r++)
            memset(draft->floor + r * draft->columns + column, true, (size_t)wide);
        if (high > 2 && wide > 2 && rng_below(rng, 3) != 0)
            draft->floor[(row + 1) * draft->columns + column + 1 + (int)rng_below(rng, (uint32_t)(wide - 2))] = false;
        int middle = (row + high / 2) * draft->columns + column + wide / 2;
        if (last >= 0)
            carve_way(draft, last, middle, rng_below(rng, 2) == 0);
        last = middle;
    }
    sokoban_draft_tidy(draft);
}

void sokoban_draft_cut(struct sokoban_draft *draft, struct rng *rng)
{
    int high = 1 + (int)rng_below(rng, (uint32_t)(draft->rows + 1) / 3);
    int wide = 1 + (int)rng_below(rng, (uint32_t)(draft->columns + 1) / 3);
    int low = draft->rows - high, right = draft->columns - wide;
    int row = rng_below(rng, 2) == 0 ? 0 : low, column = rng_below(rng, 2) == 0 ? 0 : right;
    unsigned kind = rng_below(rng, 3); /* a notch in a side, or a corner */
    if (kind == 0)
        row = (int)rng_below(rng, (uint32_t)(low + 1));
    else if (kind == 1)
        column = (int)rng_below(rng, (uint32_t)(right + 1));
    for (int r = row; r < row + high; r++)
        memset(draft->floor + r * draft->columns + column, false, (size_t)wide);
}

void sokoban_draft_toggle(struct sokoban_draft *draft, bool niche, struct rng *rng)
{
    enum { TRIES = 10, OPEN = 3 };
    for (unsigned tries = 0; tries < TRIES; tries++) {
        int cell = (int)rng_below(rng, (uint32_t)sokoban_draft_size(draft));
        int open = draft->floor[cell] == niche ? 0 : __builtin_popcount(open_sides(draft, cell));
        if (niche ? open == 1 : open >= OPEN) {
            draft->floor[cell] = niche;
            return;
        }
    }
}

/* --- symmetry --- */

void sokoban_draft_repeat(struct sokoban_draft *draft, const struct sokoban_draft *before,
                          enum composition_symmetry symmetry)
{
    struct grid grid = sokoban_draft_grid(draft);
    composition_repeat(symmetry, &grid, (const unsigned char *)before->floor, "", "");
}

void sokoban_draft_mirror(struct sokoban_draft *draft, enum composition_symmetry symmetry)
{
    struct sokoban_draft before = *draft;
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++)
        before.floor[cell] = !draft->floor[cell];
    sokoban_draft_repeat(draft, &before, symmetry);
}

bool sokoban_draft_is_symmetric(const struct sokoban_draft *draft, enum composition_symmetry symmetry)
{
    struct grid grid = sokoban_draft_grid(draft);
    return composition_holds(symmetry, &grid, "", "");
}

/* --- properties --- */

bool sokoban_draft_spans(const struct sokoban_draft *draft)
{
    struct grid grid = sokoban_draft_grid(draft);
    return grid_bare_sides(&grid, false) == 0;
}

bool sokoban_draft_has_space(const struct sokoban_draft *draft)
{
    enum { SPARED = 2, PART = 3, LARGE = 64, QUARTER_PART = 8 };
    unsigned tunnels = 0, quarters[4] = {0}, floor = sokoban_draft_floor(draft);
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++) {
        bool low = cell / draft->columns * 2 >= draft->rows, right = cell % draft->columns * 2 >= draft->columns;
        quarters[2 * low + right] += draft->floor[cell];
        unsigned open = open_sides(draft, cell);
        tunnels += draft->floor[cell] && (open == (1u << UP | 1u << DOWN) || open == (1u << LEFT | 1u << RIGHT));
    }
    bool fills = true; /* each quarter has its part of the floor */
    for (unsigned n = 0; n < 4; n++)
        fills = fills && quarters[n] >= floor / QUARTER_PART;
    return tunnels <= SPARED + floor / PART && (sokoban_draft_size(draft) < LARGE || fills);
}

bool sokoban_draft_is_first(const struct sokoban_draft *draft)
{
    struct grid grid = sokoban_draft_grid(draft);
    unsigned count =
        draft->columns == draft->rows ? GRID_SYMMETRIES : GRID_SYMMETRIES / 2; /* those that keep its size */
    for (unsigned symmetry = 1; symmetry < count; symmetry++) {
        unsigned char image[SOKOBAN_DRAFT_CELLS];
        grid_transform(&grid, symmetry, image);
        if (memcmp(image, grid.cells, (size_t)grid_size(&grid)) < 0)
            return false;
    }
    return true;
}
