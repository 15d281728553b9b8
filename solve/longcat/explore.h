/* Walks all positions of a LongCat level that can be reached and are not proved lost, with several threads where it
 * pays.
 *
 * Each thread walks depth first from the start, and by itself, as one alone would; the graph is what they share.  A
 * slide that nobody has tried is claimed, tried and its link written down.  A node that somebody else is at work
 * below is left for later, so that the threads spread over the ways on; where nothing else is left, one goes there
 * and helps.  A node is done when all below it are; the search is when the start is.
 *
 * Which positions are found does not depend on who finds them, nor does anything about them but their numbers and
 * parents.  Where a limit stops the search, what it had found would; so it is begun again with one thread. */
#ifndef ONLYWAY_SOLVE_LONGCAT_EXPLORE_H
#define ONLYWAY_SOLVE_LONGCAT_EXPLORE_H

#include "solve/longcat/graph.h"
#include "solve/search/limits.h"

struct exploration {
    const struct longcat *board;
    struct position *position; /* at the start, which is not proved lost; and again in the end */
    struct watch *watch;
    unsigned jobs;       /* threads */
    uint32_t alone;      /* positions that one thread finds before the others begin */
    bool restless;       /* threads give way to others in the midst of things, so that they meet often; for tests */
    struct graph *graph; /* made; positions are added.  The start has number 0 */
    bool failed;         /* out of memory */
};

enum { EXPLORE_ALONE = 32 };

/* How many threads a search is worth that may have so many. */
unsigned explore_jobs(const struct position *position, const struct limits *limits);

/* False: out of memory (`failed`), or a limit was hit, as the watch tells, and the graph holds what was found. */
bool explore(struct exploration *exploration);

#endif
