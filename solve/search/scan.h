/* Visiting many states again, by several threads.
 *
 * The threads take blocks of state numbers in turn.  The length of a block is a multiple of 64, so two threads never
 * write to the same byte, even with only one bit per state. */
#ifndef ONLYWAY_SOLVE_SEARCH_SCAN_H
#define ONLYWAY_SOLVE_SEARCH_SCAN_H

#include "solve/search/search.h"

enum { SCAN_BLOCK = 4096 };

/* Visits the numbers from `first` to `end` - 1 of a block.  Each thread has its own `fanout`. */
typedef void scan_visit(void *context, struct fanout *fanout, uint64_t first, uint64_t end);

/* Visits all numbers below `end` with as many threads as the search may use, from the last block to the first if
 * `down`.  Returns false on a limit, or if search->failed. */
bool scan_states(struct search *search, uint64_t end, bool down, scan_visit *visit, void *context);

#endif
