/* Tasks shared by threads; see crew.h. */
#include "solve/why/crew.h"

#include "base/threads.h"

#include <stdatomic.h>

struct crew {
    void (*task)(void *context, size_t n);
    void (*tell)(void *context);
    void *context;
    size_t count;
    atomic_size_t next;
};

static void work(void *context, unsigned n)
{
    struct crew *crew = context;
    size_t i;
    while ((i = atomic_fetch_add(&crew->next, 1)) < crew->count) {
        crew->task(crew->context, i);
        if (n == 0 && crew->tell != NULL)
            crew->tell(crew->context);
    }
}

void crew_run_telling(size_t count, unsigned threads, void (*task)(void *context, size_t n),
                      void (*tell)(void *context), void *context)
{
    struct crew crew = {.task = task, .tell = tell, .context = context, .count = count};
    unsigned most = threads > THREADS_MOST ? THREADS_MOST : threads;
    threads_run(count < most ? (unsigned)count : most, work, &crew);
}

void crew_run(size_t count, unsigned threads, void (*task)(void *context, size_t n), void *context)
{
    crew_run_telling(count, threads, task, NULL, context);
}
