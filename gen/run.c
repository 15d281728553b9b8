/* A run of the generator; see run.h. */
#include "gen/run.h"

#include "base/checksum.h"
#include "base/clock.h"
#include "gen/chunk.h"
#include "solve/search/limits.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHUNKS_PER_JOB = 4 };
static const double flush_interval = 1.0;

enum slot_state { SLOT_FREE, SLOT_BUSY, SLOT_DONE };

/* The chunks under way, as a ring: the chunk with number n is in slot n % slots. */
struct crew {
    struct run *run;
    struct chunk *chunks;
    enum slot_state *states;
    size_t slots;
    uint64_t next_chunk;  /* to be handed out */
    uint64_t first_unit;  /* of chunk 0 */
    bool failed;          /* a thread could not start its work */
    stop_flag stop;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t *threads;
    unsigned thread_count;
};

/* Takes the next chunk, once its slot is free; NULL: there is nothing left to do. */
static struct chunk *take_chunk(struct crew *crew, size_t *slot)
{
    const struct proposal *proposal = &crew->run->proposal;
    struct chunk *chunk = NULL;
    pthread_mutex_lock(&crew->mutex);
    while (!crew->stop && crew->states[crew->next_chunk % crew->slots] != SLOT_FREE)
        pthread_cond_wait(&crew->changed, &crew->mutex);
    uint64_t first = crew->first_unit + crew->next_chunk * proposal->chunk;
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
    const struct proposal *proposal = &crew->run->proposal;
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

static bool crew_start(struct crew *crew, struct run *run, struct text *error)
{
    *crew = (struct crew){.run = run, .slots = CHUNKS_PER_JOB * (size_t)run->jobs};
    pthread_mutex_init(&crew->mutex, NULL);
    pthread_cond_init(&crew->changed, NULL);
    run->proposal.stop = &crew->stop;
    crew->first_unit = run->tally.next_unit;
    crew->chunks = calloc(crew->slots, sizeof *crew->chunks);
    crew->states = calloc(crew->slots, sizeof *crew->states);
    crew->threads = calloc(run->jobs, sizeof *crew->threads);
    bool good = crew->chunks != NULL && crew->states != NULL && crew->threads != NULL;
    for (size_t i = 0; good && i < crew->slots; i++)
        good = chunk_make(&crew->chunks[i], run->proposal.chunk);
    if (!good) {
        text_fail(error);
        return false;
    }
    while (crew->thread_count < run->jobs &&
           pthread_create(&crew->threads[crew->thread_count], NULL, work, crew) == 0)
        crew->thread_count++;
    if (crew->thread_count == 0)
        text_add_string(error, "cannot start a thread: too many of them, or too little memory");
    return crew->thread_count > 0;
}

static void crew_stop(struct crew *crew)
{
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
}

/* Waits a moment for a slot to be done.  Returns whether it is. */
static bool wait_for(struct crew *crew, size_t slot)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 50000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&crew->mutex);
    int result = 0;
    while (crew->states[slot] != SLOT_DONE && !crew->failed && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&crew->changed, &crew->mutex, &until);
    bool done = crew->states[slot] == SLOT_DONE;
    pthread_mutex_unlock(&crew->mutex);
    return done;
}

static void release(struct crew *crew, size_t slot)
{
    pthread_mutex_lock(&crew->mutex);
    crew->states[slot] = SLOT_FREE;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->mutex);
}

/* Writes what was found so far, with the journal as of the last unit that was completed. */
static bool flush(struct run *run, const struct tally *tally, bool complete, struct text *error)
{
    struct text journal = {0};
    text_add_text(&journal, &run->journal_head);
    tally_write(tally, &journal);
    journal_seal(&journal);
    bool good = folder_flush(&run->folder, complete ? NULL : &journal, error);
    text_free(&journal);
    return good;
}

/* Adds the row of the level that was written last to the report. */
static void add_row(struct run *run, const struct text *row)
{
    struct text *report = &run->folder.report;
    size_t before = report->size;
    folder_level_name(&run->folder, run->folder.levels, report);
    text_add(report, text_string(row), row->size);
    run->tally.rows_sum = checksum_add(run->tally.rows_sum, text_string(report) + before,
                                       report->size - before);
    run->tally.levels_sum = run->folder.levels_sum;
}

/* Keeps a level unless it is a copy.  Returns the filter that drops it or filter_count; -1: it
 * cannot be written. */
static long keep(struct run *run, const struct survivor *survivor, struct text *error)
{
    int fresh = hash_set_add(run->seen, survivor->hash);
    if (fresh < 0)
        text_fail(error);
    if (fresh <= 0)
        return fresh < 0 ? -1 : (long)filter_index(FILTER_DUPLICATE);
    if (!folder_add_level(&run->folder, &survivor->grid, error))
        return -1;
    if (run->folder.path != NULL)
        add_row(run, &survivor->row);
    return (long)filter_count;
}

static bool out_of_tries(const struct run *run)
{
    uint64_t most = run->proposal.options->max_tries;
    uint64_t patience = run->proposal.patience;
    if (most != 0)
        return run->tally.tries >= most;
    return patience != 0 && run->tally.barren >= patience;
}

/* Takes in a chunk.  `boundary` receives the tally at the last end of a unit.  RUN_COMPLETE: all
 * levels that were wanted are there; RUN_GAVE_UP: no more tries; RUN_INTERRUPTED: go on. */
static enum run_result take_in(struct run *run, const struct chunk *chunk, struct tally *boundary,
                               struct text *error)
{
    struct tally *tally = &run->tally;
    size_t outcome = 0, survivor = 0;
    for (unsigned unit = 0; unit < chunk->units; unit++) {
        for (; outcome < chunk->unit_ends[unit]; outcome++) {
            long filter = chunk->outcomes[outcome];
            if (filter == (long)filter_count)
                filter = keep(run, &chunk->survivors[survivor++], error);
            if (filter < 0)
                return RUN_FAILED;
            tally->tries++;
            bool kept = filter == (long)filter_count;
            tally->kept += kept;
            tally->barren = kept ? 0 : tally->barren + 1;
            if (!kept)
                tally->dropped[filter]++;
            if (tally->kept == run->wanted)
                return RUN_COMPLETE;
            if (out_of_tries(run))
                return RUN_GAVE_UP;
        }
        tally->next_unit++;
        *boundary = *tally;
    }
    return RUN_INTERRUPTED;
}

static void draw_progress(struct run *run)
{
    const struct tally *tally = &run->tally;
    double seconds = progress_seconds(&run->progress);
    struct text line = {0};
    text_addf(&line, "%" PRIu64, tally->kept);
    if (run->wanted != UINT64_MAX)
        text_addf(&line, "/%" PRIu64, run->wanted);
    text_addf(&line, " kept, %.0f tried/s", (double)tally->tries / seconds);
    for (size_t i = 0; i < filter_count; i++) {
        if (tally->dropped[i] * 100 >= tally->tries && tally->dropped[i] > 0)
            text_addf(&line, ", %s %.0f%%", filters[i].name,
                      100.0 * (double)tally->dropped[i] / (double)tally->tries);
    }
    if (tally->kept > 0 && run->wanted != UINT64_MAX) {
        text_add_string(&line, ", ");
        progress_add_time(&line,
                          seconds * (double)(run->wanted - tally->kept) / (double)tally->kept);
        text_add_string(&line, " left");
    }
    progress_draw(&run->progress, &line);
    text_free(&line);
}

static enum run_result gather(struct run *run, struct crew *crew, struct tally *boundary,
                              struct text *error)
{
    const struct proposal *proposal = &run->proposal;
    double timeout = proposal->options->timeout, start = now();
    for (uint64_t number = 0;; number++) {
        size_t slot = (size_t)(number % crew->slots);
        if (crew->first_unit + number * proposal->chunk >= proposal->units)
            return RUN_COMPLETE;
        bool done;
        do {
            done = wait_for(crew, slot);
            if (progress_due(&run->progress))
                draw_progress(run);
            if (*run->interrupted != 0)
                return RUN_INTERRUPTED;
            if (timeout > 0 && now() - start > timeout)
                return RUN_GAVE_UP;
            if (crew->failed || (done && crew->chunks[slot].failed)) {
                text_fail(error);
                return RUN_FAILED;
            }
        } while (!done);
        enum run_result result = take_in(run, &crew->chunks[slot], boundary, error);
        if (result != RUN_INTERRUPTED)
            return result;
        release(crew, slot);
        if (now() - run->folder.last_flush > flush_interval && !flush(run, boundary, false, error))
            return RUN_FAILED;
    }
}

enum run_result run_levels(struct run *run, struct text *error)
{
    struct crew crew;
    struct tally boundary = run->tally;
    enum run_result result = RUN_FAILED;
    if (flush(run, &boundary, false, error)) {
        if (crew_start(&crew, run, error))
            result = gather(run, &crew, &boundary, error);
        crew_stop(&crew);
        struct text second = {0}; /* the first failure is what is said */
        if (!flush(run, &boundary, result == RUN_COMPLETE, &second)) {
            if (result != RUN_FAILED)
                text_add_text(error, &second);
            result = RUN_FAILED;
        }
        text_free(&second);
    }
    progress_clear(&run->progress);
    return result;
}
