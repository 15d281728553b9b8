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

void thread_team_make(struct thread_team *team)
{
    *team = (struct thread_team){.started = 1};
    monitor_make(&team->begins);
    monitor_make(&team->ends);
}

void thread_team_free(struct thread_team *team)
{
    monitor_enter(&team->begins);
    team->leaves = true;
    monitor_wake(&team->begins);
    monitor_leave(&team->begins);
    for (unsigned n = 1; n < team->started; n++)
        thread_join(&team->members[n].thread);
    monitor_free(&team->begins);
    monitor_free(&team->ends);
}

static void serve(void *argument)
{
    struct member *member = argument;
    struct thread_team *team = member->team;
    unsigned n = (unsigned)(member - team->members);
    monitor_enter(&team->begins);
    for (;;) {
        while (!team->leaves && (team->turn == member->turn || n >= team->count))
            monitor_wait(&team->begins);
        if (team->leaves)
            break;
        member->turn = team->turn;
        monitor_leave(&team->begins);
        team->work(team->context, n);
        monitor_enter(&team->ends);
        if (--team->left == 0)
            monitor_wake(&team->ends);
        monitor_leave(&team->ends);
        monitor_enter(&team->begins);
    }
    monitor_leave(&team->begins);
}

void thread_team_run(struct thread_team *team, unsigned count, void (*work)(void *context, unsigned n), void *context)
{
    count = count < THREADS_MOST ? count : THREADS_MOST;
    monitor_enter(&team->begins);
    team->work = work;
    team->context = context;
    team->count = count;
    team->left = count > 0 ? count - 1 : 0;
    team->turn++;
    if (team->left > 0)
        monitor_wake(&team->begins);
    monitor_leave(&team->begins);
    for (; team->started < count; team->started++) {
        struct member *member = &team->members[team->started];
        member->team = team;
        member->turn = team->turn - 1;
        if (!thread_start(&member->thread, serve, member)) {
            monitor_enter(&team->ends);
            team->left -= count - team->started;
            monitor_leave(&team->ends);
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
    monitor_enter(&team->ends);
    while (team->left > 0)
        monitor_wait(&team->ends);
    monitor_leave(&team->ends);
}

void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context)
{
    struct thread_team team;
    thread_team_make(&team);
    thread_team_run(&team, count, work, context);
    thread_team_free(&team);
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
