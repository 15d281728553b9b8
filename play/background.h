/* Thinking while the player waits or plays on: a search in a thread of its own. */
#ifndef ONLYWAY_PLAY_BACKGROUND_H
#define ONLYWAY_PLAY_BACKGROUND_H

#include "base/stop.h"
#include "play/session.h"
#include "solve/judge/hint_solver.h"

#include <pthread.h>

struct background_search {
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
    struct hint_way way; /* from there, if `result` is SEARCH_FOUND */
    enum search_end result;
    struct hint hint; /* else a hint */
    bool good;        /* false: out of memory */
};

/* Begins to look for a shortest way on from the state of a session after so many moves; the session goes
 * on meanwhile.  False: out of memory. */
bool background_of_way(struct background_search *background, const struct puzzle *puzzle, const struct session *session,
                       size_t moves, const struct limits *limits);

/* Whether what it looks at is still on the way that the session has come. */
bool background_matters(const struct background_search *background, const struct session *session);

/* Begins to look for a hint.  The session is the thought's until it is over. */
void background_of_hint(struct background_search *background, struct session *session, const struct limits *limits);

/* Whether it has just come to its end; then its result is there, and background_stop frees it. */
bool background_over(struct background_search *background);

/* Stops it, if it is still running, and forgets what it found. */
void background_stop(struct background_search *background);

#endif
