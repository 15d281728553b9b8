/* Where single pieces of a level can go, over-estimated: the relaxation behind the proofs of win_proof.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_ROADS_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_ROADS_H

#include "games/puzzlescript/level.h"

/* Over-estimates of what the objects of a level can do. */
struct ps_relaxed {
    struct arrays arrays;
    bool useful;        /* false: nothing is known */
    uint64_t *made;     /* objects that a rule may put into a cell that lacks them */
    uint64_t *moved;    /* objects that may move */
    uint64_t *carriers; /* objects that may have a movement */
    uint64_t *may;      /* [cells] objects that may be there at some time */
    /* The rules that replace something and are not idle in a phase, by phases and groups. */
    struct ps_acting {
        const struct ps_rule *rule;
        unsigned phase;
        int group;
    } * acting;
    int acting_count;
};

enum { PS_FAR = UINT16_MAX, PS_MOST_KINDS = 16 /* of pieces */ };

/* Where pieces may go in one turn.  A piece is an object of one of several kinds in a cell, and has the number
 * kind * cells + cell. */
struct ps_roads {
    const uint64_t *pieces; /* objects */
    int ids[PS_MOST_KINDS], kinds;
    bool free[PS_MOST_KINDS]; /* a player object: nothing is known about it */
    bool made;                /* rules may make pieces that were no other pieces before */
    unsigned a_turn;          /* the most pieces that leave their cells in one turn; 0: unknown */
    struct arrays arrays;     /* the tables */
    /* Tables of all pieces. */
    bool *goes;             /* rules may remove it */
    uint32_t *first, *from; /* pieces from which one turn may lead here: from[first[piece]] ... */
    bool *stays;            /* no turn leads from it to another piece, nor removes it */
};

static inline const uint64_t *ps_fixed_at(const struct ps_puzzle *puzzle, int cell)
{
    return &puzzle->packing.fixed[(size_t)cell * (size_t)puzzle->program->object_words];
}

/* Returns false if memory runs out.  The caller frees the arrays, here and below. */
bool ps_relaxed_make(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed);

/* Fills in the roads; `pieces`, `ids`, `kinds` and `free` are given.  *known receives whether the work was little
 * enough; otherwise the roads are empty.  Returns false if memory runs out. */
bool ps_roads_make(struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, struct ps_roads *roads, bool *known);

/* Fills `turns` with the turns from each piece to the nearest one with 0 on entry.  The others are PS_FAR on entry, and
 * stay so if they cannot reach one.  `queue` has capacity for all pieces. */
void ps_spread(const struct ps_puzzle *puzzle, const struct ps_roads *roads, uint16_t *turns, int *queue);

#endif
