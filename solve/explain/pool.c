/* Tasks shared by threads; see pool.h. */
#include "solve/explain/pool.h"

#include "base/threads.h"

#include <stdatomic.h>

struct thread_pool {
    void (*task)(void *context, size_t n);
    void (*tell)(void *context);
    void *context;
    size_t count;
    atomic_size_t next;
};

static void work(void *context, unsigned n)
{
    struct thread_pool *pool = context;
    size_t i;
    while ((i = atomic_fetch_add(&pool->next, 1)) < pool->count) {
        pool->task(pool->context, i);
        if (n == 0 && pool->tell != NULL)
            pool->tell(pool->context);
    }
}

void pool_run_telling(size_t count, unsigned threads, void (*task)(void *context, size_t n),
                      void (*tell)(void *context), void *context)
{
    struct thread_pool pool = {.task = task, .tell = tell, .context = context, .count = count};
    unsigned most = threads > THREADS_MOST ? THREADS_MOST : threads;
    threads_run(count < most ? (unsigned)count : most, work, &pool);
}

void pool_run(size_t count, unsigned threads, void (*task)(void *context, size_t n), void *context)
{
    pool_run_telling(count, threads, task, NULL, context);
}
