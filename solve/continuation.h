/* The way on: a shortest solution from any state that a player has come to.
 *
 * This is what hints are made of.  It needs neither counts nor measures, so it does without GMP,
 * and where there are no threads, in a browser, it works with one. */
#ifndef ONLYWAY_SOLVE_CONTINUATION_H
#define ONLYWAY_SOLVE_CONTINUATION_H

#include "games/game.h"
#include "solve/search/limits.h"

enum continuation_result {
    CONTINUATION_FOUND,
    CONTINUATION_NONE,    /* the goal cannot be reached from there */
    CONTINUATION_UNKNOWN, /* a limit was hit; `reason` says which */
    CONTINUATION_FAILED   /* out of memory */
};

struct continuation {
    game_move *moves; /* owned; NULL unless CONTINUATION_FOUND */
    size_t count;
    char reason[80];
};

/* Finds the first, by its labels, of the shortest solutions from `state`; in Snake, where all
 * are of the same length, the first one found.  `made` are the `count` moves from the start to
 * there. */
enum continuation_result continuation_find(const struct puzzle *puzzle, const unsigned char *state,
                                           const game_move *made, size_t count,
                                           const struct limits *limits, struct continuation *way);

void continuation_free(struct continuation *way);

#endif
