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

#ifdef __wasm__

/* Without threads, the work is done when its result is requested. */
struct thread_pool {
    struct proposal *proposal;
    struct batch batch;
    struct candidate_list list;
    void *scratch;
    uint64_t next; /* unit */
    bool closed;
    stop_flag stop;
    bool (*over)(void *context); /* see pool_watch; may be NULL */
    void *context;
};

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
    (void)jobs;
    struct thread_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL || !batch_make(&pool->batch, proposal->batch)) {
        free(pool);
        text_fail(error);
        return NULL;
    }
    pool->proposal = proposal;
    pool->next = first;
    proposal->stop = proposal->variant.interrupted = &pool->stop;
    return pool;
}

void pool_stop(struct thread_pool *pool)
{
    if (pool == NULL)
        return;
    if (pool->scratch != NULL)
        pool->proposal->proposer->scratch_free(pool->scratch);
    candidates_free(&pool->list);
    batch_free(&pool->batch);
    free(pool);
}

enum pool_answer pool_next(struct thread_pool *pool, struct batch **batch)
{
    const struct proposal *proposal = pool->proposal;
    if (pool->closed || pool->next >= proposal->units)
        return POOL_OVER;
    if (pool->scratch == NULL)
        pool->scratch = proposal->proposer->scratch_make(proposal);
    if (pool->scratch == NULL)
        return POOL_FAILED;
    uint64_t left = proposal->units - pool->next;
    pool->batch.first_unit = pool->next;
    pool->batch.units = left < proposal->batch ? (unsigned)left : proposal->batch;
    struct ticker *ticker = ticker_start(0.05, look, pool);
    batch_work(&pool->batch, proposal, pool->scratch, &pool->list);
    ticker_stop(ticker);
    *batch = &pool->batch;
    return pool->batch.failed ? POOL_FAILED : POOL_DONE;
}

void pool_release(struct thread_pool *pool)
{
    pool->next += stride(pool->proposal);
}

void pool_allow(struct thread_pool *pool, uint64_t ahead)
{
    pool->closed = ahead == 0;
}

#else

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <time.h>

enum { BATCHES_PER_JOB = 4 };
enum slot_state { SLOT_FREE, SLOT_BUSY, SLOT_DONE };

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
    locale_t locale; /* of the thread that started it */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t *threads;
    unsigned thread_count;
};

/* Takes the next batch when its slot is free.  NULL: there is nothing left to do. */
static struct batch *take_batch(struct thread_pool *pool, size_t *slot)
{
    const struct proposal *proposal = pool->proposal;
    struct batch *batch = NULL;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->stop &&
           (pool->next_batch - pool->next >= pool->ahead || pool->states[pool->next_batch % pool->slots] != SLOT_FREE))
        pthread_cond_wait(&pool->changed, &pool->mutex);
    uint64_t first = pool->first_unit + pool->next_batch * stride(proposal);
    if (!pool->stop && first < proposal->units) {
        *slot = (size_t)(pool->next_batch++ % pool->slots);
        pool->states[*slot] = SLOT_BUSY;
        batch = &pool->batches[*slot];
        batch->first_unit = first;
        uint64_t left = proposal->units - first;
        batch->units = left < proposal->batch ? (unsigned)left : proposal->batch;
    }
    pthread_mutex_unlock(&pool->mutex);
    return batch;
}

static void *work(void *context)
{
    struct thread_pool *pool = context;
    uselocale(pool->locale);
    const struct proposal *proposal = pool->proposal;
    struct candidate_list list = {0};
    void *scratch = proposal->proposer->scratch_make(proposal);
    struct batch *batch;
    size_t slot;
    while (scratch != NULL && (batch = take_batch(pool, &slot)) != NULL) {
        batch_work(batch, proposal, scratch, &list);
        pthread_mutex_lock(&pool->mutex);
        pool->states[slot] = SLOT_DONE;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->mutex);
    }
    if (scratch == NULL) {
        pthread_mutex_lock(&pool->mutex);
        pool->failed = true;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->mutex);
    } else {
        proposal->proposer->scratch_free(scratch);
    }
    candidates_free(&list);
    return NULL;
}

struct thread_pool *pool_start(struct proposal *proposal, uint64_t first, unsigned jobs, struct text *error)
{
    struct thread_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        text_fail(error);
        return NULL;
    }
    pool->proposal = proposal;
    pool->slots = BATCHES_PER_JOB * (size_t)jobs;
    pool->ahead = proposal->ahead > 0 ? proposal->ahead : pool->slots;
    pool->first_unit = first;
    pool->locale = uselocale((locale_t)0);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->changed, NULL);
    proposal->stop = proposal->variant.interrupted = &pool->stop;
    pool->batches = calloc(pool->slots, sizeof *pool->batches);
    pool->states = calloc(pool->slots, sizeof *pool->states);
    pool->threads = calloc(jobs, sizeof *pool->threads);
    bool good = pool->batches != NULL && pool->states != NULL && pool->threads != NULL;
    for (size_t i = 0; good && i < pool->slots; i++)
        good = batch_make(&pool->batches[i], proposal->batch);
    while (good && pool->thread_count < jobs && thread_start(&pool->threads[pool->thread_count], work, pool))
        pool->thread_count++;
    if (pool->thread_count > 0)
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
    pthread_mutex_lock(&pool->mutex);
    pool->stop = 1;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    for (size_t i = 0; pool->batches != NULL && i < pool->slots; i++)
        batch_free(&pool->batches[i]);
    free(pool->batches);
    free(pool->states);
    free(pool->threads);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

enum pool_answer pool_next(struct thread_pool *pool, struct batch **batch)
{
    size_t slot = (size_t)(pool->next % pool->slots);
    struct timespec until;
    if (pool->first_unit + pool->next * stride(pool->proposal) >= pool->proposal->units)
        return POOL_OVER;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&pool->mutex);
    int result = 0;
    bool over = pool->ahead == 0 && pool->next >= pool->next_batch;
    while (!over && pool->states[slot] != SLOT_DONE && !pool->failed && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&pool->changed, &pool->mutex, &until);
    bool done = pool->states[slot] == SLOT_DONE, failed = pool->failed;
    pthread_mutex_unlock(&pool->mutex);
    *batch = &pool->batches[slot];
    if (over)
        return POOL_OVER;
    if (failed || (done && pool->batches[slot].failed))
        return POOL_FAILED;
    return done ? POOL_DONE : POOL_BUSY;
}

void pool_release(struct thread_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->states[pool->next % pool->slots] = SLOT_FREE;
    pool->next++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

void pool_allow(struct thread_pool *pool, uint64_t ahead)
{
    pthread_mutex_lock(&pool->mutex);
    pool->ahead = ahead;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

#endif
