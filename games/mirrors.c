/* Mirror images of states; see mirrors.h. */
#include "games/mirrors.h"

#include <stdlib.h>
#include <string.h>

bool mirrors_make(struct mirrors *mirrors, const struct grid *grid, const int *number, unsigned numbers, unsigned kinds)
{
    *mirrors = (struct mirrors){.count = 1, .numbers = numbers};
    for (unsigned symmetry = 1; symmetry < GRID_SYMMETRIES; symmetry++) {
        if (grid_maps_onto_itself(grid, symmetry))
            mirrors->symmetry[mirrors->count++] = (unsigned char)symmetry;
    }
    if (mirrors->count == 1)
        return true;
    mirrors->image = calloc((size_t)mirrors->count * numbers, sizeof *mirrors->image);
    mirrors->key = calloc((size_t)kinds * numbers, sizeof *mirrors->key);
    if (mirrors->image == NULL || mirrors->key == NULL)
        return false;
    for (unsigned n = 0; n < mirrors->count; n++) {
        for (int cell = 0; cell < grid_size(grid); cell++) {
            int image = symmetry_cell(mirrors->symmetry[n], grid->columns, grid->rows, cell);
            if (number[cell] >= 0)
                mirrors->image[n * (size_t)mirrors->numbers + (size_t)number[cell]] = (uint16_t)number[image];
        }
    }
    for (size_t i = 0; i < (size_t)kinds * numbers; i++) {
        for (unsigned n = 0; n < mirrors->count; n++) {
            uint64_t image = i / numbers * numbers + mirrors_cell(mirrors, n, (unsigned)(i % numbers));
            mirrors->key[i][n] = (uint32_t)(puzzle_mix(image) >> 32);
        }
    }
    return true;
}

void mirrors_free(struct mirrors *mirrors)
{
    free(mirrors->image);
    free(mirrors->key);
}

void mirrors_take(unsigned images, mirror_write *write, const struct puzzle *puzzle, const void *position,
                  unsigned char *state)
{
    unsigned char image[MIRRORS_MOST_BYTES];
    write(puzzle, position, (unsigned)__builtin_ctz(images), state);
    for (images &= images - 1; images != 0; images &= images - 1) {
        write(puzzle, position, (unsigned)__builtin_ctz(images), image);
        if (memcmp(image, state, puzzle->state_bytes) < 0)
            memcpy(state, image, puzzle->state_bytes);
    }
}
