/* Work that several threads share. */
#ifndef ONLYWAY_BASE_THREADS_H
#define ONLYWAY_BASE_THREADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __wasm__
#include <pthread.h>
#endif

enum { THREADS_MOST = 64 };

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

/* Calls work(context, n) for n = 0 in this thread and for n = 1 to count - 1 in new threads, which have the caller's
 * locale.  Returns when all calls have returned.  Runs at most THREADS_MOST calls, and leaves out threads that cannot
 * start, but never n = 0; the calls that run must do all of the work.  On platforms without threads, only n = 0 runs.
 */
void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context);

/* Calls task(context, n) for n = 0 to count - 1, in any order, from up to `threads` threads (0: one).  The calling
 * thread also calls tell(context), unless it is NULL, after each of its tasks. */
void threads_each(size_t count, uint64_t threads, void (*task)(void *context, size_t n), void (*tell)(void *context),
                  void *context);

#ifndef __wasm__
/* Starts a thread with enough stack for the rules of games, because some C libraries give threads little.  Returns
 * whether the thread has started. */
bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context);
#endif

/* Pauses briefly while the caller waits for another thread.  `tries` is the number of earlier calls in the same wait;
 * after some calls, the function yields the processor. */
void threads_wait(unsigned tries);

#endif
