/* The slow way to judge a level: plain breadth-first search without any pruning, all shortest
 * solutions listed, classes by union-find over the list, and each definition taken at its word. */
#ifndef ONLYWAY_TESTS_ORACLE_H
#define ONLYWAY_TESTS_ORACLE_H

#include "games/game.h"

enum { ORACLE_NOT_SOLVED = -1 };

struct oracle {
    int depth; /* ORACLE_NOT_SOLVED: no solution */
    size_t states;
    size_t solutions, essential;
    int forced, traps; /* of the first solution */
    game_move *first;  /* [depth] owned */
};

/* False: more than `most_states` states or `most_solutions` solutions; nothing is to be freed. */
bool oracle_judge(const struct puzzle *puzzle, size_t most_states, size_t most_solutions,
                  struct oracle *oracle);
void oracle_free(struct oracle *oracle);

#endif
