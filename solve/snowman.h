/* Snowman's solver: the general one, in its own measure of how much of the graph is worth its
 * time. */
#ifndef ONLYWAY_SOLVE_SNOWMAN_H
#define ONLYWAY_SOLVE_SNOWMAN_H

#include "solve/judge.h"

bool snowman_judge(const struct puzzle *puzzle, const struct request *request,
                   struct judgement *judgement);

#endif
