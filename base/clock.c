/* The monotonic clock and tickers; see clock.h. */
#include "base/clock.h"

#include "base/threads.h"

#include <stdlib.h>
#include <time.h>

double clock_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* --- ticks --- */

#ifdef __wasm__

/* Without threads, one ticker is enough.  Reading the clock is slow here: ticker_poll skips calls while calls are
 * frequent. */
struct ticker {
    void (*tick)(void *context);
    void *context;
    double seconds, next;
    double last;   /* when the clock was last read */
    unsigned skip; /* calls */
};

enum { MOST_SKIPPED = 31 };
static const double frequent = 0.001; /* seconds from one reading to the next */

static struct ticker only;

struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context)
{
    if (only.tick != NULL)
        return NULL;
    only = (struct ticker){.tick = tick, .context = context, .seconds = seconds, .next = clock_now() + seconds};
    return &only;
}

void ticker_poll(void)
{
    if (only.tick == NULL)
        return;
    if (only.skip > 0) {
        only.skip--;
        return;
    }
    double now = clock_now();
    only.skip = now - only.last < frequent ? MOST_SKIPPED : 0;
    only.last = now;
    if (now < only.next)
        return;
    only.next = now + only.seconds;
    only.tick(only.context);
}

void ticker_stop(struct ticker *ticker)
{
    if (ticker != NULL)
        ticker->tick = NULL;
}

#else

struct ticker {
    void (*tick)(void *context);
    void *context;
    double seconds;
    struct thread thread;
    struct monitor monitor; /* guards `stopped` */
    bool stopped;
};

static void run(void *context)
{
    struct ticker *ticker = context;
    double next = clock_now();
    monitor_enter(&ticker->monitor);
    while (!ticker->stopped) {
        next += ticker->seconds;
        while (!ticker->stopped && monitor_wait_until(&ticker->monitor, next))
            continue;
        if (!ticker->stopped)
            ticker->tick(ticker->context);
    }
    monitor_leave(&ticker->monitor);
}

struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context)
{
    struct ticker *ticker = calloc(1, sizeof *ticker);
    if (ticker == NULL)
        return NULL;
    *ticker = (struct ticker){.tick = tick, .context = context, .seconds = seconds};
    monitor_make(&ticker->monitor);
    if (thread_start(&ticker->thread, run, ticker))
        return ticker;
    monitor_free(&ticker->monitor);
    free(ticker);
    return NULL;
}

void ticker_stop(struct ticker *ticker)
{
    if (ticker == NULL)
        return;
    monitor_enter(&ticker->monitor);
    ticker->stopped = true;
    monitor_wake(&ticker->monitor);
    monitor_leave(&ticker->monitor);
    thread_join(&ticker->thread);
    monitor_free(&ticker->monitor);
    free(ticker);
}

#endif
