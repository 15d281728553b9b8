/* What each win condition requires of single pieces. aims.c builds this; win_proof.c uses it. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_AIMS_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_AIMS_H

#include "games/puzzlescript/level.h"

enum { MOST_SPOTS = 64, MOST_IDS = 16 };

enum aim_kind {
    EACH,  /* each piece must reach a good cell */
    COVER, /* each spot needs a piece */
    ONE,   /* at least one piece must reach a good cell */
};

struct ps_aim {
    enum aim_kind kind;
    const uint64_t *pieces; /* objects */
    int ids[MOST_IDS], count;
    bool free[MOST_IDS]; /* a player object: no claim is made about it */
    /* Tables of [count * cells], owned. Row n belongs to ids[n]; rows of free objects are unused. */
    uint16_t *steps;   /* to a good cell; COVER: to the nearest spot */
    uint64_t *reached; /* bit set of spots it can reach; all bits: it needs none */
    bool *stays;       /* it can never leave the cell */
    int spots[MOST_SPOTS],
        spot_count;       /* COVER: they need a piece; EACH: they take one each; count 0: spots are not used */
    uint16_t *spot_steps; /* COVER: [spots] tables like `steps`, one for each spot */
    unsigned a_key;       /* most pieces that one key moves; 0: unknown */
};

struct ps_win_proof {
    struct ps_aim *aims; /* [count], owned */
    int count;
};

/* The number of entries in one table of an aim. */
static inline size_t aim_table_size(const struct ps_puzzle *puzzle, const struct ps_aim *aim)
{
    return (size_t)aim->count * (size_t)ps_size(puzzle);
}

#endif
