/* Snowman: the costs used by the estimate.  They are single bytes, processed sixteen at a time. */
#ifndef ONLYWAY_GAMES_SNOWMAN_COSTS_H
#define ONLYWAY_GAMES_SNOWMAN_COSTS_H

#include "games/snowman/board.h"

#include <assert.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    BLOCK = 16,       /* costs processed at once; rows are padded to whole blocks */
    MOST_CELLS = 256, /* of a level with a table */
    FAR = 28,         /* larger costs are reduced to this ... */
    NEVER = 85,       /* ... so that a sum of three shows whether one of them is NEVER */
};

static_assert(3 * FAR < NEVER && 3 * NEVER <= UINT8_MAX, "sums of costs must fit");

enum {
    MOST_BALLS = 12,     /* limit for grouping */
    UNGROUPED = 1 << 12, /* marks three balls that cannot make a snowman */
};

/* The balls that are not part of a complete snowman: small ones first, then medium, then large ones. */
struct parts {
    const struct snowman *board;
    unsigned row;                  /* entries of a row in use */
    unsigned count, small, medium; /* balls in total, and of these sizes */
    /* The lowest cost of three balls of which the first is this one, and is this one or a later one. */
    unsigned first[MOST_BALLS], later[MOST_BALLS + 1];
    unsigned char costs[MOST_BALLS * SNOWMAN_SIZES * MOST_CELLS]; /* see part_costs */
    uint16_t triple[MOST_BALLS][MOST_BALLS][MOST_BALLS];          /* [a][b][c], a < b < c */
};

/* The costs of a ball that becomes a part of its own size or a larger one, by meeting cell. */
static inline unsigned char *part_costs(struct parts *parts, unsigned ball, unsigned part)
{
    return parts->costs + (size_t)(ball * SNOWMAN_SIZES + part) * parts->row;
}

static inline const unsigned char *costs_of_part(const struct parts *parts, unsigned ball, unsigned part)
{
    return parts->costs + (size_t)(ball * SNOWMAN_SIZES + part) * parts->row;
}

static inline unsigned size_of_part(const struct parts *parts, unsigned ball)
{
    return (unsigned)(ball >= parts->small) + (unsigned)(ball >= parts->small + parts->medium);
}

/* Fewest pushes of a single ball from a cell to every cell; NEVER to itself. */
static inline const unsigned char *snowman_distances(const struct snowman *board, unsigned cell)
{
    return board->distance + (size_t)cell * board->distance_row;
}

/* The lowest cost of grouping balls, given as a bit set; UNGROUPED or more if there is no grouping. */
unsigned snowman_group(const struct parts *parts, unsigned balls);

/* snowman_group for all balls of a position, with as many of the groups on dead ends as the snow there requires. */
unsigned snowman_group_on_dead_ends(const struct parts *parts, const struct snowman_position *position);

/* --- sixteen bytes --- */

typedef unsigned char bytes16 __attribute__((vector_size(BLOCK)));

static inline bytes16 bytes_load(const unsigned char *from)
{
    bytes16 bytes;
    memcpy(&bytes, from, sizeof bytes);
    return bytes;
}

static inline void bytes_store(unsigned char *to, bytes16 bytes)
{
    memcpy(to, &bytes, sizeof bytes);
}

static inline bytes16 bytes_all(unsigned char byte)
{
    return (bytes16){0} + byte;
}

/* The minimum of each pair.  Compilers do not find this instruction. */
static inline unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static inline bytes16 bytes_lesser(bytes16 a, bytes16 b)
{
#ifdef __SSE2__
    return (bytes16)_mm_min_epu8((__m128i)a, (__m128i)b);
#else
    bytes16 less = (bytes16)(a < b);
    return (a & less) | (b & ~less);
#endif
}

/* The bytes that are at most `most`, as a bit set. */
static inline unsigned bytes_up_to(bytes16 bytes, unsigned char most)
{
    bytes16 good = (bytes16)(bytes_lesser(bytes, bytes_all(most)) == bytes);
#ifdef __SSE2__
    return (unsigned)_mm_movemask_epi8((__m128i)good);
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < BLOCK; i++)
        bits |= (good[i] & 1u) << i;
    return bits;
#endif
}

/* The minimum of all bytes. */
static inline unsigned char bytes_least(bytes16 bytes)
{
#ifdef __SSE2__
    __m128i least = (__m128i)bytes;
    least = _mm_min_epu8(least, _mm_srli_si128(least, 8));
    least = _mm_min_epu8(least, _mm_srli_si128(least, 4));
    least = _mm_min_epu8(least, _mm_srli_si128(least, 2));
    least = _mm_min_epu8(least, _mm_srli_si128(least, 1));
    return (unsigned char)_mm_cvtsi128_si32(least);
#else
    unsigned char least = bytes[0];
    for (int i = 1; i < BLOCK; i++)
        least = bytes[i] < least ? bytes[i] : least;
    return least;
#endif
}

#endif
