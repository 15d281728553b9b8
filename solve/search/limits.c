/* When a search must give up; see limits.h. */
#include "solve/search/limits.h"

#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>

enum { CHECKS_PER_LOOK = 1024 };

void watch_start(struct watch *watch, const struct limits *limits)
{
    *watch = (struct watch){.limits = limits, .patience = CHECKS_PER_LOOK};
    if (limits->timeout > 0)
        watch->deadline = now() + limits->timeout;
}

static void look_at_clock(struct watch *watch, uint64_t states)
{
    watch->patience = CHECKS_PER_LOOK;
    const struct limits *limits = watch->limits;
    if (limits->seen != NULL && states > 0)
        atomic_store_explicit(limits->seen, states, memory_order_relaxed);
    if (limits->interrupted != NULL && *limits->interrupted != 0)
        snprintf(watch->reason, sizeof watch->reason, "interrupted");
    else if (watch->deadline > 0 && now() > watch->deadline)
        snprintf(watch->reason, sizeof watch->reason, "the limit of %g seconds was hit",
                 limits->timeout);
}

bool watch_allows(struct watch *watch, uint64_t states, size_t bytes)
{
    const struct limits *limits = watch->limits;
    if (watch->reason[0] != '\0')
        return false;
    if (limits->max_states != 0 && states > limits->max_states)
        snprintf(watch->reason, sizeof watch->reason, "the limit of %" PRIu64 " states was hit",
                 limits->max_states);
    else if (limits->max_memory != 0 && bytes > limits->max_memory)
        snprintf(watch->reason, sizeof watch->reason,
                 "the limit of %.4g MiB of memory was hit", (double)limits->max_memory / 1048576);
    else if (--watch->patience == 0)
        look_at_clock(watch, states);
    return watch->reason[0] == '\0';
}
