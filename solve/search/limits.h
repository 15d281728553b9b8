/* Limits on time, memory and states, after which a search gives up. */
#ifndef ONLYWAY_SOLVE_SEARCH_LIMITS_H
#define ONLYWAY_SOLVE_SEARCH_LIMITS_H

#include "games/puzzle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a search ended. */
enum search_end {
    SEARCH_FOUND,
    SEARCH_NONE,  /* there is nothing to find */
    SEARCH_LIMIT, /* a limit was hit; a reason string says which */
    SEARCH_NO_MEMORY,
    SEARCH_BROKEN,    /* files or other ranks failed; a reason string says how */
    SEARCH_CANCELLED, /* by the consumer of the results */
};

/* Parts of a search that only save work; for measurements and tests. */
enum search_part {
    SEARCH_EXPANDED_SET = 1, /* best first: the set of expanded states, so that estimates are not computed again */
    SEARCH_SUCCESSORS = 2,   /* breadth first: the numbers of successors are kept */
    SEARCH_SAMPLE = 4,       /* a sample of solutions shows that there are many classes */
    SEARCH_ALONE = 8,        /* one thread does work that is too little for several */
    SEARCH_MOVE_KEYS = 16,   /* keys show which states may lead to a layer of the graph of shortest solutions */
};

struct limits {
    uint64_t max_states; /* 0: none */
    uint64_t max_memory; /* bytes; 0: none */
    double timeout;      /* seconds for this search; 0: none */
    double deadline;     /* when the timeout ends, by clock_now(); 0: `timeout` seconds after the search begins */
    const stop_flag *interrupted; /* stops when this becomes nonzero; NULL: never */
    uint64_t numbers;             /* the most states that the store in memory may number; 0: as many as it can */
    uint64_t plenty;              /* from this many states on, a search stores only the states it needs for the
                                   * current depth; 0: from both ends a million, else as in struct search */
    unsigned spared;              /* enum search_part: the parts that are switched off, as bits */
    uint64_t jobs;                /* threads that one search may use; 0 and 1 both mean one */
    _Atomic uint64_t *seen;       /* receives the number of states from time to time; NULL: not wanted */
};

/* Sets the deadline for all later work under these limits. */
void limits_begin(struct limits *limits);

/* Returns whether the time is over (`deadline` 0: never) or the user has interrupted, so that more work is pointless.
 */
bool limits_are_over(const struct limits *limits, double deadline);

/* Returns how many threads one search may use, at most THREADS_MOST. */
unsigned limits_threads(const struct limits *limits);

enum { LIMIT_REASON = 160 };

/* The cause that stopped some work. */
enum limit_hit {
    LIMIT_NONE,
    LIMIT_INTERRUPT,
    LIMIT_TIME,
    LIMIT_STATES,
    LIMIT_MEMORY,
    LIMIT_NUMBERS, /* there are more states than can be numbered */
    LIMIT_OTHER,   /* a reason in words says what */
    LIMIT_BROKEN,  /* files or other ranks failed; a reason in words says how */
    LIMIT_NO_MEMORY,
};

/* A puzzle together with its limits.  If one move can take long, its rules check the limits, too. */
struct limited {
    struct stop_check check;
    const struct puzzle *puzzle; /* the puzzle to use: the one passed in, or `own` */
    struct puzzle *own;          /* a copy whose rules check the limits; NULL: none is needed */
    struct limits limits;
    double deadline;             /* as in struct watch */
    atomic_int hit;              /* enum limit_hit */
    _Atomic size_t rules_bytes;  /* held by the rules, as last reported */
    _Atomic size_t search_bytes; /* held by the search, as last reported */
};

/* Applies the limits to a puzzle, or, if the puzzle is NULL, to work that is given `check`.  The struct must not be
 * moved until it is closed.  Returns false if memory runs out; close it even then. */
bool limited_open(struct limited *limited, const struct puzzle *puzzle, const struct limits *limits);
void limited_close(struct limited *limited);

/* Returns whether a limit has stopped the rules.  Anything they returned since then may be wrong.  If the reason is
 * empty, fills in which limit it was. */
bool limited_stopped(const struct limited *limited, char reason[LIMIT_REASON]);

/* Checks the limits of a running search. */
struct watch {
    const struct limits *limits;
    const struct limited *rules; /* the puzzle being searched; NULL: its rules do not check the limits */
    double deadline;             /* on the clock of `now`; 0: none */
    unsigned patience;           /* calls until the next look at the clock */
    enum limit_hit hit;          /* why the search had to stop; LIMIT_NONE: it need not */
    char reason[LIMIT_REASON];   /* the same in words, or "" */
};

void watch_start(struct watch *watch, const struct limits *limits);

/* Returns whether the search may continue with this many states and bytes.  Cheap: it looks at the clock only on
 * every 1,024th call.  Once false, always false. */
bool watch_allows(struct watch *watch, uint64_t states, size_t bytes);

/* Stops the search.  The first cause stays, but LIMIT_NO_MEMORY replaces any other.  `reason` is needed with
 * LIMIT_OTHER and LIMIT_BROKEN, and NULL otherwise. */
void watch_stop(struct watch *watch, enum limit_hit hit, const char *reason);

/* Stops the search if another one has stopped, or if a limit has stopped the rules.  Returns whether it has. */
bool watch_stop_with(struct watch *watch, const struct watch *other);
bool watch_stop_with_rules(struct watch *watch, const struct limited *rules);

/* Forgets why the search stopped. */
static inline void watch_clear(struct watch *watch)
{
    watch->hit = LIMIT_NONE;
    watch->reason[0] = '\0';
}

static inline bool watch_stopped(const struct watch *watch)
{
    return watch->hit != LIMIT_NONE;
}

/* Makes the next call look at the clock, for callers that do much work between two calls. */
static inline void watch_hurry(struct watch *watch)
{
    watch->patience = 1;
}

#endif
