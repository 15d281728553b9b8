/* Which solver judges which game. */
#ifndef ONLYWAY_SOLVE_SOLVERS_H
#define ONLYWAY_SOLVE_SOLVERS_H

#include "solve/judge.h"

/* The solver of a game; games without one of their own, and puzzles of no game (NULL), get the
 * general search. */
solver_function *solver_for(const struct game *game);

#endif
