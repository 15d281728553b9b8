/* The threads of a run; see pool.h. */
#include "gen/run/pool.h"

#include "base/clock.h"
#include "base/threads.h"

#include <stdlib.h>

/* Units from the beginning of a batch to the beginning of the next. */
static uint64_t stride(const struct proposal *proposal)
{
    return proposal->stride > 0 ? proposal->stride : proposal->batch;
}

enum { BATCHES_PER_JOB = 4 };
enum slot_state { SLOT_FREE, SLOT_BUSY, SLOT_DONE };

/* Seconds for which pool_next waits. */
static const double moment = 0.05;

/* The batches in progress, as a ring: batch n is in slot n % slots. */
struct thread_pool {
    const struct proposal *proposal;
    struct batch *batches;
    enum slot_state *states;
    size_t slots;
    uint64_t next_batch; /* to be handed out */
    uint64_t next;       /* batch to be taken in */
    uint64_t first_unit; /* of batch 0 */
    bool failed;         /* a thread could not allocate its memory */
    uint64_t ahead;      /* how many batches may be begun before the first is released; 0: no more at all */
    stop_flag stop;
    struct monitor monitor;
    struct thread *threads;
    unsigned thread_count;
    bool (*over)(void *context); /* see pool_watch; may be NULL */
    void *context;
    void *scratch; /* without threads, that of all batches; NULL: not made yet */
};

/* Takes the next batch when its slot is free.  NULL: there is nothing left to do. */
static struct batch *take_batch(struct thread_pool *pool, size_t *slot)
{
    const struct proposal *proposal = pool->proposal;
    struct batch *batch = NULL;
    bool full;
    monitor_enter(&pool->monitor);
    while ((full = pool->next_batch - pool->next >= pool->ahead ||
                   pool->states[pool->next_batch % pool->slots] != SLOT_FREE) &&
           !pool->stop && THREADS_EXIST)
        monitor_wait(&pool->monitor);
    uint64_t first = pool->first_unit + pool->next_batch * stride(proposal);
    if (!full && !pool->stop && first < proposal->units) {
        *slot = (size_t)(pool->next_batch++ % pool->slots);
        pool->states[*slot] = SLOT_BUSY;
        batch = &pool->batches[*slot];
        batch->first_unit = first;
        uint64_t left = proposal->units - first;
        batch->units = left < proposal->batch ? (unsigned)left : proposal->batch;
    }
    monitor_leave(&pool->monitor);
    return batch;
}

static void work(void *context)
{
    struct thread_pool *pool = context;
    const struct proposal *proposal = pool->proposal;
    struct candidate_list list = {0};
    void *scratch = pool->scratch != NULL ? pool->scratch : proposal->proposer->scratch_make(proposal);
    struct batch *batch;
    size_t slot;
    while (scratch != NULL && (batch = take_batch(pool, &slot)) != NULL) {
        batch_work(batch, proposal, scratch, &list);
        monitor_enter(&pool->monitor);
        pool->states[slot] = SLOT_DONE;
        monitor_wake(&pool->monitor);
        monitor_leave(&pool->monitor);
    }
    if (scratch == NULL) {
        monitor_enter(&pool->monitor);
        pool->failed = true;
        monitor_wake(&pool->monitor);
        monitor_leave(&pool->monitor);
    } else if (THREADS_EXIST) {
        proposal->proposer->scratch_free(scratch);
    } else {
        pool->scratch = scratch;
    }
    candidates_free(&list);
}

static void look(void *context)
{
    struct thread_pool *pool = context;
    if (pool->over != NULL && pool->over(pool->context))
        pool->stop = 1;
}

void pool_watch(struct thread_pool *pool, bool (*over)(void *context), void *context)
{
    pool->over = over;
    pool->context = context;
}

struct thread_pool *pool_start(struct proposal *proposal, uint64_t first, unsigned jobs, struct text *error)
{
    struct thread_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        text_fail(error);
        return NULL;
    }
    pool->proposal = proposal;
    pool->slots = THREADS_EXIST ? BATCHES_PER_JOB * (size_t)jobs : 1;
    pool->ahead = proposal->ahead > 0 ? proposal->ahead : pool->slots;
    pool->first_unit = first;
    monitor_make(&pool->monitor);
    proposal->stop = proposal->variant.interrupted = &pool->stop;
    pool->batches = calloc(pool->slots, sizeof *pool->batches);
    pool->states = calloc(pool->slots, sizeof *pool->states);
    pool->threads = calloc(jobs, sizeof *pool->threads);
    bool good = pool->batches != NULL && pool->states != NULL && pool->threads != NULL;
    for (size_t i = 0; good && i < pool->slots; i++)
        good = batch_make(&pool->batches[i], proposal->batch);
    while (good && pool->thread_count < jobs && thread_start(&pool->threads[pool->thread_count], work, pool))
        pool->thread_count++;
    if (pool->thread_count > 0 || (good && !THREADS_EXIST))
        return pool;
    if (good)
        text_add_string(error, "cannot start a thread: too many of them, or too little memory");
    else
        text_fail(error);
    pool_stop(pool);
    return NULL;
}

void pool_stop(struct thread_pool *pool)
{
    if (pool == NULL)
        return;
    monitor_enter(&pool->monitor);
    pool->stop = 1;
    monitor_wake(&pool->monitor);
    monitor_leave(&pool->monitor);
    for (unsigned i = 0; i < pool->thread_count; i++)
        thread_join(&pool->threads[i]);
    for (size_t i = 0; pool->batches != NULL && i < pool->slots; i++)
        batch_free(&pool->batches[i]);
    free(pool->batches);
    free(pool->states);
    free(pool->threads);
    if (pool->scratch != NULL)
        pool->proposal->proposer->scratch_free(pool->scratch);
    monitor_free(&pool->monitor);
    free(pool);
}

enum pool_answer pool_next(struct thread_pool *pool, struct batch **batch)
{
    size_t slot = (size_t)(pool->next % pool->slots);
    double until = clock_now() + moment;
    if (pool->first_unit + pool->next * stride(pool->proposal) >= pool->proposal->units)
        return POOL_OVER;
    if (!THREADS_EXIST) {
        struct ticker *ticker = ticker_start(moment, look, pool);
        work(pool);
        ticker_stop(ticker);
    }
    monitor_enter(&pool->monitor);
    bool over = pool->ahead == 0 && pool->next >= pool->next_batch;
    while (!over && pool->states[slot] != SLOT_DONE && !pool->failed && monitor_wait_until(&pool->monitor, until))
        continue;
    bool done = pool->states[slot] == SLOT_DONE, failed = pool->failed;
    monitor_leave(&pool->monitor);
    *batch = &pool->batches[slot];
    if (over)
        return POOL_OVER;
    if (failed || (done && pool->batches[slot].failed))
        return POOL_FAILED;
    return done ? POOL_DONE : POOL_BUSY;
}

void pool_release(struct thread_pool *pool)
{
    monitor_enter(&pool->monitor);
    pool->states[pool->next % pool->slots] = SLOT_FREE;
    pool->next++;
    monitor_wake(&pool->monitor);
    monitor_leave(&pool->monitor);
}

void pool_allow(struct thread_pool *pool, uint64_t ahead)
{
    monitor_enter(&pool->monitor);
    pool->ahead = ahead;
    monitor_wake(&pool->monitor);
    monitor_leave(&pool->monitor);
}
