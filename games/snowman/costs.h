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
    MOST_THREES = MOST_BALLS * (MOST_BALLS - 1) * (MOST_BALLS - 2) / 6,
};

/* The balls that are not part of a complete snowman: small ones first, then medium, then large ones. */
struct parts {
    const struct snowman *board;
    const struct snowman_threes *threes; /* NULL: not used */
    unsigned row;                        /* entries of a row in use */
    unsigned count, small, medium;       /* balls in total, and of these sizes */
    int place[MOST_BALLS];
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

struct cell_list {
    unsigned count;
    unsigned char cell[MOST_CELLS];
};

/* Snow near a ball, for searches.  Consider a ball's way from now on, and the cells on it that have snow now; other
 * balls may have cleared some of them when it comes.  Before the first of them, the ball only crosses cells without
 * snow.  Before the second, it only crosses the first and cells without snow.  So a ball that grows once passes a cell
 * of `first`, and a ball that grows twice then passes another one, of `second`.  With these lists instead of all snow,
 * the bound is the same or higher.  They are the same for all balls in `bare`, the cells that are connected to a ball
 * without crossing snow. */
struct near_snow {
    cell_bits bare, around; /* `around`: and the cells next to them */
    struct cell_list first, second;
};

/* The remaining snow. */
struct snow {
    cell_bits bits;       /* if balls take the snow near them; else 0 */
    struct cell_list all; /* if bits is 0 */
    /* By cell, if bits is 0: the pushes that a ball needs after it takes snow there, if it ends on that cell as the
     * large part, or as the medium part.  NEVER where there is no snow. */
    unsigned char large[MOST_CELLS], medium[MOST_CELLS];
    struct near_snow near[MOST_BALLS];
    unsigned near_count;
};

enum { MOST_DEAD_ENDS = 4 }; /* limit on the dead ends considered */

/* Dead ends with snow, and on how many of them snowmen must stand in the end; see dead_ends.c. */
struct snowy_ends {
    unsigned count, needed; /* `count` may be 0 if none is needed */
    unsigned cell[MOST_DEAD_ENDS];
};

/* The cost of three balls, a < b < c, that meet on one cell: a block for `a` and `b`, with one byte for each `c`.
 * UINT8_MAX means that they cannot make a snowman there. */
typedef unsigned char costs_there[MOST_BALLS][MOST_BALLS][BLOCK];

/* A grouping of all balls, or of some of them. */
struct grouping {
    unsigned count;
    struct group {
        unsigned char ball[SNOWMAN_SIZES];
        unsigned cost, on_end; /* on any cell, and on one of the dead ends */
    } group[MOST_BALLS / SNOWMAN_SIZES];
};

/* What a position says about the positions after its pushes; see estimate.c. */
struct prospect {
    unsigned most; /* pushes allowed after the next one */
    struct parts parts;
    struct snow snow;
    struct cell_set complete;
    struct snowy_ends ends;
    costs_there there[MOST_DEAD_ENDS], on_ends; /* on each dead end, and on any of them; if some are needed */
    /* The threes of all groupings within the limit and one push. */
    unsigned good_count;
    struct good_three {
        uint16_t balls;                  /* bit set */
        uint16_t cost, others;           /* of these three, and of all other groups */
        uint16_t cost_on_end, others_if; /* of these three on a dead end, and then of all other groups */
    } good[MOST_THREES];
    unsigned beyond; /* a lower bound on the cost of any other grouping */
    unsigned char never[MOST_CELLS];
    const unsigned char
        *rows[MOST_BALLS][SNOWMAN_SIZES]; /* the costs of each ball by part; `never` for smaller parts */
};

/* Fewest pushes of a single ball from a cell to every cell; NEVER to itself. */
static inline const unsigned char *snowman_distances(const struct snowman *board, unsigned cell)
{
    return board->distance + (size_t)cell * board->distance_row;
}

/* The lowest cost of grouping balls, given as a bit set; UNGROUPED or more if there is no grouping. */
unsigned snowman_group(const struct parts *parts, unsigned balls);

/* Fills in the costs of any three balls, a small and b not large, on one cell. */
void snowman_find_costs_there(const struct parts *parts, unsigned cell, costs_there there);

void snowman_find_ends(const struct snowman *board, const struct snowman_position *position, struct snowy_ends *ends);

/* snowman_group for all balls of a position, with as many of the groups on dead ends as are needed. */
unsigned snowman_group_on_dead_ends(const struct parts *parts, const struct snowy_ends *snowy);

/* Returns the snow near a ball.  The level has at most BITS_WORDS words. */
const struct near_snow *snowman_near_snow(const struct snowman *board, struct snow *snow, int place);

/* Returns a lower bound on the cost of a grouping of all balls, with the pushes that clear snow (clearing.c).  It is
 * at least the sum of the groups' costs.  If it is within the limit and one push, it need not be the highest that can
 * be found. */
unsigned snowman_cost_with_clearing(struct prospect *prospect, const struct grouping *grouping);

/* Prepares snowman_bound_after for positions from which at most `most` pushes may still be needed, and returns 1.
 * Returns the bound of this position if it is more than `most` and one, or 0 if nothing can be said. */
unsigned snowman_look_ahead(const struct snowman *board, const struct snowman_position *position, unsigned most,
                            enum snowman_strength strength, struct prospect *prospect);

/* Returns a lower bound on the ball movements that are needed after a push of the stack at `place`, or ESTIMATE_LOST.
 * `after` is the position after it, whose player is not used. */
unsigned snowman_bound_after(struct prospect *prospect, const struct snowman_position *after, int place,
                             enum direction direction);

/* --- the fewest pushes of three balls that make a snowman alone; see threes.c --- */

enum { NO_SNOWMAN = UINT8_MAX }; /* the cost of three balls that cannot make a snowman */

/* A ball that is not part of a complete snowman. */
struct three_ball {
    unsigned size, cell;
};

/* Returns a lower bound on the pushes that three balls need, or UNGROUPED if they cannot make a snowman.  At least one
 * is small and at most one is large. */
unsigned snowman_three_cost(const struct snowman_threes *threes, struct three_ball a, struct three_ball b,
                            struct three_ball c);

/* Returns the costs of two balls and a third one of that size, by its cell.  In the order of sizes, then of cells, `a`
 * comes before `b`, and `b` before the third; `a` is small, and `b` is not large. */
const unsigned char *snowman_costs_of_thirds(const struct snowman_threes *threes, struct three_ball a,
                                             struct three_ball b, unsigned size);

static inline unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

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
static inline bytes16 bytes_lesser(bytes16 a, bytes16 b)
{
#ifdef __SSE2__
    return (bytes16)_mm_min_epu8((__m128i)a, (__m128i)b);
#else
    bytes16 less = (bytes16)(a < b);
    return (a & less) | (b & ~less);
#endif
}

/* Reduces costs to FAR or NEVER; see above. */
static inline bytes16 bytes_cut_down(bytes16 cost)
{
    bytes16 never = (bytes16)(cost >= bytes_all(NEVER));
    return (bytes_lesser(cost, bytes_all(FAR)) & ~never) | (bytes_all(NEVER) & never);
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
