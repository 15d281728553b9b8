/* Finds a shortest solution from any state that a player has reached.
 *
 * Hints are made from it.  Where there are no threads,
 * as in a browser, it runs on one. */
#ifndef ONLYWAY_SOLVE_JUDGE_HINT_SOLVER_H
#define ONLYWAY_SOLVE_JUDGE_HINT_SOLVER_H

#include "games/game.h"
#include "solve/search/limits.h"

struct hint_way {
    game_move *moves; /* owned; NULL unless SEARCH_FOUND */
    size_t count;
    char reason[LIMIT_REASON];
};

/* Finds the first, by labels, of the shortest solutions from `state`.  In Snake, where all solutions have the same
 * length, it is the first one found.  `made` holds the `count` moves from the start to `state`. */
enum search_end hint_solver_find(const struct puzzle *puzzle, const unsigned char *state, const game_move *made,
                                 size_t count, const struct limits *limits, struct hint_way *way);

void hint_solver_free(struct hint_way *way);

#endif
