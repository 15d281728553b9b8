/* Work that several threads share. */
#ifndef ONLYWAY_BASE_THREADS_H
#define ONLYWAY_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#ifndef __wasm__
#include <pthread.h>
#endif

enum { THREADS_MOST = 64 };

/* A monitor: the lock of what several threads share, and the signal that some of it has changed. */
struct monitor {
#ifdef __wasm__
    char unused; /* there is one thread */
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

/* Calls work(context, n) for n = 0 in this thread and for n = 1 to count - 1 in threads of their
 * own, which have the caller's locale, and returns when all calls have.  Threads that cannot be had
 * are left out, n = 0 never is: the work must get done by those that run.  Where there are no
 * threads at all only n = 0 runs. */
void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context);

/* Calls task(context, n) for n = 0 to count - 1, in any order, from up to `threads` threads (0: one).  The calling
 * thread also calls tell(context), unless it is NULL, after each of its tasks. */
void threads_each(size_t count, unsigned threads, void (*task)(void *context, size_t n), void (*tell)(void *context),
                  void *context);

#ifndef __wasm__
/* Starts a thread with as much stack as the rules of games may need; some C libraries give threads little.  Returns
 * whether it runs. */
bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context);
#endif

/* Lets a little time pass while another thread does what is waited for: `tries` counts the calls for one thing, from 0;
 * after some, others get the processor. */
void threads_wait(unsigned tries);

#endif
