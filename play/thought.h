/* Thinking while the player waits or plays on: a search in a thread of its own. */
#ifndef ONLYWAY_PLAY_THOUGHT_H
#define ONLYWAY_PLAY_THOUGHT_H

#include "base/stop.h"
#include "play/session.h"
#include "solve/continuation.h"

#include <pthread.h>

struct thought {
    pthread_t thread;
    bool running;
    atomic_bool done;
    stop_flag stop;
    struct limits limits;
    const struct puzzle *puzzle;
    struct session *session; /* NULL: it looks for a solution from the start */
    struct continuation way; /* that solution, if `result` is CONTINUATION_FOUND */
    enum continuation_result result;
    struct hint hint;        /* else a hint */
    bool good;               /* false: out of memory */
};

/* Begins to look for a shortest solution of a level from its start. */
void thought_of_solution(struct thought *thought, const struct puzzle *puzzle,
                         const struct limits *limits);

/* Begins to look for a hint.  The session is the thought's until it is over. */
void thought_of_hint(struct thought *thought, struct session *session,
                     const struct limits *limits);

/* Whether it has just come to its end; then its result is there, and thought_stop frees it. */
bool thought_over(struct thought *thought);

/* Stops it, if it is still running, and forgets what it found. */
void thought_stop(struct thought *thought);

#endif
