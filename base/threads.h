/* Work that several threads share. */
#ifndef ONLYWAY_BASE_THREADS_H
#define ONLYWAY_BASE_THREADS_H

enum { THREADS_MOST = 64 };

/* Calls work(context, n) for n = 0 in this thread and for n = 1 to count - 1 in threads of their
 * own, which have the caller's locale, and returns when all calls have.  Threads that cannot be had
 * are left out, n = 0 never is: the work must get done by those that run.  Where there are no
 * threads at all only n = 0 runs. */
void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context);

#endif
