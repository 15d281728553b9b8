/* A search that goes for what seems near to the goal: for when not all states can be looked at. */
#ifndef ONLYWAY_SOLVE_WHY_DIVE_H
#define ONLYWAY_SOLVE_WHY_DIVE_H

#include "games/puzzle.h"

/* How near a state is: the lower the nearer, the estimate first. */
struct nearness {
    unsigned estimate, greed; /* greed: 0 in games whose greedy player goes by the estimate */
};

struct nearness nearness_of(const struct puzzle *puzzle, const unsigned char *state);
bool is_nearer(struct nearness a, struct nearness b);

struct dive {
    game_move *moves; /* that lead to the nearest state met, from where it began; owned */
    size_t count;
    struct nearness nearness;
    uint64_t states;
};

/* Begins in a state, NULL: at the start; meets `most` states, or a few more.  Always the state with the lowest
 * estimate is next, the one met last among these.  False: out of memory. */
bool dive_find(const struct puzzle *puzzle, const unsigned char *state, uint64_t most,
               struct dive *dive);

#endif
