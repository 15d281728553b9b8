/* The slow way to judge a level of PuzzleScript, which knows nothing of packed states, places and floods: it plays
 * every key in every position, says which positions walks join by trying all ways there and back, and counts
 * shortest ways through what is left. */
#ifndef ONLYWAY_TESTS_SLOW_PUZZLESCRIPT_H
#define ONLYWAY_TESTS_SLOW_PUZZLESCRIPT_H

#include "games/puzzlescript/level.h"

struct slow_answer {
    int depth; /* -1: no solution */
    double solutions;
    unsigned states;
};

/* False: the level has too many positions. */
bool slow_puzzlescript(const struct ps_puzzle *puzzle, bool walks, struct slow_answer *answer);

#endif
