/* Random puzzles whose estimates fall by many moves at once. */
#ifndef ONLYWAY_TESTS_UNEVEN_WALK_H
#define ONLYWAY_TESTS_UNEVEN_WALK_H

#include "games/puzzle.h"

enum { WALK_NODES = 200, WALK_WAYS = 4, WALK_FAR = 1000 };

/* A walk over a random graph, most of whose edges lead on a little; the last node is the goal.  The estimate is what
 * is needed, or nothing, or something between, by the node's luck: so nodes are often met by a detour first, and
 * closed with too many moves. */
struct uneven_walk {
    struct puzzle puzzle;
    unsigned nodes, ways;
    unsigned char next[WALK_NODES][WALK_WAYS];
    unsigned needed[WALK_NODES], estimate[WALK_NODES]; /* moves to the goal; WALK_FAR: it is out of reach */
};

/* Draws one by toy_random. */
void walk_make(struct uneven_walk *walk, uint64_t *random);

#endif
