/* The slow way to judge a level: plain breadth-first search without any pruning, all shortest
 * solutions listed, classes by union-find over the list, and each definition taken at its word. */
#ifndef ONLYWAY_TESTS_SLOW_JUDGE_H
#define ONLYWAY_TESTS_SLOW_JUDGE_H

#include "games/game.h"
#include "solve/judge/judge.h"

enum { SLOW_NOT_SOLVED = -1 };

struct slow {
    int depth; /* SLOW_NOT_SOLVED: no solution */
    size_t states;
    size_t solutions, essential;
    int forced, traps; /* of the first solution */
    game_move *first;  /* [depth] owned */
    game_move *list;   /* [solutions * depth] all of them, in the order of their labels; owned */
    size_t *classes;   /* [solutions] equal for those that are essentially the same; owned */
};

/* False: more than `most_states` states or `most_solutions` solutions; nothing is to be freed. */
bool slow_judge(const struct puzzle *puzzle, size_t most_states, size_t most_solutions, struct slow *slow);
void slow_free(struct slow *slow);

/* Whether a judgement tells this number of essentially different solutions, as far as it is told. */
bool tells_essential(const struct judgement *judgement, uint64_t classes);

#endif
