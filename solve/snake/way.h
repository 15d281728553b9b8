/* The way on in Snake. */
#ifndef ONLYWAY_SOLVE_SNAKE_WAY_H
#define ONLYWAY_SOLVE_SNAKE_WAY_H

#include "solve/way.h"

/* A way_function (ways.h): the first tour found that begins with the moves made. */
enum way_result snake_way_on(const struct puzzle *puzzle, const game_move *made, size_t count,
                             const struct limits *limits, struct way *way);

#endif
