/* States of games whose piece leaves a trail: one bit for each cell, set once the trail covers it, and two bytes for
 * the cell of the head. */
#ifndef ONLYWAY_GAMES_TRAIL_H
#define ONLYWAY_GAMES_TRAIL_H

#include <stdbool.h>
#include <stddef.h>

static inline size_t trail_state_bytes(unsigned cells)
{
    return (cells + 7) / 8 + 2;
}

static inline bool trail_covers(const unsigned char *state, unsigned cell)
{
    return state[cell / 8] >> (cell % 8) & 1;
}

static inline unsigned trail_head(const unsigned char *state, unsigned cells)
{
    const unsigned char *head = state + (cells + 7) / 8;
    return head[0] | (unsigned)head[1] << 8;
}

/* Moves the head to a cell, which it covers. */
static inline void trail_extend(unsigned char *state, unsigned cells, unsigned cell)
{
    unsigned char *head = state + (cells + 7) / 8;
    state[cell / 8] = (unsigned char)(state[cell / 8] | 1u << (cell % 8));
    head[0] = (unsigned char)cell;
    head[1] = (unsigned char)(cell >> 8);
}

/* The number of cells that the trail does not cover. */
static inline unsigned trail_open(const unsigned char *state, unsigned cells)
{
    unsigned open = cells;
    for (unsigned i = 0; i < (cells + 7) / 8; i++)
        open -= (unsigned)__builtin_popcount(state[i]);
    return open;
}

#endif
