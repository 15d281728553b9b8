/* Searches in a thread of their own, while the player waits or plays on. */
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
    struct session *session; /* NULL: look for a solution from `state` */
    unsigned char *state;    /* reached by the `count` moves `made` from the start; owned */
    game_move *made;
    size_t count;
    struct hint_way way; /* the solution from there, if `result` is SEARCH_FOUND */
    enum search_end result;
    struct hint hint; /* the hint, if there is a session */
    bool good;        /* false: out of memory */
};

/* Starts a search for a shortest solution from the state of a session after `moves` moves.  The session may be used
 * meanwhile.  Returns false if memory runs out. */
bool background_of_way(struct background_search *background, const struct puzzle *puzzle, const struct session *session,
                       size_t moves, const struct limits *limits);

/* Whether the state that is searched is still on the path of the session's moves. */
bool background_matters(const struct background_search *background, const struct session *session);

/* Starts a search for a hint.  The session must not be used until the search has ended. */
void background_of_hint(struct background_search *background, struct session *session, const struct limits *limits);

/* Returns true once when the search has ended.  Its result is then available; background_stop frees it. */
bool background_over(struct background_search *background);

/* Stops the search if it is still running, and frees its result. */
void background_stop(struct background_search *background);

#endif
