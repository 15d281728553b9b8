/* Limits of a search; see limits.h. */
#include "solve/search/limits.h"

#include "base/clock.h"
#include "base/threads.h"

#include <inttypes.h>
#include <stdio.h>

enum { CHECKS_PER_LOOK = 1024 };

/* Returns the deadline of work that begins now; 0: none. */
static double deadline_of(const struct limits *limits)
{
    return limits->deadline > 0 || limits->timeout <= 0 ? limits->deadline : clock_now() + limits->timeout;
}

void limits_begin(struct limits *limits)
{
    limits->deadline = deadline_of(limits);
}

/* Checks the limits that do not depend on the work itself: interruption and time. */
static enum limit_hit look_around(const struct limits *limits, double deadline)
{
    ticker_poll();
    if (limits->interrupted != NULL && *limits->interrupted != 0)
        return LIMIT_INTERRUPT;
    return deadline > 0 && clock_now() > deadline ? LIMIT_TIME : LIMIT_NONE;
}

bool limits_are_over(const struct limits *limits, double deadline)
{
    return look_around(limits, deadline) != LIMIT_NONE;
}

unsigned limits_threads(const struct limits *limits)
{
    return limits->jobs < 1 ? 1 : limits->jobs < THREADS_MOST ? (unsigned)limits->jobs : THREADS_MOST;
}

static void say_hit(enum limit_hit hit, const struct limits *limits, char reason[LIMIT_REASON])
{
    switch (hit) {
    case LIMIT_INTERRUPT:
        snprintf(reason, LIMIT_REASON, "interrupted");
        break;
    case LIMIT_TIME:
        snprintf(reason, LIMIT_REASON, "the limit of %g seconds was hit", limits->timeout);
        break;
    case LIMIT_STATES:
        snprintf(reason, LIMIT_REASON, "the limit of %" PRIu64 " states was hit", limits->max_states);
        break;
    case LIMIT_MEMORY:
        snprintf(reason, LIMIT_REASON, "the limit of %.4g MiB of memory was hit", (double)limits->max_memory / 1048576);
        break;
    case LIMIT_NUMBERS:
        snprintf(reason, LIMIT_REASON, "there are more states than can be numbered");
        break;
    case LIMIT_NO_MEMORY:
        snprintf(reason, LIMIT_REASON, "out of memory");
        break;
    case LIMIT_NONE:
    case LIMIT_OTHER:
    case LIMIT_BROKEN:
        break;
    }
}

/* --- rules --- */

static bool check_limits(struct stop_check *check, size_t bytes)
{
    struct limited *limited = (struct limited *)check;
    const struct limits *limits = &limited->limits;
    if (atomic_load(&check->stopped))
        return true;
    atomic_store_explicit(&limited->rules_bytes, bytes, memory_order_relaxed);
    enum limit_hit hit = look_around(limits, limited->deadline);
    size_t beside = atomic_load_explicit(&limited->search_bytes, memory_order_relaxed);
    if (hit == LIMIT_NONE && limits->max_memory != 0 &&
        (bytes > limits->max_memory || beside > limits->max_memory - bytes))
        hit = LIMIT_MEMORY;
    int none = LIMIT_NONE;
    if (hit != LIMIT_NONE) {
        atomic_compare_exchange_strong(&limited->hit, &none, (int)hit);
        atomic_store(&check->stopped, true);
    }
    return hit != LIMIT_NONE;
}

bool limited_open(struct limited *limited, const struct puzzle *puzzle, const struct limits *limits)
{
    *limited = (struct limited){
        .check.asked = check_limits, .puzzle = puzzle, .limits = *limits, .deadline = deadline_of(limits)};
    if (puzzle == NULL || puzzle->rules->checked == NULL)
        return true;
    limited->own = puzzle->rules->checked(puzzle, &limited->check);
    limited->puzzle = limited->own;
    return limited->own != NULL;
}

void limited_close(struct limited *limited)
{
    if (limited->own != NULL)
        limited->own->rules->checked_free(limited->own);
    limited->own = NULL;
    limited->puzzle = NULL;
}

bool limited_stopped(const struct limited *limited, char reason[LIMIT_REASON])
{
    if (!stop_check_stopped(&limited->check))
        return false;
    if (reason[0] == '\0')
        say_hit((enum limit_hit)atomic_load(&limited->hit), &limited->limits, reason);
    if (reason[0] == '\0') /* the rules stopped themselves because memory ran out */
        snprintf(reason, LIMIT_REASON, "out of memory");
    return true;
}

/* --- searches --- */

void watch_start(struct watch *watch, const struct limits *limits)
{
    *watch = (struct watch){.limits = limits, .deadline = deadline_of(limits), .patience = CHECKS_PER_LOOK};
}

void watch_stop(struct watch *watch, enum limit_hit hit, const char *reason)
{
    if (watch_stopped(watch) && hit != LIMIT_NO_MEMORY)
        return;
    watch->hit = hit;
    if (reason != NULL)
        snprintf(watch->reason, sizeof watch->reason, "%s", reason);
    else
        say_hit(hit, watch->limits, watch->reason);
}

bool watch_stop_with(struct watch *watch, const struct watch *other)
{
    if (watch_stopped(other))
        watch_stop(watch, other->hit, other->reason);
    return watch_stopped(other);
}

bool watch_stop_with_rules(struct watch *watch, const struct limited *rules)
{
    char reason[LIMIT_REASON] = "";
    if (!limited_stopped(rules, reason))
        return false;
    enum limit_hit hit = (enum limit_hit)atomic_load(&rules->hit);
    watch_stop(watch, hit == LIMIT_NONE ? LIMIT_OTHER : hit, reason);
    return true;
}

bool watch_allows(struct watch *watch, uint64_t states, size_t bytes)
{
    const struct limits *limits = watch->limits;
    if (watch_stopped(watch) || (watch->rules != NULL && watch_stop_with_rules(watch, watch->rules)))
        return false;
    if (limits->max_states != 0 && states > limits->max_states) {
        watch_stop(watch, LIMIT_STATES, NULL);
    } else if (limits->max_memory != 0 && bytes > limits->max_memory) {
        watch_stop(watch, LIMIT_MEMORY, NULL);
    } else if (--watch->patience == 0) {
        watch->patience = CHECKS_PER_LOOK;
        if (limits->seen != NULL && states > 0)
            atomic_store_explicit(limits->seen, states, memory_order_relaxed);
        watch_stop(watch, look_around(limits, watch->deadline), NULL);
    }
    return !watch_stopped(watch);
}
