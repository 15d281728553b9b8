/* When a search must give up. */
#ifndef ONLYWAY_SOLVE_SEARCH_LIMITS_H
#define ONLYWAY_SOLVE_SEARCH_LIMITS_H

#include "base/stop.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct limits {
    uint64_t max_states; /* 0: none */
    uint64_t max_memory; /* bytes; 0: none */
    double timeout;      /* seconds for this search; 0: none */
    const stop_flag *interrupted; /* stops when this is no longer 0; NULL: never */
    uint64_t numbers;    /* states that can be told apart in memory; 0: as many as there are numbers */
    uint64_t plenty;     /* states from which on a search from both ends leaves out what it need not store;
                          * 0: a million */
    unsigned jobs;       /* threads that one search may use; 0 and 1: one */
    _Atomic uint64_t *seen; /* receives, now and then, the number of states so far; NULL: none wanted */
};

/* A search in progress. */
struct watch {
    const struct limits *limits;
    double deadline;  /* on the clock of `now`; 0: none */
    unsigned patience; /* checks until the clock is looked at again */
    char reason[80];  /* why the search had to stop; "" while it need not */
};

void watch_start(struct watch *watch, const struct limits *limits);

/* Whether the search may go on with that many states and bytes.  Cheap: the clock is looked at only
 * every few thousand calls.  Once false, always false. */
bool watch_allows(struct watch *watch, uint64_t states, size_t bytes);

/* Lets the next call look at the clock: for those who do much between two calls. */
static inline void watch_hurry(struct watch *watch)
{
    watch->patience = 1;
}

#endif
