/* LongCat's solver: counts every solution exactly and measures the level. */
#ifndef ONLYWAY_SOLVE_LONGCAT_SOLVER_H
#define ONLYWAY_SOLVE_LONGCAT_SOLVER_H

#include "games/longcat/longcat.h"
#include "solve/judge/solver.h"

solver_function longcat_judge;
divergence_function longcat_divergence;
hint_solver_function longcat_hint_solver;

/* The part of longcat_divergence for levels without symmetries or with more than twelve solutions. */
divergence_function longcat_all_divergence;

/* Options of longcat_judge_with; for tests and measurements. */
struct longcat_method {
    unsigned rules; /* enum longcat_rule, combined */
    bool wide;      /* use the general board even if one bit per cell would do */
    bool weak_hash; /* on the general board, make hash collisions frequent */
    bool restless;  /* make threads meet often */
    uint32_t alone; /* positions that one thread finds before others join; 0: the default */
};

/* Judges as longcat_judge does; `method` NULL: with the default options. */
bool longcat_judge_with(const struct puzzle *puzzle, const struct request *request, const struct longcat_method *method,
                        struct judgement *judgement);

#endif
