/* The clock that limits and progress go by, and one that ticks while a program works. */
#ifndef ONLYWAY_BASE_CLOCK_H
#define ONLYWAY_BASE_CLOCK_H

/* Seconds on a clock that only goes forward. */
double clock_now(void);

struct ticker;

/* Calls tick(context) every so many seconds, from a thread of its own.  Returns NULL if no thread could be started;
 * nothing is then called. */
struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context);

/* Where there are no threads, work calls this often enough for a ticker to tick; elsewhere it does nothing. */
#ifdef __wasm__
void ticker_poll(void);
#else
static inline void ticker_poll(void) {}
#endif

/* Stops a ticker; NULL is ignored.  When this returns, no call is under way. */
void ticker_stop(struct ticker *ticker);

#endif
