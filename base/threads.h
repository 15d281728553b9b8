/* Work that several threads share. */
#ifndef ONLYWAY_BASE_THREADS_H
#define ONLYWAY_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
enum { THREADS_EXIST = false }; /* no thread can start; the caller does the work */
#else
#include <locale.h>
#include <pthread.h>
#ifdef __APPLE__
#include <xlocale.h> /* has locale_t */
#endif
enum { THREADS_EXIST = true };
#endif

enum { THREADS_MOST = 64 };

struct thread {
    void (*run)(void *context);
    void *context;
#ifndef __wasm__
    locale_t locale; /* of the thread that started it */
    pthread_t id;
#endif
};

/* Starts a thread with the caller's locale, and with enough stack for the rules of games, because some C libraries give
 * threads little.  The struct must not be moved until the thread is joined.  Returns whether the thread has started. */
bool thread_start(struct thread *thread, void (*run)(void *context), void *context);

/* Waits until a thread that has started ends. */
void thread_join(struct thread *thread);

/* A monitor: a lock for data that several threads share, and a signal that the data have changed. */
struct monitor {
#ifdef __wasm__
    char unused; /* WebAssembly has one thread; a struct needs a member */
#else
    pthread_mutex_t mutex;
    pthread_cond_t changed;
#endif
};

void monitor_make(struct monitor *monitor);
void monitor_free(struct monitor *monitor);

/* The lock is held between `enter` and `leave`.  Between them, `wait` releases the lock until another thread
 * calls `wake`.  It can also return spuriously, so the caller checks its condition again. */
void monitor_enter(struct monitor *monitor);
void monitor_leave(struct monitor *monitor);
void monitor_wait(struct monitor *monitor);
void monitor_wake(struct monitor *monitor);

/* Like monitor_wait, but no longer than until `time`, by clock_now().  Returns false, at once, if that is past. */
bool monitor_wait_until(struct monitor *monitor, double time);

/* Threads that do one piece of work after another.  Starting them anew for each piece would take longer than a small
 * piece is worth. */
struct thread_team {
    struct monitor begins, ends; /* protect the next members, and the last one */
    void (*work)(void *context, unsigned n);
    void *context;
    unsigned count, turn; /* calls of the current piece of work; number of pieces so far */
    bool leaves;          /* there will be no more work */
    unsigned started;     /* threads, counting the caller */
    struct member {
        struct thread_team *team;
        unsigned turn; /* the last piece of work seen */
        struct thread thread;
    } members[THREADS_MOST]; /* [started]; the first one, the caller, is not used */
    unsigned left;           /* members still at work */
};

/* The team must not be moved.  Its threads start when they are first needed. */
void thread_team_make(struct thread_team *team);
void thread_team_free(struct thread_team *team);

/* Calls work(context, n) for n = 0 in this thread and for n = 1 to count - 1 in threads of the team, which have the
 * locale of the caller that started them.  Returns when all calls have returned.  Runs at most THREADS_MOST calls, and
 * leaves out threads that cannot start, but never n = 0; the calls that run must do all of the work.  On platforms
 * without threads, only n = 0 runs. */
void thread_team_run(struct thread_team *team, unsigned count, void (*work)(void *context, unsigned n), void *context);

/* Does the same with threads for this work alone. */
void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context);

/* Calls task(context, n) for n = 0 to count - 1, in any order, from up to `threads` threads (0: one).  The calling
 * thread also calls tell(context), unless it is NULL, after each of its tasks.  Returns whether all tasks returned
 * true. */
bool threads_each(size_t count, uint64_t threads, bool (*task)(void *context, size_t n), void (*tell)(void *context),
                  void *context);

/* Pauses briefly while the caller waits for another thread.  `tries` is the number of earlier calls in the same wait;
 * after some calls, the function yields the processor. */
void threads_wait(unsigned tries);

/* The number of processors that this program may use, at least 1. */
unsigned processor_count(void);

#ifdef __wasm__
/* There is one thread: no other one can start, and nothing has to wait. */
#define thread_start(thread, run, context) ((void)(thread), (void)(run), (void)(context), false)
#define thread_join(thread) ((void)(thread))
#define monitor_make(monitor) ((void)(monitor))
#define monitor_free(monitor) ((void)(monitor))
#define monitor_enter(monitor) ((void)(monitor))
#define monitor_leave(monitor) ((void)(monitor))
#define monitor_wait(monitor) ((void)(monitor))
#define monitor_wake(monitor) ((void)(monitor))
#define monitor_wait_until(monitor, time) ((void)(monitor), (void)(time), false)
#define threads_wait(tries) ((void)(tries))
#define processor_count() 1U
#endif

#endif
