/* The threads of a run, which propose and judge.  The thread that started them takes in their work.
 *
 * Units of work are handed out in batches.  Finished batches are taken in strictly in the order of their units,
 * however the threads are scheduled.  A proposal with a stride skips the batches of other shards. */
#ifndef ONLYWAY_GEN_RUN_POOL_H
#define ONLYWAY_GEN_RUN_POOL_H

#include "gen/run/batch.h"

struct thread_pool;

/* Starts `jobs` threads on a proposal's units, beginning at `first`.  The proposal must outlive the thread pool; its
 * `stop` is set here.  NULL: no thread could be started; the reason is in `error`. */
struct thread_pool *pool_start(struct proposal *proposal, uint64_t first, unsigned jobs, struct text *error);

/* Limits how many batches may be begun before the first of them is released.  With 0, no more batches are begun.
 * The initial limit is the proposal's `ahead`. */
void pool_allow(struct thread_pool *pool, uint64_t ahead);

/* Stops the threads as soon as they notice, and frees the thread pool.  NULL is allowed. */
void pool_stop(struct thread_pool *pool);

/* Without threads, pool_next fills a batch itself.  Now and then it then calls over(context) and stops the work as soon
 * as that returns true.  With threads, the caller has the time to look for itself, and nothing is called. */
void pool_watch(struct thread_pool *pool, bool (*over)(void *context), void *context);

enum pool_answer {
    POOL_DONE,  /* the next batch is finished */
    POOL_BUSY,  /* it is not finished; ask again */
    POOL_OVER,  /* there are no more */
    POOL_FAILED /* out of memory */
};

/* Waits a moment (50 ms) for the next batch, or makes it.  The batch stays valid until it is released. */
enum pool_answer pool_next(struct thread_pool *pool, struct batch **batch);
void pool_release(struct thread_pool *pool);

#endif
