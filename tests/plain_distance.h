/* The distance of two levels, computed in the plainest way, for tests of filters/likeness.h. */
#ifndef ONLYWAY_TESTS_PLAIN_DISTANCE_H
#define ONLYWAY_TESTS_PLAIN_DISTANCE_H

#include "games/game.h"
#include "solve/judge/judge.h"

/* A level and its solution, which has no moves if the level has no solution. */
struct solved_level {
    const struct puzzle *puzzle;
    struct move_list moves;
};

/* Returns the distance, from 0 to 1, of two levels of the same game.  Aborts when memory runs out. */
double plain_distance(const struct solved_level *a, const struct solved_level *b);

#endif
