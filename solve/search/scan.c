/* Visiting many states again; see scan.h. */
#include "solve/search/scan.h"

#include "base/threads.h"

#include <stdio.h>

struct scan {
    struct search *search;
    scan_visit *visit;
    void *context;
    uint64_t end, blocks;
    bool down;
    _Atomic uint64_t next; /* the next block */
    atomic_bool failed, stop;
    struct watch watches[THREADS_MOST];
};

static void visit_block(struct scan *scan, struct fanout *fanout, uint64_t block)
{
    uint64_t nth = scan->down ? scan->blocks - 1 - block : block;
    uint64_t first = nth * SCAN_BLOCK, end = first + SCAN_BLOCK;
    scan->visit(scan->context, fanout, first, end < scan->end ? end : scan->end);
}

static void work(void *context, unsigned n)
{
    struct scan *scan = context;
    struct watch *watch = &scan->watches[n];
    struct fanout fanout = {0};
    bool good = fanout_make(&fanout, scan->search->puzzle);
    if (!good)
        atomic_store(&scan->failed, true);
    while (good && !atomic_load(&scan->stop)) {
        uint64_t block = atomic_fetch_add(&scan->next, 1);
        if (block >= scan->blocks)
            break;
        visit_block(scan, &fanout, block);
        watch->patience = 1; /* a block takes long enough to look at the clock */
        if (!watch_allows(watch, 0, 0))
            atomic_store(&scan->stop, true);
    }
    fanout_free(&fanout);
}

/* A thread is worth starting only for several blocks. */
static unsigned threads_for(const struct scan *scan)
{
    unsigned jobs = scan->search->limits.jobs;
    uint64_t worth = 1 + scan->blocks / 4;
    jobs = jobs < 1 ? 1 : jobs < THREADS_MOST ? jobs : THREADS_MOST;
    return worth < jobs ? (unsigned)worth : jobs;
}

bool scan_states(struct search *search, uint64_t end, bool down, scan_visit *visit, void *context)
{
    struct scan scan = {.search = search, .visit = visit, .context = context, .end = end, .down = down};
    scan.blocks = (end + SCAN_BLOCK - 1) / SCAN_BLOCK;
    unsigned threads = threads_for(&scan);
    for (unsigned n = 0; n < threads; n++)
        scan.watches[n] = search->watch;
    threads_run(threads, work, &scan);
    for (unsigned n = 0; n < threads; n++)
        watch_stop_with(&search->watch, &scan.watches[n]);
    /* A thread that ran out of memory has taken no block.  The others may have done all the work. */
    if (atomic_load(&scan.failed) && atomic_load(&scan.next) < scan.blocks)
        search->failed = true;
    return !search->failed && !watch_stopped(&search->watch);
}
