/* A slow judge of levels: plain breadth-first search without pruning.  It lists all shortest solutions, finds their
 * classes by union-find, and follows each definition literally. */
#ifndef ONLYWAY_TESTS_SLOW_JUDGE_H
#define ONLYWAY_TESTS_SLOW_JUDGE_H

#include "solve/judge/judge.h"

enum { SLOW_NOT_SOLVED = -1 };

struct slow {
    int depth; /* SLOW_NOT_SOLVED: no solution */
    size_t states;
    size_t solutions, essential;
    int forced, traps; /* of the first solution */
    game_move *first;  /* [depth] owned */
    game_move *list;   /* [solutions * depth] all solutions, sorted by labels; owned */
    size_t *classes;   /* [solutions] equal for solutions that are essentially the same; owned */
};

/* Returns false, with nothing to free, if there are more than `most_states` states or `most_solutions` solutions. */
bool slow_judge(const struct puzzle *puzzle, size_t most_states, size_t most_solutions, struct slow *slow);
void slow_free(struct slow *slow);

/* Returns whether a judgement agrees with this number of essentially different solutions, as far as it reports one. */
bool tells_essential(const struct judgement *judgement, uint64_t classes);

#endif
