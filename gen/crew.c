/* The threads of a run; see crew.h. */
#include "gen/crew.h"

#include <stdlib.h>

/* Units from the beginning of a chunk to that of the next. */
static uint64_t stride(const struct proposal *proposal)
{
    return proposal->stride > 0 ? proposal->stride : proposal->chunk;
}

#ifdef __wasm__

/* Where there are no threads the work is done when its result is asked for. */
struct crew {
    struct proposal *proposal;
    struct chunk chunk;
    struct candidate_list list;
    void *scratch;
    uint64_t next; /* unit */
    bool closed;
    stop_flag stop;
};

struct crew *crew_start(struct proposal *proposal, uint64_t first, unsigned jobs,
                        struct text *error)
{
    (void)jobs;
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL || !chunk_make(&crew->chunk, proposal->chunk)) {
        free(crew);
        text_fail(error);
        return NULL;
    }
    crew->proposal = proposal;
    crew->next = first;
    proposal->stop = &crew->stop;
    return crew;
}

void crew_stop(struct crew *crew)
{
    if (crew == NULL)
        return;
    if (crew->scratch != NULL)
        crew->proposal->proposer->scratch_free(crew->scratch);
    candidates_free(&crew->list);
    chunk_free(&crew->chunk);
    free(crew);
}

enum crew_answer crew_next(struct crew *crew, struct chunk **chunk)
{
    const struct proposal *proposal = crew->proposal;
    if (crew->closed || crew->next >= proposal->units)
        return CREW_OVER;
    if (crew->scratch == NULL)
        crew->scratch = proposal->proposer->scratch_make(proposal);
    if (crew->scratch == NULL)
        return CREW_FAILED;
    uint64_t left = proposal->units - crew->next;
    crew->chunk.first_unit = crew->next;
    crew->chunk.units = left < proposal->chunk ? (unsigned)left : proposal->chunk;
    chunk_work(&crew->chunk, proposal, crew->scratch, &crew->list);
    *chunk = &crew->chunk;
    return crew->chunk.failed ? CREW_FAILED : CREW_DONE;
}

void crew_release(struct crew *crew)
{
    crew->next += stride(crew->proposal);
}

void crew_allow(struct crew *crew, uint64_t ahead)
{
    crew->closed = ahead == 0;
}

#else

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <time.h>

enum { CHUNKS_PER_JOB = 4 };
enum slot_state { SLOT_FREE, SLOT_BUSY, SLOT_DONE };

/* The chunks under way, as a ring: the chunk with number n is in slot n % slots. */
struct crew {
    const struct proposal *proposal;
    struct chunk *chunks;
    enum slot_state *states;
    size_t slots;
    uint64_t next_chunk;  /* to be handed out */
    uint64_t next;        /* chunk to be taken in */
    uint64_t first_unit;  /* of chunk 0 */
    bool failed;          /* a thread could not start its work */
    uint64_t ahead;       /* chunks that may be handed out before the first is released; 0: no more at all */
    stop_flag stop;
    locale_t locale; /* of who started it */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t *threads;
    unsigned thread_count;
};

/* Takes the next chunk, once its slot is free; NULL: there is nothing left to do. */
static struct chunk *take_chunk(struct crew *crew, size_t *slot)
{
    const struct proposal *proposal = crew->proposal;
    struct chunk *chunk = NULL;
    pthread_mutex_lock(&crew->mutex);
    while (!crew->stop && (crew->next_chunk - crew->next >= crew->ahead ||
                           crew->states[crew->next_chunk % crew->slots] != SLOT_FREE))
        pthread_cond_wait(&crew->changed, &crew->mutex);
    uint64_t first = crew->first_unit + crew->next_chunk * stride(proposal);
    if (!crew->stop && first < proposal->units) {
        *slot = (size_t)(crew->next_chunk++ % crew->slots);
        crew->states[*slot] = SLOT_BUSY;
        chunk = &crew->chunks[*slot];
        chunk->first_unit = first;
        uint64_t left = proposal->units - first;
        chunk->units = left < proposal->chunk ? (unsigned)left : proposal->chunk;
    }
    pthread_mutex_unlock(&crew->mutex);
    return chunk;
}

static void *work(void *context)
{
    struct crew *crew = context;
    uselocale(crew->locale);
    const struct proposal *proposal = crew->proposal;
    struct candidate_list list = {0};
    void *scratch = proposal->proposer->scratch_make(proposal);
    struct chunk *chunk;
    size_t slot;
    while (scratch != NULL && (chunk = take_chunk(crew, &slot)) != NULL) {
        chunk_work(chunk, proposal, scratch, &list);
        pthread_mutex_lock(&crew->mutex);
        crew->states[slot] = SLOT_DONE;
        pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->mutex);
    }
    if (scratch == NULL) {
        pthread_mutex_lock(&crew->mutex);
        crew->failed = true;
        pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->mutex);
    } else {
        proposal->proposer->scratch_free(scratch);
    }
    candidates_free(&list);
    return NULL;
}

/* Starts the threads of a crew that has all else.  False: none could be started. */
static bool start_threads(struct crew *crew, unsigned jobs, struct text *error)
{
    while (crew->thread_count < jobs &&
           pthread_create(&crew->threads[crew->thread_count], NULL, work, crew) == 0)
        crew->thread_count++;
    if (crew->thread_count == 0)
        text_add_string(error, "cannot start a thread: too many of them, or too little memory");
    return crew->thread_count > 0;
}

struct crew *crew_start(struct proposal *proposal, uint64_t first, unsigned jobs,
                        struct text *error)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL) {
        text_fail(error);
        return NULL;
    }
    crew->proposal = proposal;
    crew->slots = CHUNKS_PER_JOB * (size_t)jobs;
    crew->ahead = proposal->ahead > 0 ? proposal->ahead : crew->slots;
    crew->first_unit = first;
    crew->locale = uselocale((locale_t)0);
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->changed, NULL);
    proposal->stop = &crew->stop;
    crew->chunks = calloc(crew->slots, sizeof *crew->chunks);
    crew->states = calloc(crew->slots, sizeof *crew->states);
    crew->threads = calloc(jobs, sizeof *crew->threads);
    bool good = crew->chunks != NULL && crew->states != NULL && crew->threads != NULL;
    for (size_t i = 0; good && i < crew->slots; i++)
        good = chunk_make(&crew->chunks[i], proposal->chunk);
    if (!good)
        text_fail(error);
    if (good && start_threads(crew, jobs, error))
        return crew;
    crew_stop(crew);
    return NULL;
}

void crew_stop(struct crew *crew)
{
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->mutex);
    crew->stop = 1;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
    for (unsigned i = 0; i < crew->thread_count; i++)
        pthread_join(crew->threads[i], NULL);
    for (size_t i = 0; crew->chunks != NULL && i < crew->slots; i++)
        chunk_free(&crew->chunks[i]);
    free(crew->chunks);
    free(crew->states);
    free(crew->threads);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->mutex);
    free(crew);
}

enum crew_answer crew_next(struct crew *crew, struct chunk **chunk)
{
    size_t slot = (size_t)(crew->next % crew->slots);
    struct timespec until;
    if (crew->first_unit + crew->next * stride(crew->proposal) >= crew->proposal->units)
        return CREW_OVER;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&crew->mutex);
    int result = 0;
    bool over = crew->ahead == 0 && crew->next >= crew->next_chunk;
    while (!over && crew->states[slot] != SLOT_DONE && !crew->failed && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&crew->changed, &crew->mutex, &until);
    bool done = crew->states[slot] == SLOT_DONE, failed = crew->failed;
    pthread_mutex_unlock(&crew->mutex);
    *chunk = &crew->chunks[slot];
    if (over)
        return CREW_OVER;
    if (failed || (done && crew->chunks[slot].failed))
        return CREW_FAILED;
    return done ? CREW_DONE : CREW_BUSY;
}

void crew_release(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    crew->states[crew->next % crew->slots] = SLOT_FREE;
    crew->next++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_allow(struct crew *crew, uint64_t ahead)
{
    pthread_mutex_lock(&crew->mutex);
    crew->ahead = ahead;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
}

#endif
