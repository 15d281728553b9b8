/* Mirror images of states: a symmetry of the board rotates or reflects them.
 *
 * If a symmetry of the grid maps the static part of a level (walls, goals) onto itself, a state and its image have the
 * same future, wherever the level starts.  A search then needs only one state for all images (`merge` in
 * games/puzzle.h), which leaves at best an eighth of the states.
 *
 * The representative image must be found without making all of them.  Each kind of piece has a random number for each
 * cell where it can stand, and the sum of a state's numbers is its *key*.  The keys of all images are computed
 * together: each piece and cell has a row of numbers, one for each cell that the symmetries map it to.  The
 * representative is the image with the lowest key.  If several images share that key, because they are equal or by
 * chance, it is the one among them whose bytes come first. */
#ifndef ONLYWAY_GAMES_MIRRORS_H
#define ONLYWAY_GAMES_MIRRORS_H

#include "games/puzzle.h"

enum { MIRRORS_MOST_BYTES = 1024 }; /* limit on the size of a state whose images are compared */

struct mirrors {
    unsigned count; /* number of images of a state, including itself as the first; 1: there is no symmetry */
    unsigned char symmetry[GRID_SYMMETRIES];
    unsigned numbers;                 /* cell numbers are less than this */
    uint16_t *image;                  /* [count * numbers] cell that each symmetry maps a cell to */
    uint32_t (*key)[GRID_SYMMETRIES]; /* [kinds * numbers] random numbers of a piece's images */
};

/* Finds the symmetries that map a grid onto itself.  The grid holds everything static in
 * the level, including walls and what lies beyond them.  `number` gives the number of each cell, or -1 if no piece
 * can be there.  Numbers are less than `numbers`, which is at most 65536.  Returns false if memory runs out. */
bool mirrors_make(struct mirrors *mirrors, const struct grid *grid, const int *number, unsigned numbers,
                  unsigned kinds);
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

/* Writes the n-th image of a position, in the game's own form, as a state. */
typedef void mirror_write(const struct puzzle *puzzle, const void *position, unsigned n, unsigned char *state);

/* Writes to `state` the image whose bytes come first, of the images in a bit set. */
void mirrors_take(unsigned images, mirror_write *write, const struct puzzle *puzzle, const void *position,
                  unsigned char *state);

/* Replaces the state of a position, whose images have these keys, by the representative image. */
static inline void mirrors_merge(const struct mirrors *mirrors, const uint32_t *keys, mirror_write *write,
                                 const struct puzzle *puzzle, const void *position, unsigned char *state)
{
    unsigned least = 1; /* the images with the lowest key, as a bit set */
    uint32_t key = keys[0];
    for (unsigned i = 1; i < mirrors->count; i++) {
        least = keys[i] < key ? 1u << i : least | (unsigned)(keys[i] == key) << i;
        key = keys[i] < key ? keys[i] : key;
    }
    if (least != 1)
        mirrors_take(least, write, puzzle, position, state);
}

#endif
