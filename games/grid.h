/* A grid of characters, and the rotations and reflections that map one grid onto another.
 *
 * Cells are numbered row by row from 0.  A symmetry is a number from 0 to 7: bit 0 mirrors left and right, then bit
 * 1 mirrors top and bottom, then bit 2 swaps rows and columns; 0 is the identity.  Symmetries 0 and 1 keep up and
 * down; games with gravity use only these. */
#ifndef ONLYWAY_GAMES_GRID_H
#define ONLYWAY_GAMES_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GRID_MAX_SIDE = 256, /* limit on the columns and rows of a level's text */
    GRID_SYMMETRIES = 8,
};

/* Moves are listed in this order everywhere. */
enum direction { UP, RIGHT, DOWN, LEFT, DIRECTIONS };

/* The row and column offsets of one step in a direction. */
extern const int direction_down[DIRECTIONS], direction_across[DIRECTIONS];

struct grid {
    int columns, rows;
    unsigned char *cells; /* columns * rows characters, owned */
};

/* Makes a grid filled with one character.  Returns false if memory runs out. */
bool grid_make(struct grid *grid, int columns, int rows, unsigned char fill);
bool grid_copy(struct grid *to, const struct grid *from);
void grid_free(struct grid *grid);

static inline int grid_size(const struct grid *grid)
{
    return grid->columns * grid->rows;
}

/* The character at a position, or `outside` if the position is not in the grid. */
static inline unsigned char grid_at(const struct grid *grid, int row, int column, unsigned char outside)
{
    if (row < 0 || column < 0 || row >= grid->rows || column >= grid->columns)
        return outside;
    return grid->cells[row * grid->columns + column];
}

/* The neighbouring cell in a direction, or -1 at the edge of the grid. */
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

/* Whether a cell is in an outermost row or column. */
static inline bool grid_is_edge(const struct grid *grid, int cell)
{
    int row = cell / grid->columns, column = cell % grid->columns;
    return row == 0 || column == 0 || row == grid->rows - 1 || column == grid->columns - 1;
}

/* Marks `from` and all cells connected to it, through cells that are neither `wall` nor already marked.  `queue` has
 * capacity for all cells of the grid and receives the marked cells, nearest first.  Returns their number. */
int grid_flood(const struct grid *grid, int from, unsigned char wall, bool *reached, int *queue);

/* Numbers the cells that are not `wall`, row by row.  place[n] receives the n-th of them, and next[n * DIRECTIONS +
 * direction] the number of the cell beside it, or -1.  `next` has capacity for one more number for each cell of the
 * grid, as scratch. */
void grid_number(const struct grid *grid, unsigned char wall, int *place, int *next);

enum direction direction_opposite(enum direction direction);

/* Maps a cell or a direction of a columns x rows grid by a symmetry. */
int symmetry_cell(unsigned symmetry, int columns, int rows, int cell);
enum direction symmetry_direction(unsigned symmetry, enum direction direction);

/* Maps a whole grid.  `cells` has capacity for all cells of the grid and receives the mapped ones.  For symmetries with
 * bit 2, the result has as many columns as the grid has rows. */
void grid_transform(const struct grid *grid, unsigned symmetry, unsigned char *cells);

/* Whether a symmetry maps a grid onto itself. */
bool grid_maps_onto_itself(const struct grid *grid, unsigned symmetry);

/* Whether the outermost rows and columns consist only of `frame`. */
bool grid_has_frame(const struct grid *grid, unsigned char frame);

/* Makes a copy with one more row or column of `frame` on each side, without checking the new size.  Returns false if
 * memory runs out. */
bool grid_with_frame(const struct grid *grid, unsigned char frame, struct grid *framed);

/* A rectangle of cells. */
struct grid_box {
    int top, left, rows, columns;
};

/* The smallest box around all cells that do not hold `fill`; of at least one cell. */
struct grid_box grid_extent(const struct grid *grid, unsigned char fill);

/* How many of the first and last row and the first and last column hold only `fill`.  If all of several cells do, more
 * than 0. */
int grid_bare_sides(const struct grid *grid, unsigned char fill);

/* Makes a copy of a box of a grid.  Returns false if memory runs out. */
bool grid_part(const struct grid *grid, struct grid_box box, struct grid *part);

/* Makes a copy without the outermost rows and columns if they consist only of `frame`; otherwise a plain copy.
 * Returns false if memory runs out. */
bool grid_without_frame(const struct grid *grid, unsigned char frame, struct grid *bare);

/* Makes a copy of the extent. */
bool grid_trim(const struct grid *grid, unsigned char fill, struct grid *bare);

/* Makes the smallest image of a grid under `symmetries`, a bit set that forms a group.  Images compare by number of
 * columns, then by characters.  Two grids have the same smallest image exactly if they are images of each other.
 * Returns false if memory runs out. */
bool grid_canonical(const struct grid *grid, unsigned symmetries, struct grid *canonical);

/* 64-bit FNV-1a hash of the smallest image and its number of columns. */
uint64_t grid_canonical_hash(const struct grid *canonical);

#endif
