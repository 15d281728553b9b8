/* Starting threads and waiting for them; see threads.h. */
#include "base/threads.h"

#include <stdatomic.h>

#ifndef __wasm__

#include "base/clock.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

enum { BUSY_TRIES = 200 };

static void *run_thread(void *argument)
{
    const struct thread *thread = argument;
    uselocale(thread->locale);
    thread->run(thread->context);
    return NULL;
}

bool thread_start(struct thread *thread, void (*run)(void *context), void *context)
{
    enum { STACK = 8 << 20 };
    pthread_attr_t attributes;
    size_t size = 0;
    *thread = (struct thread){.run = run, .context = context, .locale = uselocale((locale_t)0)};
    if (pthread_attr_init(&attributes) != 0)
        return false;
    if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < STACK)
        pthread_attr_setstacksize(&attributes, STACK);
    bool good = pthread_create(&thread->id, &attributes, run_thread, thread) == 0;
    pthread_attr_destroy(&attributes);
    return good;
}

void thread_join(struct thread *thread)
{
    pthread_join(thread->id, NULL);
}

void threads_wait(unsigned tries)
{
    if (tries >= BUSY_TRIES)
        sched_yield();
#if defined __x86_64__ || defined __i386__
    else
        __builtin_ia32_pause();
#endif
}

void monitor_make(struct monitor *monitor)
{
    pthread_mutex_init(&monitor->mutex, NULL);
    pthread_cond_init(&monitor->changed, NULL);
}

void monitor_free(struct monitor *monitor)
{
    pthread_cond_destroy(&monitor->changed);
    pthread_mutex_destroy(&monitor->mutex);
}

void monitor_enter(struct monitor *monitor)
{
    pthread_mutex_lock(&monitor->mutex);
}

void monitor_leave(struct monitor *monitor)
{
    pthread_mutex_unlock(&monitor->mutex);
}

void monitor_wait(struct monitor *monitor)
{
    pthread_cond_wait(&monitor->changed, &monitor->mutex);
}

void monitor_wake(struct monitor *monitor)
{
    pthread_cond_broadcast(&monitor->changed);
}

bool monitor_wait_until(struct monitor *monitor, double time)
{
    enum { BILLION = 1000000000 };
    double left = time - clock_now();
    struct timespec until;
    if (left <= 0)
        return false;
    long whole = (long)left;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)((left - (double)whole) * BILLION);
    until.tv_sec += whole + until.tv_nsec / BILLION;
    until.tv_nsec %= BILLION;
    pthread_cond_timedwait(&monitor->changed, &monitor->mutex, &until);
    return true;
}

unsigned processor_count(void)
{
#ifdef CPU_COUNT /* Linux can report which processors this process may use */
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count > 0 ? (unsigned)count : 1;
}

#endif

struct call {
    void (*work)(void *context, unsigned n);
    void *context;
    unsigned n;
    struct thread thread;
};

static void make_call(void *argument)
{
    const struct call *call = argument;
    call->work(call->context, call->n);
}

void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context)
{
    struct call calls[THREADS_MOST];
    unsigned started = 1;
    for (; started < count && started < THREADS_MOST; started++) {
        struct call *call = &calls[started];
        *call = (struct call){.work = work, .context = context, .n = started};
        if (!thread_start(&call->thread, make_call, call))
            break;
#ifdef __linux__
        /* The kernel often puts a new thread on its creator's processor, where it waits for milliseconds while other
         * processors are idle (Linux 6.18 on a virtual machine: every second time).  So this code moves the thread to
         * another processor and then lets it run anywhere again.  If that fails, nothing changes. */
        cpu_set_t allowed, others;
        int here = sched_getcpu();
        if (here < 0 || here >= CPU_SETSIZE || sched_getaffinity(0, sizeof allowed, &allowed) != 0)
            continue;
        others = allowed;
        CPU_CLR((size_t)here, &others);
        if (CPU_COUNT(&others) > 0 && pthread_setaffinity_np(call->thread.id, sizeof others, &others) == 0)
            pthread_setaffinity_np(call->thread.id, sizeof allowed, &allowed);
#endif
    }
    work(context, 0);
    for (unsigned n = 1; n < started; n++)
        thread_join(&calls[n].thread);
}

struct tasks {
    bool (*task)(void *context, size_t n);
    void (*tell)(void *context);
    void *context;
    size_t count;
    atomic_size_t next;
    atomic_bool failed;
};

static void work_on(void *context, unsigned n)
{
    struct tasks *tasks = context;
    size_t i;
    while ((i = atomic_fetch_add(&tasks->next, 1)) < tasks->count) {
        if (!tasks->task(tasks->context, i))
            tasks->failed = true;
        if (n == 0 && tasks->tell != NULL)
            tasks->tell(tasks->context);
    }
}

bool threads_each(size_t count, uint64_t threads, bool (*task)(void *context, size_t n), void (*tell)(void *context),
                  void *context)
{
    struct tasks tasks = {.task = task, .tell = tell, .context = context, .count = count};
    threads_run((unsigned)(count < threads ? count : threads), work_on, &tasks);
    return !tasks.failed;
}
