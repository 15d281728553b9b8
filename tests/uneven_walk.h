/* Random puzzles whose estimates can drop by many moves at once. */
#ifndef ONLYWAY_TESTS_UNEVEN_WALK_H
#define ONLYWAY_TESTS_UNEVEN_WALK_H

#include "games/puzzle.h"

enum { WALK_NODES = 200, WALK_WAYS = 4, WALK_FAR = 1000 };

/* A walk over a random graph.  Most edges lead a little forward, and the last node is the goal.  The estimate of a
 * node is, at random, the exact distance, zero, or a value in between.  So the search often reaches a node by a
 * detour first and closes it with too many moves. */
struct uneven_walk {
    struct puzzle puzzle;
    unsigned nodes, ways;
    unsigned char next[WALK_NODES][WALK_WAYS];
    unsigned needed[WALK_NODES], estimate[WALK_NODES]; /* moves to the goal; WALK_FAR: the goal is unreachable */
};

/* Draws a random walk with toy_random. */
void walk_make(struct uneven_walk *walk, uint64_t *random);

#endif
