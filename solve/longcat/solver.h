/* LongCat's solver: counts every solution exactly, with their measures. */
#ifndef ONLYWAY_SOLVE_LONGCAT_SOLVER_H
#define ONLYWAY_SOLVE_LONGCAT_SOLVER_H

#include "games/longcat/longcat.h"
#include "solve/judge/solver.h"
#include "solve/longcat/bit_board.h"

solver_function longcat_judge;
divergence_function longcat_divergence;
hint_solver_function longcat_hint_solver;

/* What longcat_divergence does for levels without symmetries, or with more than twelve solutions. */
divergence_function longcat_all_divergence;

/* How longcat_judge goes about it; for tests and measurements. */
struct longcat_method {
    unsigned rules; /* enum longcat_rule, together */
    bool wide;      /* use the general board also where one bit a cell would do */
    bool weak_hash; /* on the general board, let hashes mostly be alike */
    bool restless;  /* let threads meet often */
    uint32_t alone; /* positions that one thread finds before others join; 0: as many as pay */
};

bool longcat_judge_with(const struct puzzle *puzzle, const struct request *request, struct longcat_method method,
                        struct judgement *judgement);

#endif
