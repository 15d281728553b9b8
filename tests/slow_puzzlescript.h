/* A slow judge of PuzzleScript levels that does not use packed states, places or floods.  It plays every key in
 * every position, finds the positions that walks connect by trying all ways there and back, and counts the shortest
 * ways through the rest. */
#ifndef ONLYWAY_TESTS_SLOW_PUZZLESCRIPT_H
#define ONLYWAY_TESTS_SLOW_PUZZLESCRIPT_H

#include "games/puzzlescript/level.h"

struct slow_answer {
    int depth; /* -1: no solution */
    double solutions;
    unsigned states;
};

/* Returns false if the level has too many positions. */
bool slow_puzzlescript(const struct ps_puzzle *puzzle, bool walks, struct slow_answer *answer);

#endif
