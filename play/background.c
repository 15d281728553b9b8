/* Searches in a thread of their own; see background.h. */
#include "play/background.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void look_for_way(struct background_search *background)
{
    background->result = hint_solver_find(background->puzzle, background->state, background->made, background->count,
                                          &background->limits, &background->way);
    background->good = background->result != SEARCH_NO_MEMORY;
}

static void *think(void *argument)
{
    struct background_search *background = argument;
    if (background->session == NULL)
        look_for_way(background);
    else
        background->good = session_hint(background->session, &background->limits, &background->hint);
    atomic_store(&background->done, true);
    return NULL;
}

/* Starts the thread with all signals blocked, because the main thread handles them.  If there is no thread, searches
 * at once. */
static void start(struct background_search *background, const struct limits *limits)
{
    sigset_t all, before;
    background->limits = *limits;
    background->limits.interrupted = &background->stop;
    background->stop = 0;
    atomic_store(&background->done, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    background->running = pthread_create(&background->thread, NULL, think, background) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!background->running)
        think(background);
}

bool background_of_way(struct background_search *background, const struct puzzle *puzzle, const struct session *session,
                       size_t moves, const struct limits *limits)
{
    *background = (struct background_search){.puzzle = puzzle, .count = moves};
    background->state = malloc(puzzle->state_bytes);
    background->made = calloc(moves + 1, sizeof *background->made);
    if (background->state == NULL || background->made == NULL) {
        background_stop(background);
        return false;
    }
    memcpy(background->state, session_state_after(session, moves), puzzle->state_bytes);
    memcpy(background->made, session_made(session), moves * sizeof *background->made);
    start(background, limits);
    return true;
}

bool background_matters(const struct background_search *background, const struct session *session)
{
    return background->count <= session_moves(session) &&
           memcmp(background->made, session_made(session), background->count * sizeof *background->made) == 0;
}

void background_of_hint(struct background_search *background, struct session *session, const struct limits *limits)
{
    *background = (struct background_search){.session = session};
    start(background, limits);
}

bool background_over(struct background_search *background)
{
    if (!atomic_load(&background->done))
        return false;
    if (background->running)
        pthread_join(background->thread, NULL);
    background->running = false;
    atomic_store(&background->done, false);
    return true;
}

void background_stop(struct background_search *background)
{
    background->stop = 1;
    if (background->running)
        pthread_join(background->thread, NULL);
    background->running = false;
    hint_solver_free(&background->way);
    free(background->state);
    free(background->made);
    background->state = NULL;
    background->made = NULL;
    atomic_store(&background->done, false);
}
