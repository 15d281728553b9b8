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

void crew_make(struct crew *crew)
{
    *crew = (struct crew){.started = 1};
    monitor_make(&crew->begins);
    monitor_make(&crew->ends);
}

void crew_free(struct crew *crew)
{
    monitor_enter(&crew->begins);
    crew->leaves = true;
    monitor_wake(&crew->begins);
    monitor_leave(&crew->begins);
    for (unsigned n = 1; n < crew->started; n++)
        thread_join(&crew->members[n].thread);
    monitor_free(&crew->begins);
    monitor_free(&crew->ends);
}

static void serve(void *argument)
{
    struct member *member = argument;
    struct crew *crew = member->crew;
    unsigned n = (unsigned)(member - crew->members);
    monitor_enter(&crew->begins);
    for (;;) {
        while (!crew->leaves && (crew->turn == member->turn || n >= crew->count))
            monitor_wait(&crew->begins);
        if (crew->leaves)
            break;
        member->turn = crew->turn;
        monitor_leave(&crew->begins);
        crew->work(crew->context, n);
        monitor_enter(&crew->ends);
        if (--crew->left == 0)
            monitor_wake(&crew->ends);
        monitor_leave(&crew->ends);
        monitor_enter(&crew->begins);
    }
    monitor_leave(&crew->begins);
}

void crew_run(struct crew *crew, unsigned count, void (*work)(void *context, unsigned n), void *context)
{
    count = count < THREADS_MOST ? count : THREADS_MOST;
    monitor_enter(&crew->begins);
    crew->work = work;
    crew->context = context;
    crew->count = count;
    crew->left = count > 0 ? count - 1 : 0;
    crew->turn++;
    if (crew->left > 0)
        monitor_wake(&crew->begins);
    monitor_leave(&crew->begins);
    for (; crew->started < count; crew->started++) {
        struct member *member = &crew->members[crew->started];
        member->crew = crew;
        member->turn = crew->turn - 1;
        if (!thread_start(&member->thread, serve, member)) {
            monitor_enter(&crew->ends);
            crew->left -= count - crew->started;
            monitor_leave(&crew->ends);
            break;
        }
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
        if (CPU_COUNT(&others) > 0 && pthread_setaffinity_np(member->thread.id, sizeof others, &others) == 0)
            pthread_setaffinity_np(member->thread.id, sizeof allowed, &allowed);
#endif
    }
    work(context, 0);
    monitor_enter(&crew->ends);
    while (crew->left > 0)
        monitor_wait(&crew->ends);
    monitor_leave(&crew->ends);
}

void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context)
{
    struct crew crew;
    crew_make(&crew);
    crew_run(&crew, count, work, context);
    crew_free(&crew);
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
