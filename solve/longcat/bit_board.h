/* LongCat on boards of up to 64 cells, one bit per cell.
 *
 * A slide is found without a loop: take the blockers on the ray in that direction, find the nearest one, and keep the
 * cells before it.  A node costs about a dozen nanoseconds, so a generator can count the solutions of a few hundred
 * thousand candidates per second.  Nothing is stored: a state reached in two ways is counted twice, which is cheaper on
 * boards of this size. */
#ifndef ONLYWAY_SOLVE_LONGCAT_BIT_BOARD_H
#define ONLYWAY_SOLVE_LONGCAT_BIT_BOARD_H

#include "games/longcat/longcat.h"

/* The data that all boards of one size share.  A cell is the bit row * columns + column. */
struct bit_geometry {
    unsigned columns;
    uint64_t not_left, not_right; /* all cells except those of the first column, and of the last */
    uint64_t dark;                /* the cells of one colour of the chessboard */
    uint64_t ray[DIRECTIONS][64]; /* the cells in that direction from a cell, up to the edge */
};

/* Requires columns * rows <= 64 and columns <= 63. */
void bit_geometry_make(struct bit_geometry *geometry, unsigned columns, unsigned rows);

/* Returns the cells that a slide covers, or 0 if it is no move. */
static inline uint64_t bit_slide(const struct bit_geometry *geometry, uint64_t open, unsigned head,
                                 enum direction direction)
{
    uint64_t ray = geometry->ray[direction][head];
    uint64_t blockers = ray & ~open;
    if (direction == RIGHT || direction == DOWN)
        return ray & ((blockers & -blockers) - 1);
    return blockers == 0 ? ray : ray & (UINT64_C(-2) << (63 - __builtin_clzll(blockers)));
}

/* Returns the last cell of a slide that covers `path`. */
static inline unsigned bit_end(uint64_t path, enum direction direction)
{
    return direction == RIGHT || direction == DOWN ? 63u - (unsigned)__builtin_clzll(path)
                                                   : (unsigned)__builtin_ctzll(path);
}

/* Returns the cells next to a set of cells.  The caller must mask out those that are not open: the result may have
 * others, and bits beyond the board. */
static inline uint64_t bit_around(const struct bit_geometry *geometry, uint64_t cells)
{
    return (cells & geometry->not_left) >> 1 | (cells & geometry->not_right) << 1 | cells << geometry->columns |
           cells >> geometry->columns;
}

/* Returns the open cells with at most one way in; the head counts as one. */
static inline uint64_t bit_dead_ends(const struct bit_geometry *geometry, uint64_t open, unsigned head)
{
    uint64_t ways = open | UINT64_C(1) << head;
    uint64_t left = (ways & geometry->not_right) << 1, right = (ways & geometry->not_left) >> 1;
    uint64_t up = ways << geometry->columns, down = ways >> geometry->columns;
    uint64_t two = (left & right) | (up & down) | ((left ^ right) & (up ^ down));
    return open & ~two;
}

/* Returns whether all open cells can be reached from the head. */
bool bit_connected(const struct bit_geometry *geometry, uint64_t open, unsigned head);

/* Returns whether the open cells have the colours that a path from the head needs. */
bool bit_colours_fit(const struct bit_geometry *geometry, uint64_t open, unsigned head);

/* Returns whether one path may go through all of `open`, wherever it starts: the cells are connected, the two colours
 * differ by at most one cell, and at most two cells have fewer than two open neighbours.  At least one cell must be
 * open. */
bool bit_path_may_exist(const struct bit_geometry *geometry, uint64_t open);

/* Returns whether the given pruning rules prove a position lost: two dead ends, or open cells out of reach. */
static inline bool bit_hopeless(const struct bit_geometry *geometry, unsigned rules, uint64_t open, unsigned head)
{
    if (rules & LONGCAT_DEAD_ENDS) {
        uint64_t dead_ends = bit_dead_ends(geometry, open, head);
        if ((dead_ends & (dead_ends - 1)) != 0)
            return true;
    }
    return rules & LONGCAT_CONNECTED && !bit_connected(geometry, open, head);
}

/* A search for all solutions, or for up to `limit` of them. */
struct bit_search {
    const struct bit_geometry *geometry;
    unsigned rules;          /* which pruning rules to use */
    uint64_t limit;          /* stop when this many solutions are found; 0: find all */
    uint64_t max_nodes;      /* stop after this many positions; 0: no limit */
    uint64_t solutions;      /* found; start with 0 */
    uint64_t nodes;          /* positions searched; start with 0 */
    unsigned char path[64];  /* scratch: directions from the start */
    unsigned char first[64]; /* the first solution found, if solutions > 0 */
    unsigned first_length;
};

/* Counts the solutions from a position.  Returns false if it hit max_nodes before it reached the limit or
 * finished. */
bool bit_count(struct bit_search *search, uint64_t open, unsigned head);

#endif
