/* Snake's solver: counts the closed tours of an arena. */
#ifndef ONLYWAY_SOLVE_SNAKE_SOLVER_H
#define ONLYWAY_SOLVE_SNAKE_SOLVER_H

#include "games/snake/snake.h"
#include "solve/judge/solver.h"

/* A solver_function.  The solutions are the undirected Hamiltonian cycles of the arena. */
solver_function snake_judge;
divergence_function snake_divergence;

/* Finds the first tour that begins with the moves made. */
hint_solver_function snake_hint_solver;

/* Writes the moves of a tour's image under a symmetry of the arena to `image`, as many as the arena has cells.  They
 * start from cell 0 to the right. */
void snake_map_tour(const struct snake *arena, unsigned symmetry, const game_move *moves, game_move *image);

#endif
