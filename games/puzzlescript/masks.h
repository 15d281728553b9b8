/* Masks in rows of 64-bit words: sets of objects, one bit each, and movements, five bits for each layer. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_MASKS_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_MASKS_H

#include "games/puzzlescript/program.h"

static inline void set_bit(uint64_t *mask, int bit)
{
    mask[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static inline bool has_bit(const uint64_t *mask, int bit)
{
    return mask[bit / 64] >> (bit % 64) & 1;
}

static inline void add_mask(uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        mask[word] |= other[word];
}

static inline void clear_mask(uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        mask[word] &= ~other[word];
}

static inline bool is_zero(const uint64_t *mask, int words)
{
    for (int word = 0; word < words; word++)
        if (mask[word] != 0)
            return false;
    return true;
}

static inline bool meets(const uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        if ((mask[word] & other[word]) != 0)
            return true;
    return false;
}

/* Whether `other` contains all bits of `mask`. */
static inline bool within(const uint64_t *mask, const uint64_t *other, int words)
{
    for (int word = 0; word < words; word++)
        if ((mask[word] & ~other[word]) != 0)
            return false;
    return true;
}

/* Adds movement bits to the five bits of a layer. */
static inline void add_moves(uint64_t *mask, unsigned moves, int layer)
{
    mask[layer / PS_LAYERS_IN_WORD] |= (uint64_t)moves << (5 * (layer % PS_LAYERS_IN_WORD));
}

static inline unsigned moves_of(const uint64_t *mask, int layer)
{
    return mask[layer / PS_LAYERS_IN_WORD] >> (5 * (layer % PS_LAYERS_IN_WORD)) & PS_MOVES;
}

#endif
