/* A thread pool for many small independent tasks.  A task writes its result to a place that only it writes to, so the
 * outcome does not depend on which thread ran it. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_POOL_H
#define ONLYWAY_SOLVE_EXPLAIN_POOL_H

#include <stddef.h>

/* Calls task(context, n) for n = 0 to count - 1, in any order, from up to `threads` threads (0: one). */
void pool_run(size_t count, unsigned threads, void (*task)(void *context, size_t n), void *context);

/* Does the same.  The calling thread also calls tell(context), unless it is NULL, after each of its tasks. */
void pool_run_telling(size_t count, unsigned threads, void (*task)(void *context, size_t n),
                      void (*tell)(void *context), void *context);

#endif
