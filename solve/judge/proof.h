/* Consistency checks that every judgement must pass; for self-checks, not for verdicts. */
#ifndef ONLYWAY_SOLVE_JUDGE_PROOF_H
#define ONLYWAY_SOLVE_JUDGE_PROOF_H

#include "solve/judge/judge.h"

/* Returns whether the reported solution is legal by the plain rules, has as many moves as the depth, meets the goal
 * with its last move and not before, and no estimate along it exceeds the moves left.  Without a reported solution,
 * the verdict must be unsolvable or undecided.  The moves are not checked if memory runs out or the rules were
 * stopped. */
bool judgement_stands(const struct puzzle *puzzle, const struct judgement *judgement);

#endif
