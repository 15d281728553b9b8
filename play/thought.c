/* Thinking in a thread of its own; see thought.h. */
#include "play/thought.h"

#include <signal.h>
#include <stdlib.h>

static void look_for_solution(struct thought *thought)
{
    const struct puzzle *puzzle = thought->puzzle;
    unsigned char *start = malloc(puzzle->state_bytes);
    thought->result = CONTINUATION_FAILED;
    if (start != NULL) {
        puzzle->rules->start(puzzle, start);
        thought->result =
            continuation_find(puzzle, start, NULL, 0, &thought->limits, &thought->way);
    }
    thought->good = thought->result != CONTINUATION_FAILED;
    free(start);
}

static void *think(void *argument)
{
    struct thought *thought = argument;
    if (thought->session == NULL)
        look_for_solution(thought);
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

void thought_of_solution(struct thought *thought, const struct puzzle *puzzle,
                         const struct limits *limits)
{
    *thought = (struct thought){.puzzle = puzzle};
    start(thought, limits);
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
    atomic_store(&thought->done, false);
}
