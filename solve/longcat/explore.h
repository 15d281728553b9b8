/* Explores all reachable positions of a LongCat level that are not proved lost.  It uses several threads where that
 * pays.
 *
 * Each thread searches depth first from the start, as a single thread would; they share only the graph.  A thread
 * claims an untried slide, tries it and records its link.  It puts off a node below which another thread is at work,
 * so the threads spread over the branches.  If nothing else is left, it goes there and helps.  A node is done when
 * all nodes below it are done; the search is done when the start is.
 *
 * The set of positions found, and all that is recorded about them except numbers and parents, does not depend on the
 * number of threads.  It would if a limit stopped the search, so such a search runs again with one thread, unless the
 * time is up. */
#ifndef ONLYWAY_SOLVE_LONGCAT_EXPLORE_H
#define ONLYWAY_SOLVE_LONGCAT_EXPLORE_H

#include "solve/longcat/graph.h"
#include "solve/search/limits.h"

struct exploration {
    const struct longcat *board;
    struct position *position; /* at the start, which is not proved lost; it is back there at the end */
    struct watch *watch;
    unsigned jobs;       /* threads */
    uint32_t alone;      /* positions that one thread finds before the others begin */
    bool restless;       /* threads yield at critical points, so that they meet often; for tests */
    struct graph *graph; /* made by the caller; positions are added to it; the start has number 0 */
    bool failed;         /* out of memory */
};

enum { EXPLORE_ALONE = 32 };

/* Returns how many threads the search is worth, at most as many as the limits allow. */
unsigned explore_jobs(const struct position *position, const struct limits *limits);

/* Returns false if memory ran out (`failed`) or a limit was hit (the watch says which).  At a limit the graph holds
 * what was found so far. */
bool explore(struct exploration *exploration);

#endif
