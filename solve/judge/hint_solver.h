/* The way on: a shortest solution from any state that a player has come to.
 *
 * This is what hints are made of.  It needs neither counts nor measures, so it does without GMP,
 * and where there are no threads, in a browser, it works with one. */
#ifndef ONLYWAY_SOLVE_JUDGE_HINT_SOLVER_H
#define ONLYWAY_SOLVE_JUDGE_HINT_SOLVER_H

#include "games/game.h"
#include "solve/search/limits.h"

struct hint_way {
    game_move *moves; /* owned; NULL unless SEARCH_FOUND */
    size_t count;
    char reason[LIMIT_REASON];
};

/* Finds the first, by its labels, of the shortest solutions from `state`; in Snake, where all
 * are of the same length, the first one found.  `made` are the `count` moves from the start to
 * there. */
enum search_end hint_solver_find(const struct puzzle *puzzle, const unsigned char *state, const game_move *made,
                                 size_t count, const struct limits *limits, struct hint_way *way);

void hint_solver_free(struct hint_way *way);

#endif
