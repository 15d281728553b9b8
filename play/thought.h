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
    struct session *session; /* NULL: it looks for a way on from `state` */
    unsigned char *state;    /* after the `count` moves `made` from the start; owned */
    game_move *made;
    size_t count;
    struct continuation way; /* from there, if `result` is CONTINUATION_FOUND */
    enum continuation_result result;
    struct hint hint;        /* else a hint */
    bool good;               /* false: out of memory */
};

/* Begins to look for a shortest way on from the state of a session after so many moves; the session goes
 * on meanwhile.  False: out of memory. */
bool thought_of_way(struct thought *thought, const struct puzzle *puzzle,
                    const struct session *session, size_t moves, const struct limits *limits);

/* Whether what it looks at is still on the way that the session has come. */
bool thought_matters(const struct thought *thought, const struct session *session);

/* Begins to look for a hint.  The session is the thought's until it is over. */
void thought_of_hint(struct thought *thought, struct session *session,
                     const struct limits *limits);

/* Whether it has just come to its end; then its result is there, and thought_stop frees it. */
bool thought_over(struct thought *thought);

/* Stops it, if it is still running, and forgets what it found. */
void thought_stop(struct thought *thought);

#endif
