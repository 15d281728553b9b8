/* The solver for every game that has none of its own. */
#ifndef ONLYWAY_SOLVE_JUDGE_GENERAL_H
#define ONLYWAY_SOLVE_JUDGE_GENERAL_H

#include "solve/judge/judge.h"

bool general_judge(const struct puzzle *puzzle, const struct request *request, struct judgement *judgement);

/* How general_judge goes about it; for tests and measurements. */
struct general_method {
    uint64_t whole_least; /* a whole graph may have so many states at any rate, */
    uint64_t whole_times; /* and so many times the states that the verdict took, */
    uint64_t whole_most;  /* but then no more than that */
    unsigned essential;   /* classes a state may have while they are counted */
};

extern const struct general_method general_default;

bool general_judge_with(const struct puzzle *puzzle, const struct request *request, struct general_method method,
                        struct judgement *judgement);

#endif
