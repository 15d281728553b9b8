/* A request to stop: 0, or anything else once it is made, for instance the number of a signal.
 *
 * Any thread may make it, a signal handler too, and any thread may look at any time; nothing else
 * is told with it, so whoever makes it says the rest by other means.  `volatile sig_atomic_t` is
 * for handlers and their own thread only. */
#ifndef ONLYWAY_BASE_STOP_H
#define ONLYWAY_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef atomic_int stop_flag;

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may not wait for a lock");

/* What work asks that may take long and knows no limits itself, such as the rules of a game.  It asks now and then, by
 * any of its threads, and leaves off once the answer is yes; what it was working out is not known then.  Whoever made
 * the check knows why. */
struct stop_check {
    /* Whether the work, which holds so many bytes, has to stop.  Once yes, `stopped` is set, and the answer stays. */
    bool (*asked)(struct stop_check *check, size_t bytes);
    atomic_bool stopped;
};

/* Whether the work has stopped.  Takes NULL: it never does. */
static inline bool stop_check_stopped(const struct stop_check *check)
{
    return check != NULL && atomic_load(&check->stopped);
}

static inline bool stop_check_ask(struct stop_check *check, size_t bytes)
{
    return check != NULL && check->asked(check, bytes);
}

#endif
