/* A request to stop: 0, or anything else once it is made, for instance the number of a signal.
 *
 * Any thread may make it, a signal handler too, and any thread may look at any time; nothing else
 * is told with it, so whoever makes it says the rest by other means.  `volatile sig_atomic_t` is
 * for handlers and their own thread only. */
#ifndef ONLYWAY_BASE_STOP_H
#define ONLYWAY_BASE_STOP_H

#include <stdatomic.h>

typedef atomic_int stop_flag;

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may not wait for a lock");

#endif
