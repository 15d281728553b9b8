/* Work that several threads share. */
#ifndef ONLYWAY_BASE_THREADS_H
#define ONLYWAY_BASE_THREADS_H

enum { THREADS_MOST = 64 };

/* Calls work(context, n) for n = 0 in this thread and for n = 1 to count - 1 in threads of their
 * own, which have the caller's locale, and returns when all calls have.  Threads that cannot be had
 * are left out, n = 0 never is: the work must get done by those that run.  Where there are no
 * threads at all only n = 0 runs. */
void threads_run(unsigned count, void (*work)(void *context, unsigned n), void *context);

/* Lets a little time pass while another thread does what is waited for: `tries` counts the calls for one thing, from 0;
 * after some, others get the processor. */
void threads_wait(unsigned tries);

#endif
