/* When a search must give up. */
#ifndef ONLYWAY_SOLVE_SEARCH_LIMITS_H
#define ONLYWAY_SOLVE_SEARCH_LIMITS_H

#include "games/puzzle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a search for something ended. */
enum search_end {
    SEARCH_FOUND,
    SEARCH_NONE,  /* there is nothing to be found */
    SEARCH_LIMIT, /* a limit was hit; a reason says which */
    SEARCH_NO_MEMORY,
    SEARCH_CANCELLED, /* by whoever took what was found */
};

struct limits {
    uint64_t max_states; /* 0: none */
    uint64_t max_memory; /* bytes; 0: none */
    double timeout;      /* seconds for this search; 0: none */
    double deadline;     /* where they end, on the clock of `now`; 0: so many seconds after the search begins */
    const stop_flag *interrupted; /* stops when this is no longer 0; NULL: never */
    uint64_t numbers;             /* states that can be told apart in memory; 0: as many as there are numbers */
    uint64_t plenty;              /* states from which on a search from both ends leaves out what it need not store;
                                   * 0: a million */
    unsigned jobs;                /* threads that one search may use; 0 and 1: one */
    _Atomic uint64_t *seen;       /* receives, now and then, the number of states so far; NULL: none wanted */
};

/* Sets the deadline, for all that is done under these limits from now on. */
void limits_begin(struct limits *limits);

enum { LIMIT_REASON = 160 };

enum limit_hit { LIMIT_NONE, LIMIT_INTERRUPT, LIMIT_TIME, LIMIT_MEMORY };

/* A puzzle whose rules watch the limits, too, where one move may take long. */
struct limited {
    struct stop_check check;
    const struct puzzle *puzzle; /* to be used instead of the one given, which it is where rules are quick */
    struct puzzle *own;          /* the same where it was made for this, else NULL */
    struct limits limits;
    double deadline;             /* as a watch's */
    atomic_int hit;              /* enum limit_hit */
    _Atomic size_t rules_bytes;  /* that the rules hold, as they said last */
    _Atomic size_t search_bytes; /* that count besides, as who searches says */
};

/* From now on the limits hold for a puzzle, or for work without one (NULL) that is given `check`.  Stays where it is
 * until it is closed.  False: out of memory; close it all the same. */
bool limited_open(struct limited *limited, const struct puzzle *puzzle, const struct limits *limits);
void limited_close(struct limited *limited);

/* Whether a limit has stopped the rules; then they may have told something wrong since.  If so, adds to a reason that
 * is empty which limit it was. */
bool limited_stopped(const struct limited *limited, char reason[LIMIT_REASON]);

/* A search in progress. */
struct watch {
    const struct limits *limits;
    const struct limited *rules; /* of the puzzle searched; NULL: they are quick */
    double deadline;             /* on the clock of `now`; 0: none */
    unsigned patience;           /* checks until the clock is looked at again */
    char reason[LIMIT_REASON];   /* why the search had to stop; "" while it need not */
};

void watch_start(struct watch *watch, const struct limits *limits);

/* Whether the search may go on with that many states and bytes.  Cheap: the clock is looked at only
 * every few thousand calls.  Once false, always false. */
bool watch_allows(struct watch *watch, uint64_t states, size_t bytes);

/* Lets the next call look at the clock: for those who do much between two calls. */
static inline void watch_hurry(struct watch *watch)
{
    watch->patience = 1;
}

#endif
