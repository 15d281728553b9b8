/* The list of solvers; see solvers.h. */
#include "solve/solvers.h"

#include "games/longcat.h"
#include "games/snake/snake.h"
#include "solve/general.h"
#include "solve/longcat/solver.h"
#include "solve/snake/solver.h"

#include <stddef.h>

static const struct {
    const struct game *game;
    solver_function *solve;
    partings_function *part;
} solvers[] = {
    {&game_longcat, longcat_judge, longcat_partings},
    {&game_snake, snake_judge, snake_partings},
};

solver_function *solver_for(const struct game *game)
{
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        if (solvers[i].game == game)
            return solvers[i].solve;
    }
    return general_judge;
}

partings_function *partings_for(const struct game *game)
{
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        if (solvers[i].game == game)
            return solvers[i].part;
    }
    return general_partings;
}
