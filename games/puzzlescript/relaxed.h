/* Where a single piece can go, whatever else happens; see relaxed.c. */
#ifndef ONLYWAY_GAMES_PUZZLESCRIPT_RELAXED_H
#define ONLYWAY_GAMES_PUZZLESCRIPT_RELAXED_H

#include "games/puzzlescript/level.h"
#include "games/puzzlescript/phases.h"

enum { PS_FAR = UINT16_MAX };

/* Over-estimates of what the objects of a level can do. */
struct ps_relaxed {
    bool useful; /* false: nothing is known */
    uint64_t moves[PS_PHASES][PS_MOVE_WORDS];
    uint64_t *made;  /* objects that a rule may put into a cell that lacks them */
    uint64_t *moved; /* objects that may move */
    uint64_t *may;   /* [cells] objects that may be there at some time */
};

/* Where a piece, which is one object, may go from each cell. */
struct ps_roads {
    unsigned char *ways; /* [cells] directions, as bits 1 << enum direction */
    bool *goes;          /* [cells] a rule may remove it there */
};

/* Returns false if memory runs out. Call ps_relaxed_free in any case. */
bool ps_relaxed_make(const struct ps_puzzle *puzzle, struct ps_relaxed *relaxed);
void ps_relaxed_free(struct ps_relaxed *relaxed);

/* Fills in the roads of an object that no rule creates and that is not a player object. `roads` has room for all
 * cells. */
void ps_find_roads(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, int id, struct ps_roads *roads);

/* Fills `steps` with the distance to the nearest cell that is 0 on entry. The other cells are PS_FAR on entry and stay
 * so if they cannot reach one. `queue` has room for all cells. */
void ps_spread(const struct ps_puzzle *puzzle, const struct ps_roads *roads, uint16_t *steps, int *queue);

/* The most pieces among these objects that one key can move, one step each; 0: unknown. */
unsigned ps_pieces_a_key(const struct ps_puzzle *puzzle, const struct ps_relaxed *relaxed, const uint64_t *pieces);

#endif
