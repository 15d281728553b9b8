/* The monotonic clock and tickers; see clock.h. */
#include "base/clock.h"

#include "base/threads.h"

#include <stddef.h>
#include <time.h>

#ifndef __wasm__
#include <locale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#ifdef __APPLE__
#include <xlocale.h> /* has locale_t */
#endif
#endif

double clock_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* --- ticks --- */

#ifdef __wasm__

/* Without threads, one ticker is enough. */
struct ticker {
    void (*tick)(void *context);
    void *context;
    double seconds, next;
};

static struct ticker only;

struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context)
{
    if (only.tick != NULL)
        return NULL;
    only = (struct ticker){tick, context, seconds, clock_now() + seconds};
    return &only;
}

void ticker_poll(void)
{
    if (only.tick == NULL || clock_now() < only.next)
        return;
    only.next = clock_now() + only.seconds;
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
    locale_t locale; /* the locale of the thread that started the ticker */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards `stopped` */
    pthread_cond_t wake;
    bool stopped;
};

static void *run(void *argument)
{
    struct ticker *ticker = argument;
    struct timespec next;
    uselocale(ticker->locale);
    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&ticker->mutex);
    while (!ticker->stopped) {
        enum { BILLION = 1000000000 };
        long whole = (long)ticker->seconds;
        next.tv_nsec += (long)((ticker->seconds - (double)whole) * BILLION);
        next.tv_sec += whole + next.tv_nsec / BILLION;
        next.tv_nsec %= BILLION;
        int result = 0;
        while (!ticker->stopped && result == 0) /* until the time is up */
            result = pthread_cond_timedwait(&ticker->wake, &ticker->mutex, &next);
        if (!ticker->stopped)
            ticker->tick(ticker->context);
    }
    pthread_mutex_unlock(&ticker->mutex);
    return NULL;
}

struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context)
{
    struct ticker *ticker = calloc(1, sizeof *ticker);
    if (ticker == NULL)
        return NULL;
    ticker->tick = tick;
    ticker->context = context;
    ticker->seconds = seconds;
    ticker->locale = uselocale((locale_t)0);
    pthread_mutex_init(&ticker->mutex, NULL);
    pthread_cond_init(&ticker->wake, NULL);
    if (thread_start(&ticker->thread, run, ticker))
        return ticker;
    pthread_cond_destroy(&ticker->wake);
    pthread_mutex_destroy(&ticker->mutex);
    free(ticker);
    return NULL;
}

void ticker_stop(struct ticker *ticker)
{
    if (ticker == NULL)
        return;
    pthread_mutex_lock(&ticker->mutex);
    ticker->stopped = true;
    pthread_cond_signal(&ticker->wake);
    pthread_mutex_unlock(&ticker->mutex);
    pthread_join(ticker->thread, NULL);
    pthread_cond_destroy(&ticker->wake);
    pthread_mutex_destroy(&ticker->mutex);
    free(ticker);
}

#endif
