/* Many small tasks that do not depend on each other, shared by several threads.  What a task finds goes where
 * only it writes, so that nothing depends on who did it. */
#ifndef ONLYWAY_SOLVE_EXPLAIN_POOL_H
#define ONLYWAY_SOLVE_EXPLAIN_POOL_H

#include <stddef.h>

/* Calls task(context, n) for n = 0 to count - 1, in whatever order, by up to so many threads (0: one). */
void pool_run(size_t count, unsigned threads, void (*task)(void *context, size_t n), void *context);

/* The same; after each of its tasks the thread that called calls tell(context), unless it is NULL. */
void pool_run_telling(size_t count, unsigned threads, void (*task)(void *context, size_t n),
                      void (*tell)(void *context), void *context);

#endif
