/* Which solver judges which game. */
#ifndef ONLYWAY_SOLVE_SOLVERS_H
#define ONLYWAY_SOLVE_SOLVERS_H

#include "solve/judge.h"
#include "solve/search/partings.h"

/* The solver of a game; games without one of their own, and puzzles of no game (NULL), get the
 * general search. */
solver_function *solver_for(const struct game *game);

/* Finds where the essentially different solutions of a level that is multiple part.  `reason` names the limit
 * that was hit. */
typedef enum partings_result partings_function(const struct puzzle *puzzle,
                                               const struct limits *limits,
                                               struct partings *partings, char reason[80]);

/* That of a game; likewise. */
partings_function *partings_for(const struct game *game);

partings_function general_partings, longcat_partings, snake_partings;

#endif
