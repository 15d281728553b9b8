/* The steps that a program takes each level through; see jobs.h. */
#include "solve/level/jobs.h"

#include "base/clock.h"
#include "base/nearest.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <stdlib.h>

bool job_kind_find(const char *game, struct job_kind *kind, struct text *error)
{
    kind->game = game == NULL ? NULL : game_find(game);
    if (game == NULL)
        return true;
    if (kind->game == NULL) {
        const char *names[32];
        size_t count = 0;
        for (size_t i = 0; games[i] != NULL; i++)
            names[count++] = games[i]->name;
        for (size_t i = 0; languages[i] != NULL; i++)
            names[count++] = languages[i]->name;
        say_unknown("game", game, names, count, error);
        return false;
    }
    struct variant variant;
    struct complaint complaint;
    if (variant_find(kind->game, kind->rules, kind->metric, &variant, &complaint))
        return true;
    text_add_string(error, complaint.message);
    return false;
}

void job_kind_help(struct text *help)
{
    text_add_string(help, "\nGames:");
    for (size_t i = 0; games[i] != NULL; i++)
        text_addf(help, "%s%s", i == 0 ? "\n  " : ", ", games[i]->name);
    text_add_string(help, "\n\nLanguages (a file holds a game and its levels):");
    for (size_t i = 0; languages[i] != NULL; i++)
        text_addf(help, "%s%s", i == 0 ? "\n  " : ", ", languages[i]->name);
    text_add_char(help, '\n');
}

unsigned job_variant(const struct job *job)
{
    return job->variant.rules << 8 | job->variant.metric;
}

void job_load(const struct job_kind *kind, struct job *job)
{
    struct variant variant = {0};
    struct complaint complaint;
    const struct game *game = kind->game;
    if (game == NULL)
        game = level_game(&job->level, &job->error);
    if (game == NULL)
        return;
    variant.chance = kind->chance;
    variant.ticks = kind->ticks;
    variant.seed = kind->seed;
    variant.interrupted = kind->interrupted;
    if (variant_find(game, kind->rules, kind->metric, &variant, &complaint)) {
        job->variant = variant;
        job->puzzle = level_load(&job->level, game, variant, &job->error);
    } else {
        text_addf(&job->error, "%s:%lu:1: %s\n", text_string(&job->level.file), job->level.line, complaint.message);
    }
}

bool job_take(struct level_source *source, struct job *job)
{
    enum level_result result = level_source_next(source, &job->level, &job->error);
    job->read = result == LEVEL_READ;
    job->followed = level_source_goes_on(source);
    job->limited = result == LEVEL_LIMIT;
    job->aside = result == LEVEL_BAD_ABOUT;
    return result != LEVEL_END;
}

bool job_read(struct level_source *source, const struct job_kind *kind, struct job *job)
{
    level_source_limit(source, kind->limits);
    bool more = job_take(source, job);
    if (job->read)
        job_load(kind, job);
    return more;
}

void job_judge(struct job *job, struct request request, unsigned threads)
{
    double start = clock_now();
    request.limits.seen = &job->states;
    request.limits.jobs = threads;
    request.variant = job_variant(job);
    if (job->puzzle != NULL)
        job->judged = judge(job->puzzle, &request, &job->judgement);
    job->seconds = clock_now() - start;
}

/* --- levels one after the other --- */

enum {
    READ_AHEAD = 1000, /* at most this many levels are read ahead; if there are fewer, their number is known early */
    JUDGED_AHEAD = 16, /* at most this many judged levels for each thread wait for an earlier level */
    TELLS_A_SECOND = 5,
};

/* The levels in progress, as a ring: level n is in slot n % slots.  Levels before `finished` are finished, those
 * before `taken` have been given to a thread, and those before `read` have been read. */
struct run {
    const struct jobs_steps *steps;
    struct job *jobs;
    bool *judged; /* for the levels taken */
    size_t slots;
    unsigned threads;
    struct monitor monitor; /* guards `judged` and the members below */
    size_t finished, taken, read;
    size_t judged_count;
    uint64_t states;                  /* of finished levels */
    bool several;                     /* there are at least two levels */
    bool ended;                       /* no more levels follow those read */
    bool reading, finishing, telling; /* whether a thread is doing this */
};

static bool is_interrupted(const struct run *run)
{
    return run->steps->interrupted != NULL && *run->steps->interrupted != 0;
}

static bool may_read(const struct run *run)
{
    return !run->ended && !run->reading && !is_interrupted(run) && run->read - run->finished < run->slots;
}

static void read_next(struct run *run)
{
    struct job *job = &run->jobs[run->read % run->slots];
    run->reading = true;
    monitor_leave(&run->monitor);
    bool more = run->steps->read(run->steps->context, job);
    monitor_enter(&run->monitor);
    run->reading = false;
    run->read += more;
    run->several |= run->read > 1 || (more && job->followed);
    run->ended = !more || run->read == run->steps->count;
    monitor_wake(&run->monitor);
}

/* Finishing a level comes before all other work. */
static void take_through_steps(void *context, unsigned n)
{
    struct run *run = context;
    bool waits = run->steps->waits;
    monitor_enter(&run->monitor);
    for (;;) {
        bool no_more = is_interrupted(run) || (run->ended && run->taken == run->read);
        if (no_more && !run->reading && run->finished == run->taken)
            break;
        /* If reading may have to wait, only the first thread reads, because only this thread gets signals, which
         * interrupt the waiting read.  It reads before it judges if other threads can judge. */
        bool reads = may_read(run) && (n == 0 || !waits), reads_first = reads && (!waits || run->threads > 1);
        /* The first level waits until it is known whether it is the only one.  If it is, all threads work on it. */
        bool may_judge = run->taken < run->read && (run->several || run->ended) && !is_interrupted(run) &&
                         run->taken - run->finished < JUDGED_AHEAD * (size_t)run->threads;
        if (!run->finishing && !run->telling && run->finished < run->taken && run->judged[run->finished % run->slots]) {
            size_t slot = run->finished % run->slots;
            struct job *job = &run->jobs[slot];
            run->finishing = true;
            run->states += atomic_load_explicit(&job->states, memory_order_relaxed);
            atomic_store_explicit(&job->states, 0, memory_order_relaxed);
            monitor_leave(&run->monitor);
            run->steps->finish(run->steps->context, job);
            monitor_enter(&run->monitor);
            *job = (struct job){0};
            run->judged[slot] = false;
            run->finished++;
            run->finishing = false;
            monitor_wake(&run->monitor);
        } else if (may_judge && !reads_first) {
            size_t slot = run->taken++ % run->slots;
            bool only = run->ended && run->read == 1;
            monitor_leave(&run->monitor);
            run->steps->judge(run->steps->context, &run->jobs[slot], only ? run->threads : 1);
            monitor_enter(&run->monitor);
            run->judged[slot] = true;
            run->judged_count++;
            monitor_wake(&run->monitor);
        } else if (reads) {
            read_next(run);
        } else {
            monitor_wait(&run->monitor);
        }
    }
    monitor_leave(&run->monitor);
}

/* Reports progress while other threads go on.  No level is finished meanwhile, because both may write to the same
 * terminal. */
static void report_progress(void *context)
{
    struct run *run = context;
    monitor_enter(&run->monitor);
    uint64_t states = run->states;
    for (size_t i = run->finished; i < run->taken; i++)
        states += atomic_load_explicit(&run->jobs[i % run->slots].states, memory_order_relaxed);
    size_t judged = run->judged_count;
    size_t count = run->ended ? run->read : run->steps->count;
    run->telling = !run->finishing;
    bool may_tell = run->telling;
    monitor_leave(&run->monitor);
    if (!may_tell)
        return;
    run->steps->tell(run->steps->context, judged, count, states);
    monitor_enter(&run->monitor);
    run->telling = false;
    monitor_wake(&run->monitor);
    monitor_leave(&run->monitor);
}

bool jobs_run(const struct jobs_steps *steps, unsigned threads)
{
    struct run run = {.steps = steps, .threads = threads, .slots = READ_AHEAD};
    if (steps->count > 0 && steps->count < READ_AHEAD)
        run.slots = steps->count;
    run.jobs = calloc(run.slots, sizeof *run.jobs);
    run.judged = calloc(run.slots, sizeof *run.judged);
    bool good = run.jobs != NULL && run.judged != NULL;
    if (good) {
        monitor_make(&run.monitor);
        /* Reads the levels that are certainly needed, so that no thread is started without work. */
        monitor_enter(&run.monitor);
        while (!run.steps->waits && may_read(&run) && run.read < run.threads)
            read_next(&run);
        monitor_leave(&run.monitor);
        struct ticker *ticker = steps->tell == NULL ? NULL : ticker_start(1.0 / TELLS_A_SECOND, report_progress, &run);
        threads_run(run.ended && run.read < threads ? (unsigned)run.read : threads, take_through_steps, &run);
        ticker_stop(ticker);
        for (size_t i = run.finished; i < run.read; i++)
            job_free(&run.jobs[i % run.slots]);
        monitor_free(&run.monitor);
    }
    free(run.jobs);
    free(run.judged);
    return good;
}

void job_free(struct job *job)
{
    if (job->judged)
        judgement_free(&job->judgement);
    if (job->puzzle != NULL)
        job->puzzle->game->free(job->puzzle);
    level_free(&job->level);
    text_free(&job->error);
    *job = (struct job){0};
}
