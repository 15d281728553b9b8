/* Snowman's solver: the general one, once counting balls and snow has not settled the matter. */
#ifndef ONLYWAY_SOLVE_SNOWMAN_H
#define ONLYWAY_SOLVE_SNOWMAN_H

#include "solve/judge.h"

bool snowman_judge(const struct puzzle *puzzle, const struct request *request,
                   struct judgement *judgement);

#endif
