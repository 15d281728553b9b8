/* The way on: a shortest solution from any state that a player has come to.
 *
 * This is what hints are made of.  It needs neither counts nor measures, so it does without GMP,
 * and where there are no threads, in a browser, it works with one. */
#ifndef ONLYWAY_SOLVE_WAY_H
#define ONLYWAY_SOLVE_WAY_H

#include "games/game.h"
#include "solve/search/limits.h"

enum way_result {
    WAY_FOUND,
    WAY_NONE,    /* the goal cannot be reached from there */
    WAY_UNKNOWN, /* a limit was hit; `reason` says which */
    WAY_FAILED   /* out of memory */
};

struct way {
    game_move *moves; /* owned; NULL unless WAY_FOUND */
    size_t count;
    char reason[80];
};

/* Finds the first, by its labels, of the shortest solutions from `state`; in Snake, where all
 * are of the same length, the first one found.  `made` are the `count` moves from the start to
 * there. */
enum way_result way_find(const struct puzzle *puzzle, const unsigned char *state,
                         const game_move *made, size_t count, const struct limits *limits,
                         struct way *way);

void way_free(struct way *way);

#endif
