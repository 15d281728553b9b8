/* A search that a caller watches; see inside.h. */
#include "lib/inside.h"

static void tick(void *context)
{
    struct watched *watched = context;
    uint64_t states = atomic_load_explicit(&watched->states, memory_order_relaxed);
    if (watched->stop != 0)
        return;
    if (states > watched->most) /* each search of the call counts its states from 0 */
        watched->most = states;
    if (watched->watch.progress(watched->watch.context, watched->most) != 0)
        watched->stop = 1;
}

void watched_start(struct watched *watched, const ow_watch *watch, struct limits *limits)
{
    watched->watch = *watch;
    limits->interrupted = &watched->stop;
    limits->seen = &watched->states;
    if (watch->progress != NULL)
        watched->ticker = ticker_start(0.1, tick, watched);
}

bool watched_end(struct watched *watched)
{
    ticker_stop(watched->ticker);
    watched->ticker = NULL;
    return watched->stop == 0;
}
