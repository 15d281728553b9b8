/* A request to stop: 0 until the request is made, then any other value, for instance the number of a signal.
 *
 * Any thread or signal handler may make the request, and any thread may check for it at any time.  The flag carries no
 * other information; pass that by other means.  (`volatile sig_atomic_t` works only between a handler and its own
 * thread.) */
#ifndef ONLYWAY_BASE_STOP_H
#define ONLYWAY_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef atomic_int stop_flag;

_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may not wait for a lock");

/* A check for work that can take long and has no limits of its own, such as the rules of a game.  The threads of the
 * work ask now and then, and the work stops once the answer is yes; its result is then unknown.  The owner of the check
 * knows the reason. */
struct stop_check {
    /* Whether the work, which holds `bytes` bytes, must stop.  Once the answer is yes, `stopped` is set for good. */
    bool (*asked)(struct stop_check *check, size_t bytes);
    atomic_bool stopped;
};

/* Whether the work was told to stop.  Never with NULL. */
static inline bool stop_check_stopped(const struct stop_check *check)
{
    return check != NULL && atomic_load(&check->stopped);
}

static inline bool stop_check_ask(struct stop_check *check, size_t bytes)
{
    return check != NULL && check->asked(check, bytes);
}

/* For work in many small steps: counts a step in *steps, and asks at every 256th. */
static inline bool stop_check_step(struct stop_check *check, unsigned *steps)
{
    return ++*steps % 256 == 0 && stop_check_ask(check, 0);
}

#endif
