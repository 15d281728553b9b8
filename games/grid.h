/* A grid of characters, and the rotations and reflections that map a grid onto another.
 *
 * Cells are numbered row by row from 0.  A symmetry is a number from 0 to 7: bit 0 mirrors left and
 * right, bit 1 then mirrors top and bottom, bit 2 then swaps rows and columns; 0 changes nothing.
 * Symmetries 0 and 1 are those that keep up and down: the ones of games with gravity. */
#ifndef ONLYWAY_GAMES_GRID_H
#define ONLYWAY_GAMES_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GRID_MAX_SIDE = 256, /* columns and rows of a level's text */
    GRID_SYMMETRIES = 8,
};

/* In the order in which moves are listed everywhere. */
enum direction { UP, RIGHT, DOWN, LEFT, DIRECTIONS };

/* How many rows down and how many columns to the right one step in a direction leads. */
extern const int direction_down[DIRECTIONS], direction_across[DIRECTIONS];

struct grid {
    int columns, rows;
    unsigned char *cells; /* columns * rows characters, owned */
};

/* Makes a grid filled with one character.  False: out of memory. */
bool grid_make(struct grid *grid, int columns, int rows, unsigned char fill);
bool grid_copy(struct grid *to, const struct grid *from);
void grid_free(struct grid *grid);

static inline int grid_size(const struct grid *grid)
{
    return grid->columns * grid->rows;
}

/* The character at a place; `outside` where the place is not in the grid. */
static inline unsigned char grid_at(const struct grid *grid, int row, int column, unsigned char outside)
{
    if (row < 0 || column < 0 || row >= grid->rows || column >= grid->columns)
        return outside;
    return grid->cells[row * grid->columns + column];
}

/* The cell beside another in some direction, or -1 where the grid ends. */
static inline int grid_beside(const struct grid *grid, int cell, unsigned direction)
{
    int columns = grid->columns;
    switch (direction) {
    case UP:
        return cell >= columns ? cell - columns : -1;
    case RIGHT:
        return (cell + 1) % columns != 0 ? cell + 1 : -1;
    case DOWN:
        return cell + columns < grid_size(grid) ? cell + columns : -1;
    default:
        return cell % columns != 0 ? cell - 1 : -1;
    }
}

/* Whether a cell lies in an outermost row or column. */
static inline bool grid_is_edge(const struct grid *grid, int cell)
{
    int row = cell / grid->columns, column = cell % grid->columns;
    return row == 0 || column == 0 || row == grid->rows - 1 || column == grid->columns - 1;
}

/* Marks `from` and all cells that hang together with it, over cells that are neither `wall` nor
 * marked before.  `queue`, with room for all cells of the grid, receives them, the nearest first.
 * Returns how many they are. */
int grid_flood(const struct grid *grid, int from, unsigned char wall, bool *reached, int *queue);

enum direction direction_opposite(enum direction direction);

/* Where a cell and a direction of a columns x rows grid go under a symmetry. */
int symmetry_cell(unsigned symmetry, int columns, int rows, int cell);
enum direction symmetry_direction(unsigned symmetry, enum direction direction);

/* Maps a whole grid.  `cells` receives the mapped cells (as many as the grid has); its columns are
 * the grid's rows for symmetries with bit 2. */
void grid_transform(const struct grid *grid, unsigned symmetry, unsigned char *cells);

/* Whether a symmetry makes the same grid of a grid. */
bool grid_maps_onto_itself(const struct grid *grid, unsigned symmetry);

/* Whether the outermost rows and columns consist of `frame` alone. */
bool grid_has_frame(const struct grid *grid, unsigned char frame);

/* A copy with one more row or column of `frame` on each side, whatever the size becomes.  False:
 * out of memory. */
bool grid_with_frame(const struct grid *grid, unsigned char frame, struct grid *framed);

/* A copy without its outermost rows and columns, where those consist of `frame` alone; a plain copy
 * otherwise.  False: out of memory. */
bool grid_without_frame(const struct grid *grid, unsigned char frame, struct grid *bare);

/* A copy without all outer rows and columns that consist of one character alone, however many there
 * are; at least one cell is left.  False: out of memory. */
bool grid_trim(const struct grid *grid, unsigned char fill, struct grid *bare);

/* The smallest of the grid's images under symmetries, given as bits and forming a group: first by number
 * of columns, then by characters.  Two grids have the same smallest image just when they are images of
 * each other.  False: out of memory. */
bool grid_canonical(const struct grid *grid, unsigned symmetries, struct grid *canonical);

/* 64-bit FNV-1a hash of the smallest image and its columns. */
uint64_t grid_canonical_hash(const struct grid *canonical);

#endif
