/* The clock for time limits and progress, and tickers, which call a function regularly while a program works. */
#ifndef ONLYWAY_BASE_CLOCK_H
#define ONLYWAY_BASE_CLOCK_H

/* Seconds on a clock that only goes forward. */
double clock_now(void);

struct ticker;

/* Starts a ticker, which calls tick(context) every `seconds` seconds from its own thread.  Returns NULL, and calls
 * nothing, if it cannot start. */
struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context);

/* On platforms without threads, long work calls this function regularly so that a ticker can tick.  Elsewhere it does
 * nothing. */
#ifdef __wasm__
void ticker_poll(void);
#else
static inline void ticker_poll(void) {}
#endif

/* Stops a ticker; ignores NULL.  When this function returns, no call of `tick` is in progress. */
void ticker_stop(struct ticker *ticker);

#endif
