/* What any judgement must stand: for checks, not for verdicts. */
#ifndef ONLYWAY_SOLVE_JUDGE_PROOF_H
#define ONLYWAY_SOLVE_JUDGE_PROOF_H

#include "solve/judge/judge.h"

/* Whether the reported solution, if there is one, is legal by the plain rules, has as many moves as
 * the depth, meets the goal with its last move and not before, and no estimate along it promises
 * too much. */
bool judgement_stands(const struct puzzle *puzzle, const struct judgement *judgement);

#endif
