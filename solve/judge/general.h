/* The solver for every game without one of its own. */
#ifndef ONLYWAY_SOLVE_JUDGE_GENERAL_H
#define ONLYWAY_SOLVE_JUDGE_GENERAL_H

#include "solve/judge/judge.h"

bool general_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* How general_judge works; for tests and measurements. */
struct general_method {
    uint64_t whole_least; /* the whole graph may always have this many states, */
    uint64_t whole_times; /* or this many times the states that the verdict took, if that is more, */
    uint64_t whole_most;  /* but then no more than this */
    unsigned essential;   /* the most classes per node when solutions are compared */
};

extern const struct general_method general_default;

bool general_judge_with(const struct puzzle *puzzle, const struct request *request, struct general_method method,
                        struct judgement *judgement);

#endif
