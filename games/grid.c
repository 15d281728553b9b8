/* Grids and their symmetries; see grid.h. */
#include "games/grid.h"

#include "base/checksum.h"

#include <stdlib.h>
#include <string.h>

const int direction_down[DIRECTIONS] = {-1, 0, 1, 0}, direction_across[DIRECTIONS] = {0, 1, 0, -1};

bool grid_make(struct grid *grid, int columns, int rows, unsigned char fill)
{
    size_t size = (size_t)columns * (size_t)rows;
    unsigned char *cells = malloc(size > 0 ? size : 1);
    if (cells == NULL)
        return false;
    memset(cells, fill, size);
    *grid = (struct grid){columns, rows, cells};
    return true;
}

bool grid_copy(struct grid *to, const struct grid *from)
{
    if (!grid_make(to, from->columns, from->rows, ' '))
        return false;
    memcpy(to->cells, from->cells, (size_t)grid_size(from));
    return true;
}

/* Copies a block of the size of `block`, whose first cell is `source` in `from` and `target` in `to`. */
static void copy_block(struct grid *to, int target, const struct grid *from, int source, const struct grid *block)
{
    for (int row = 0; row < block->rows; row++)
        memcpy(to->cells + target + row * to->columns, from->cells + source + row * from->columns,
               (size_t)block->columns);
}

void grid_free(struct grid *grid)
{
    free(grid->cells);
    *grid = (struct grid){0};
}

int grid_flood(const struct grid *grid, int from, unsigned char wall, bool *reached, int *queue)
{
    int count = 0;
    reached[from] = true;
    queue[count++] = from;
    for (int first = 0; first < count; first++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int next = grid_beside(grid, queue[first], direction);
            if (next < 0 || grid->cells[next] == wall || reached[next])
                continue;
            reached[next] = true;
            queue[count++] = next;
        }
    }
    return count;
}

void grid_number(const struct grid *grid, unsigned char wall, int *place, int *next)
{
    int count = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[cell] != wall)
            place[count++] = cell;
    }
    int *number = next + count * DIRECTIONS;
    for (int cell = 0; cell < grid_size(grid); cell++)
        number[cell] = -1;
    for (int n = 0; n < count; n++)
        number[place[n]] = n;
    for (int n = 0; n < count; n++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            int beside = grid_beside(grid, place[n], direction);
            next[n * DIRECTIONS + (int)direction] = beside < 0 ? -1 : number[beside];
        }
    }
}

enum direction direction_opposite(enum direction direction)
{
    return (direction + 2) % DIRECTIONS;
}

int symmetry_cell(unsigned symmetry, int columns, int rows, int cell)
{
    int row = cell / columns, column = cell % columns;
    if (symmetry & 1)
        column = columns - 1 - column;
    if (symmetry & 2)
        row = rows - 1 - row;
    return symmetry & 4 ? column * rows + row : row * columns + column;
}

enum direction symmetry_direction(unsigned symmetry, enum direction direction)
{
    bool sideways = direction == LEFT || direction == RIGHT;
    if ((symmetry & 1 && sideways) || (symmetry & 2 && !sideways))
        direction = direction_opposite(direction);
    if (symmetry & 4) {
        static const enum direction swapped[] = {[UP] = LEFT, [LEFT] = UP, [DOWN] = RIGHT, [RIGHT] = DOWN};
        direction = swapped[direction];
    }
    return direction;
}

void grid_transform(const struct grid *grid, unsigned symmetry, unsigned char *cells)
{
    int size = grid_size(grid);
    for (int cell = 0; cell < size; cell++)
        cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)] = grid->cells[cell];
}

bool grid_maps_onto_itself(const struct grid *grid, unsigned symmetry)
{
    if (symmetry & 4 && grid->columns != grid->rows)
        return false;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid->cells[symmetry_cell(symmetry, grid->columns, grid->rows, cell)] != grid->cells[cell])
            return false;
    }
    return true;
}

struct grid_box grid_extent(const struct grid *grid, unsigned char fill)
{
    int top = grid->rows, bottom = 0, left = grid->columns, right = 0;
    for (int cell = 0; cell < grid_size(grid); cell++) {
        int row = cell / grid->columns, column = cell % grid->columns;
        if (grid->cells[cell] == fill)
            continue;
        top = row < top ? row : top;
        bottom = row;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    if (top == grid->rows)
        top = left = 0;
    return (struct grid_box){top, left, bottom - top + 1, right - left + 1};
}

int grid_bare_sides(const struct grid *grid, unsigned char fill)
{
    struct grid_box box = grid_extent(grid, fill);
    return (box.top > 0) + (box.left > 0) + (box.top + box.rows < grid->rows) +
           (box.left + box.columns < grid->columns);
}

bool grid_part(const struct grid *grid, struct grid_box box, struct grid *part)
{
    if (!grid_make(part, box.columns, box.rows, 0))
        return false;
    copy_block(part, 0, grid, box.top * grid->columns + box.left, part);
    return true;
}

bool grid_trim(const struct grid *grid, unsigned char fill, struct grid *bare)
{
    return grid_part(grid, grid_extent(grid, fill), bare);
}

bool grid_has_frame(const struct grid *grid, unsigned char frame)
{
    for (int cell = 0; cell < grid_size(grid); cell++) {
        if (grid_is_edge(grid, cell) && grid->cells[cell] != frame)
            return false;
    }
    return true;
}

bool grid_with_frame(const struct grid *grid, unsigned char frame, struct grid *framed)
{
    if (!grid_make(framed, grid->columns + 2, grid->rows + 2, frame))
        return false;
    copy_block(framed, framed->columns + 1, grid, 0, grid);
    return true;
}

bool grid_without_frame(const struct grid *grid, unsigned char frame, struct grid *bare)
{
    if (grid->columns < 3 || grid->rows < 3 || !grid_has_frame(grid, frame))
        return grid_copy(bare, grid);
    return grid_part(grid, (struct grid_box){1, 1, grid->rows - 2, grid->columns - 2}, bare);
}

bool grid_canonical(const struct grid *grid, unsigned symmetries, struct grid *canonical)
{
    size_t size = (size_t)grid_size(grid);
    unsigned char *image = malloc(size > 0 ? size : 1);
    if (image == NULL || !grid_copy(canonical, grid)) {
        free(image);
        return false;
    }
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        int columns = symmetry & 4 ? grid->rows : grid->columns;
        if ((symmetries >> symmetry & 1) == 0 || columns > canonical->columns)
            continue;
        grid_transform(grid, symmetry, image);
        if (columns < canonical->columns || memcmp(image, canonical->cells, size) < 0) {
            memcpy(canonical->cells, image, size);
            canonical->columns = columns;
            canonical->rows = columns == grid->columns ? grid->rows : grid->columns;
        }
    }
    free(image);
    return true;
}

uint64_t grid_canonical_hash(const struct grid *canonical)
{
    uint64_t hash = (CHECKSUM_START ^ (uint64_t)canonical->columns) * CHECKSUM_PRIME;
    return checksum_add(hash, canonical->cells, (size_t)grid_size(canonical));
}
