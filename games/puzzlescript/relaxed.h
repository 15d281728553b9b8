/* Where a single piece can get to, whatever else happens; see relaxed.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_RELAXED_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_RELAXED_H

#include "games/puzzlescript/level.h"
#include "games/puzzlescript/phases.h"

enum { PS_FAR = UINT16_MAX };

/* What can be told about objects of a level, all over-estimated. */
struct ps_relaxed {
    bool useful; /* else nothing is told */
    uint64_t moves[PS_PHASES][PS_MOVE_WORDS];
    uint64_t *made;  /* objects that a rule may put where they are not */
    uint64_t *moved; /* objects that may move */
    uint64_t *may;   /* [cells] objects that may be there at some time */
};

/* Where a piece that is one object may go from each cell. */
struct ps_roads {
    unsigned char *ways; /* [cells] directions, as bits 1 << enum direction */
    bool *goes;          /* [cells] a rule may take it away there */
};

/* False: no memory.  Free it in any case. */
bool ps_relaxed_make(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed);
void ps_relaxed_free(struct ps_relaxed *relaxed);

/* Fills in the roads of an object that no rule makes and that is no player's.  `roads` has room for all cells. */
void ps_find_roads(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, int id, struct ps_roads *roads);

/* Steps to the nearest cell that is 0 already, in `steps`; PS_FAR: it cannot be reached.  `queue` has room for all
 * cells. */
void ps_spread(const struct ps_puzzle *puzzle, const struct ps_roads *roads, uint16_t *steps, int *queue);

/* How many pieces of some objects may move with one key, a step each; 0: that is not known. */
unsigned ps_pieces_a_key(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, const uint64_t *pieces);

#endif
