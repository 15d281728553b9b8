/* Thinking in a thread of its own; see thought.h. */
#include "play/thought.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static void look_for_way(struct thought *thought)
{
    thought->result = continuation_find(thought->puzzle, thought->state, thought->made,
                                        thought->count, &thought->limits, &thought->way);
    thought->good = thought->result != CONTINUATION_FAILED;
}

static void *think(void *argument)
{
    struct thought *thought = argument;
    if (thought->session == NULL)
        look_for_way(thought);
    else
        thought->good = session_hint(thought->session, &thought->limits, &thought->hint);
    atomic_store(&thought->done, true);
    return NULL;
}

/* Signals are for the thread that owns the terminal.  Without another thread it is thought about at
 * once. */
static void start(struct thought *thought, const struct limits *limits)
{
    sigset_t all, before;
    thought->limits = *limits;
    thought->limits.interrupted = &thought->stop;
    thought->stop = 0;
    atomic_store(&thought->done, false);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thought->running = pthread_create(&thought->thread, NULL, think, thought) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!thought->running)
        think(thought);
}

bool thought_of_way(struct thought *thought, const struct puzzle *puzzle,
                    const struct session *session, size_t moves, const struct limits *limits)
{
    *thought = (struct thought){.puzzle = puzzle, .count = moves};
    thought->state = malloc(puzzle->state_bytes);
    thought->made = calloc(moves + 1, sizeof *thought->made);
    if (thought->state == NULL || thought->made == NULL) {
        thought_stop(thought);
        return false;
    }
    memcpy(thought->state, session_state_after(session, moves), puzzle->state_bytes);
    memcpy(thought->made, session_made(session), moves * sizeof *thought->made);
    start(thought, limits);
    return true;
}

bool thought_matters(const struct thought *thought, const struct session *session)
{
    return thought->count <= session_moves(session) &&
           memcmp(thought->made, session_made(session),
                  thought->count * sizeof *thought->made) == 0;
}

void thought_of_hint(struct thought *thought, struct session *session,
                     const struct limits *limits)
{
    *thought = (struct thought){.session = session};
    start(thought, limits);
}

bool thought_over(struct thought *thought)
{
    if (!atomic_load(&thought->done))
        return false;
    if (thought->running)
        pthread_join(thought->thread, NULL);
    thought->running = false;
    atomic_store(&thought->done, false);
    return true;
}

void thought_stop(struct thought *thought)
{
    thought->stop = 1;
    if (thought->running)
        pthread_join(thought->thread, NULL);
    thought->running = false;
    continuation_free(&thought->way);
    free(thought->state);
    free(thought->made);
    thought->state = NULL;
    thought->made = NULL;
    atomic_store(&thought->done, false);
}
