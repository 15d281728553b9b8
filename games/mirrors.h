/* Mirror images of states: rotated or reflected by what maps the board onto itself.
 *
 * Where a symmetry of the grid changes nothing of what never changes in a level (walls, goals), a state and its
 * image have the same future, however the level begins.  So a search needs one state for all images
 * (`merge` in games/puzzle.h); at best it has eight times fewer.
 *
 * Which image that is must be known without making them all.  So each piece has a random number for each cell
 * where it may stand, and the sum of a state's numbers is its *key*.  The keys of all images are found at
 * once, as a row of numbers for each piece and cell: those of the cells that the symmetries lead to.
 * The image of the lowest key stands for all; and where several have that key, because they look alike or by
 * chance, the one whose bytes come first. */
#ifndef ONLYWAY_GAMES_MIRRORS_H
#define ONLYWAY_GAMES_MIRRORS_H

#include "games/grid.h"

enum { MIRRORS_MOST_BYTES = 1024 }; /* of a state that is looked at in the mirrors */

struct mirrors {
    unsigned count; /* how many images a state has, itself being the first; 1: there is no symmetry */
    unsigned char symmetry[GRID_SYMMETRIES];
    unsigned numbers;                 /* cells are numbered below that */
    uint16_t *image;                  /* [count * numbers] where cells go */
    uint32_t (*key)[GRID_SYMMETRIES]; /* [kinds * numbers] of the images of a piece */
};

/* Finds those of the first `symmetries` symmetries that map a grid onto itself, in which the level has everything
 * that never changes, walls and what is beyond them included.  `number` has the number of each of its cells, or
 * -1 where no piece can be; it is less than `numbers`, 65536 at most.  False: out of memory. */
bool mirrors_make(struct mirrors *mirrors, const struct grid *grid, unsigned symmetries, const int *number,
                  unsigned numbers, unsigned kinds);
void mirrors_free(struct mirrors *mirrors);

static inline unsigned mirrors_cell(const struct mirrors *mirrors, unsigned n, unsigned cell)
{
    return mirrors->image[(size_t)n * mirrors->numbers + cell];
}

/* Adds a piece to the keys of all images. */
static inline void mirrors_add(const struct mirrors *mirrors, unsigned kind, unsigned cell, uint32_t *keys)
{
    const uint32_t *more = mirrors->key[(size_t)kind * mirrors->numbers + cell];
    for (unsigned i = 0; i < GRID_SYMMETRIES; i++)
        keys[i] += more[i];
}

/* The images of the lowest key, as bits. */
static inline unsigned mirrors_least(const struct mirrors *mirrors, const uint32_t *keys)
{
    unsigned least = 1;
    uint32_t key = keys[0];
    for (unsigned i = 1; i < mirrors->count; i++) {
        least = keys[i] < key ? 1u << i : least | (unsigned)(keys[i] == key) << i;
        key = keys[i] < key ? keys[i] : key;
    }
    return least;
}

/* Writes the n-th image of a state, which `context` knows. */
typedef void mirror_write(const void *context, unsigned n, unsigned char *state);

/* Replaces a state by that of the images given as bits whose bytes come first. */
void mirrors_take(unsigned images, mirror_write *write, const void *context, unsigned char *state, size_t bytes);

#endif
