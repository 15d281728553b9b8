/* Going through many states again; see sweep.h. */
#include "solve/search/sweep.h"

#include "base/threads.h"

#include <stdio.h>

struct sweep {
    struct search *search;
    sweep_visit *visit;
    void *context;
    uint64_t end, blocks;
    bool down;
    _Atomic uint64_t next; /* block */
    atomic_bool failed, stop;
    struct watch watches[THREADS_MOST];
};

static void visit_block(struct sweep *sweep, struct fanout *fanout, uint64_t block)
{
    uint64_t nth = sweep->down ? sweep->blocks - 1 - block : block;
    uint64_t first = nth * SWEEP_BLOCK, end = first + SWEEP_BLOCK;
    sweep->visit(sweep->context, fanout, first, end < sweep->end ? end : sweep->end);
}

static void work(void *context, unsigned n)
{
    struct sweep *sweep = context;
    struct watch *watch = &sweep->watches[n];
    struct fanout fanout = {0};
    bool good = fanout_make(&fanout, sweep->search->puzzle);
    if (!good)
        atomic_store(&sweep->failed, true);
    while (good && !atomic_load(&sweep->stop)) {
        uint64_t block = atomic_fetch_add(&sweep->next, 1);
        if (block >= sweep->blocks)
            break;
        visit_block(sweep, &fanout, block);
        watch->patience = 1; /* a block takes long enough to look at the clock */
        if (!watch_allows(watch, 0, 0))
            atomic_store(&sweep->stop, true);
    }
    fanout_free(&fanout);
}

/* A thread is worth its start from a few blocks on. */
static unsigned threads_for(const struct sweep *sweep)
{
    unsigned jobs = sweep->search->limits.jobs;
    uint64_t worth = 1 + sweep->blocks / 4;
    jobs = jobs < 1 ? 1 : jobs < THREADS_MOST ? jobs : THREADS_MOST;
    return worth < jobs ? (unsigned)worth : jobs;
}

bool sweep(struct search *search, uint64_t end, bool down, sweep_visit *visit, void *context)
{
    struct sweep sweep = {
        .search = search, .visit = visit, .context = context, .end = end, .down = down};
    sweep.blocks = (end + SWEEP_BLOCK - 1) / SWEEP_BLOCK;
    unsigned threads = threads_for(&sweep);
    for (unsigned n = 0; n < threads; n++)
        sweep.watches[n] = search->watch;
    threads_run(threads, work, &sweep);
    for (unsigned n = 0; n < threads && search->watch.reason[0] == '\0'; n++)
        memcpy(search->watch.reason, sweep.watches[n].reason, sizeof search->watch.reason);
    /* A thread that had no memory has taken no block; the others may have done without it. */
    if (atomic_load(&sweep.failed) && atomic_load(&sweep.next) < sweep.blocks)
        search->failed = true;
    return !search->failed && search->watch.reason[0] == '\0';
}
