/* The solvers of the games that have their own, and the general one. */
#include "solve/judge/solver.h"
#include "solve/longcat/solver.h"
#include "solve/snake/solver.h"

#include <stddef.h>

static const struct solver solvers[] = {
    {&game_longcat, longcat_judge, longcat_divergence, longcat_hint_solver},
    {&game_snake, snake_judge, snake_divergence, snake_hint_solver},
    {NULL, general_judge, general_divergence, NULL},
};

const struct solver *solver_of(const struct game *game)
{
    const struct solver *solver = solvers;
    while (solver->game != NULL && solver->game != game)
        solver++;
    return solver;
}
