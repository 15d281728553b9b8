/* What follows from the conditions to win, for each piece by itself; made by aims.c, looked at by win_proof.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_AIMS_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_AIMS_H

#include "games/puzzlescript/level.h"

enum { MOST_SPOTS = 64, MOST_IDS = 16 };

enum aim_kind {
    EACH,  /* piece has to get to a good cell */
    COVER, /* each spot has to get a piece */
    ONE,   /* piece at least has to get to a good cell */
};

struct ps_aim {
    enum aim_kind kind;
    const uint64_t *pieces; /* objects */
    int ids[MOST_IDS], count;
    bool free[MOST_IDS]; /* the player, of whom nothing is told */
    /* Rows of an object each, [count * cells], owned; for those that are not free: */
    uint16_t *steps;                   /* to a good cell; COVER: to the nearest spot */
    uint64_t *reached;                 /* spots that it can get to; all bits: it needs none */
    bool *stays;                       /* for ever */
    int spots[MOST_SPOTS], spot_count; /* COVER: which need a piece; EACH: which take one, 0: not counted */
    uint16_t *spot_steps;              /* COVER: [spots] steps to each, in rows as `steps` */
    unsigned a_key;                    /* pieces that a key moves; 0: not known */
};

struct ps_win_proof {
    struct ps_aim *aims; /* [count], owned */
    int count;
};

/* How long the rows of an aim are together. */
static inline size_t aim_table_size(const struct ps_puzzle *puzzle, const struct ps_aim *aim)
{
    return (size_t)aim->count * (size_t)ps_size(puzzle);
}

#endif
