/* Random small LongCat levels; see levels.h. */
#include "tests/levels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t chance_next(struct chance *chance)
{
    uint64_t z = chance->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

int chance_below(struct chance *chance, int below)
{
    return (int)(chance_next(chance) % (uint64_t)below);
}

uint64_t chance_seed(void)
{
    const char *seed = getenv("ONLYWAY_TEST_SEED");
    return seed == NULL ? 1 : strtoull(seed, NULL, 10);
}

uint64_t chance_seeds(uint64_t few, uint64_t times)
{
    if (getenv("ONLYWAY_TEST_SEED") != NULL)
        return 1;
    return getenv("ONLYWAY_TEST_LONG") != NULL ? times * few : few;
}

static struct grid new_grid(int columns, int rows, unsigned char fill)
{
    struct grid grid;
    if (!grid_make(&grid, columns, rows, fill))
        abort();
    return grid;
}

static struct grid random_board(struct chance *chance, int side, unsigned char fill)
{
    int columns = side - chance_below(chance, 1 + chance_below(chance, side));
    int rows = side - chance_below(chance, 1 + chance_below(chance, side));
    if (chance_below(chance, 8) == 0) {
        rows = 1 + chance_below(chance, 3);
        columns = 1 + chance_below(chance, side * side / rows);
        if (chance_below(chance, 2) == 0)
            return new_grid(rows, columns, fill);
    }
    return new_grid(columns, rows, fill);
}

static int neighbour(const struct grid *grid, int cell, int direction)
{
    int row = cell / grid->columns + direction_down[direction];
    int column = cell % grid->columns + direction_across[direction];
    bool inside = row >= 0 && column >= 0 && row < grid->rows && column < grid->columns;
    return inside ? row * grid->columns + column : -1;
}

/* Slides a head through unknown cells ('?').  To stop it, makes the next cell a wall.  Turns the remaining unknown
 * cells into walls, so the level has at least one solution. */
static void walk(struct chance *chance, struct grid *grid)
{
    int head = chance_below(chance, grid_size(grid)), cat = head;
    grid->cells[head] = ' ';
    for (int tries = 2 + chance_below(chance, 60); tries > 0; tries--) {
        int direction = chance_below(chance, DIRECTIONS);
        int next = neighbour(grid, head, direction);
        if (next < 0 || grid->cells[next] != '?')
            continue;
        while (next >= 0 && grid->cells[next] == '?' && chance_below(chance, 5) > 0) {
            grid->cells[next] = ' ';
            head = next;
            next = neighbour(grid, head, direction);
        }
        if (next >= 0 && grid->cells[next] == '?')
            grid->cells[next] = '#';
    }
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] == '?')
            grid->cells[cell] = '#';
    }
    grid->cells[cat] = 'C';
}

/* Makes the walls symmetric, and puts the cat on a cell that the symmetry does not move.  Returns false if there is
 * no such cell. */
static bool make_symmetric(struct chance *chance, struct grid *grid, unsigned symmetry)
{
    int size = grid_size(grid), fixed = 0, cat = -1;
    for (int round = 0; round < 4; round++) {
        for (int cell = 0; cell < size; cell++) {
            if (grid->cells[cell] == '#')
                grid->cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)] = '#';
        }
    }
    for (int cell = 0; cell < size; cell++) {
        if (symmetry_cell(symmetry, grid->columns, grid->rows, cell) == cell && chance_below(chance, ++fixed) == 0)
            cat = cell;
    }
    if (cat >= 0)
        grid->cells[cat] = 'C';
    return cat >= 0;
}

/* Returns the level with rows and columns of wall around it. */
static struct grid surround(struct chance *chance, struct grid grid)
{
    int around[DIRECTIONS];
    bool frame = chance_below(chance, 2) == 0;
    for (int d = 0; d < DIRECTIONS; d++)
        around[d] = frame ? 1 : chance_below(chance, 3);
    struct grid wide =
        new_grid(grid.columns + around[LEFT] + around[RIGHT], grid.rows + around[UP] + around[DOWN], '#');
    for (int row = 0; row < grid.rows; row++)
        memcpy(wide.cells + (row + around[UP]) * wide.columns + around[LEFT], grid.cells + row * grid.columns,
               (size_t)grid.columns);
    grid_free(&grid);
    return wide;
}

struct grid random_level(struct chance *chance, int side)
{
    int kind = chance_below(chance, 4);
    struct grid grid = random_board(chance, side, kind < 2 ? '?' : ' ');
    if (kind < 2) {
        walk(chance, &grid);
    } else {
        unsigned symmetry = 1 + (unsigned)chance_below(chance, GRID_SYMMETRIES - 1);
        bool turns = symmetry & 4 && grid.columns != grid.rows;
        int share = chance_below(chance, 70);
        for (int cell = 0; cell < grid_size(&grid); cell++) {
            if (chance_below(chance, 100) < share)
                grid.cells[cell] = '#';
        }
        if (kind == 2 || turns || !make_symmetric(chance, &grid, symmetry))
            grid.cells[chance_below(chance, grid_size(&grid))] = 'C';
    }
    return chance_below(chance, 3) > 0 ? surround(chance, grid) : grid;
}

struct puzzle *load_level(const struct grid *grid)
{
    struct complaint complaint = {0};
    struct puzzle *puzzle = game_longcat.load(grid, (struct variant){0}, &complaint);
    if (puzzle == NULL) {
        fprintf(stderr, "%d:%d: %s\n", complaint.row, complaint.column, complaint.message);
        abort();
    }
    return puzzle;
}

struct puzzle *load_text(const char *text)
{
    int columns = (int)strcspn(text, "\n"), rows = (int)strlen(text) / (columns + 1);
    struct grid grid = new_grid(columns, rows, '#');
    for (int row = 0; row < rows; row++)
        memcpy(grid.cells + row * columns, text + row * (columns + 1), (size_t)columns);
    struct puzzle *puzzle = load_level(&grid);
    grid_free(&grid);
    return puzzle;
}

void print_level(const struct grid *grid, uint64_t seed, const char *what)
{
    fprintf(stderr, "%s, seed %" PRIu64 ":\n", what, seed);
    for (int row = 0; row < grid->rows; row++)
        fprintf(stderr, "%.*s\n", grid->columns, (const char *)grid->cells + row * grid->columns);
}
