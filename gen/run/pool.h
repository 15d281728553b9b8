/* The threads of a run: they propose and judge; whoever started them takes their work in.
 *
 * Units of work are handed out in batches; finished batches wait until it is their turn, so that they come in
 * the order of their units whatever the threads do.  A proposal with a stride leaves out the batches of others. */
#ifndef ONLYWAY_GEN_RUN_POOL_H
#define ONLYWAY_GEN_RUN_POOL_H

#include "gen/run/batch.h"

struct thread_pool;

/* Starts so many threads on a proposal's units from `first` on.  The proposal must outlive the thread pool, and
 * its `stop` is set here.  NULL: none could be started, said in `error`. */
struct thread_pool *pool_start(struct proposal *proposal, uint64_t first, unsigned jobs, struct text *error);

/* From now on so many batches at most are begun before the first of them is released; 0: those that were begun are the
 * last.  It begins with the proposal's `ahead`. */
void pool_allow(struct thread_pool *pool, uint64_t ahead);

/* Stops them as soon as they look up; NULL is left alone. */
void pool_stop(struct thread_pool *pool);

enum pool_answer {
    POOL_DONE,  /* the next batch is there */
    POOL_BUSY,  /* it is not; ask again */
    POOL_OVER,  /* there are no more */
    POOL_FAILED /* out of memory */
};

/* Waits a moment for the next batch; it stays where it is until it is released. */
enum pool_answer pool_next(struct thread_pool *pool, struct batch **batch);
void pool_release(struct thread_pool *pool);

#endif
