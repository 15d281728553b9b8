/* Going through many states again, by several threads.
 *
 * Threads take blocks of numbers in turn.  A block is a multiple of 64 long, so that what is
 * written for its states, be it a bit each, is in no other thread's bytes. */
#ifndef ONLYWAY_SOLVE_SEARCH_SCAN_H
#define ONLYWAY_SOLVE_SEARCH_SCAN_H

#include "solve/search/search.h"

enum { SCAN_BLOCK = 4096 };

/* Visits the numbers from `first` to `end` - 1 of a block; `fanout` is the thread's own. */
typedef void scan_visit(void *context, struct fanout *fanout, uint64_t first, uint64_t end);

/* Visits all numbers below `end`, by as many threads as the search may use; in descending order of
 * blocks if `down`.  False: a limit was hit, or search->failed. */
bool scan_states(struct search *search, uint64_t end, bool down, scan_visit *visit, void *context);

#endif
