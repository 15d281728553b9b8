/* A clock that ticks while a program works: calls a function again and again from a thread of its
 * own. */
#ifndef ONLYWAY_BASE_TICKER_H
#define ONLYWAY_BASE_TICKER_H

struct ticker;

/* Calls tick(context) every so many seconds.  NULL: no thread could be started, and nothing will be
 * called. */
struct ticker *ticker_start(double seconds, void (*tick)(void *context), void *context);

/* Ends it; when this returns, no call is under way.  NULL is left alone. */
void ticker_stop(struct ticker *ticker);

#endif
