/* The way on in Snake. */
#ifndef ONLYWAY_SOLVE_SNAKE_CONTINUATION_H
#define ONLYWAY_SOLVE_SNAKE_CONTINUATION_H

#include "solve/continuation.h"

/* A continuation_function (continuations.h): the first tour found that begins with the moves
 * made. */
enum continuation_result snake_continuation(const struct puzzle *puzzle, const game_move *made,
                                            size_t count, const struct limits *limits,
                                            struct continuation *way);

#endif
