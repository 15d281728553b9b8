/* Snake's solver: counts the closed tours of an arena. */
#ifndef ONLYWAY_SOLVE_SNAKE_SOLVER_H
#define ONLYWAY_SOLVE_SNAKE_SOLVER_H

#include "games/snake/snake.h"
#include "solve/judge/judge.h"
#include "solve/judge/solver.h"

/* A solver_function.  The solutions are the undirected Hamiltonian cycles of the arena. */
solver_function snake_judge;
divergence_function snake_divergence;

/* Finds the first tour that begins with the moves made. */
hint_solver_function snake_hint_solver;

/* Writes the moves of a tour's image under a symmetry of the arena to `image`, as many as the arena has cells.  They
 * start from cell 0 to the right. */
void snake_map_tour(const struct snake *arena, unsigned symmetry, const game_move *moves, game_move *image);

/* --- quick proofs that an arena has no closed tour --- */

enum { SNAKE_REASON = 120 };

/* Returns whether an arena obviously has no tour: its cells are not connected, their number is odd, one is a dead end,
 * or the colours of a chessboard are out of balance.  Writes the reason (at most SNAKE_REASON bytes).  If it returns
 * false, the arena may or may not have a tour.  *failed: memory ran out, and the result means nothing. */
bool snake_has_no_tour(const struct snake *arena, char *reason, bool *failed);

/* --- measures of the only tour of an arena --- */

/* Fills in the measures of the reported tour.  The arena must have no other tour except its images under symmetry.
 * Leaves out luck, and the traps if `traps` is false.  Returns false if memory runs out. */
bool snake_measure(const struct snake *arena, bool traps, struct judgement *judgement);

/* Fills in the luck, which costs several times as much as the rest.  Returns false if memory runs out. */
bool snake_measure_luck(const struct snake *arena, struct judgement *judgement);

#endif
