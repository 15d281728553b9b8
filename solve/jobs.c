/* Levels on their way through a program; see jobs.h. */
#include "solve/jobs.h"

#include "base/clock.h"
#include "base/nearest.h"
#include "base/threads.h"
#include "base/ticker.h"

#include <stdatomic.h>

static const struct game *find_game(const char *name, struct text *error)
{
    const struct game *game = game_find(name);
    if (game != NULL)
        return game;
    const char *names[32];
    size_t count = 0;
    for (size_t i = 0; games[i] != NULL; i++)
        names[count++] = games[i]->name;
    for (size_t i = 0; languages[i] != NULL; i++)
        names[count++] = languages[i]->name;
    say_unknown("game", name, names, count, error);
    return NULL;
}

bool job_kind_find(const char *game, struct job_kind *kind, struct text *error)
{
    struct variant variant;
    struct complaint complaint;
    kind->game = game == NULL ? NULL : find_game(game, error);
    if (kind->game == NULL)
        return game == NULL;
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
    text_add_string(help, "\n\nLanguages, whose files are a game and its levels:");
    for (size_t i = 0; languages[i] != NULL; i++)
        text_addf(help, "%s%s", i == 0 ? "\n  " : ", ", languages[i]->name);
    text_add_char(help, '\n');
}

unsigned job_flavour(const struct job *job)
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
    if (variant_find(game, kind->rules, kind->metric, &variant, &complaint)) {
        job->variant = variant;
        job->puzzle = level_load(&job->level, game, variant, &job->error);
    } else {
        text_addf(&job->error, "%s:%lu:1: %s\n", text_string(&job->level.file), job->level.line,
                  complaint.message);
    }
}

bool job_read(struct level_source *source, const struct job_kind *kind, struct job *job)
{
    enum level_result result = level_source_next(source, &job->level, &job->error);
    if (result == LEVEL_READ)
        job_load(kind, job);
    return result != LEVEL_END;
}

struct batch {
    struct job *jobs;
    size_t count;
    struct request request;
    const struct jobs_listener *listener;
    atomic_size_t next, done;
};

enum { TELLS_A_SECOND = 5 };

static void work(void *context, unsigned n)
{
    (void)n;
    struct batch *batch = context;
    size_t i;
    while ((i = atomic_fetch_add(&batch->next, 1)) < batch->count) {
        struct job *job = &batch->jobs[i];
        struct request request = batch->request;
        double start = now();
        request.limits.seen = &job->states;
        request.flavour = job_flavour(job);
        if (job->puzzle != NULL)
            job->judged = judge(job->puzzle, &request, &job->judgement);
        job->seconds = now() - start;
        atomic_fetch_add(&batch->done, 1);
    }
}

static void tell(void *context)
{
    const struct batch *batch = context;
    uint64_t states = 0;
    for (size_t i = 0; i < batch->count; i++)
        states += atomic_load_explicit(&batch->jobs[i].states, memory_order_relaxed);
    batch->listener->tell(batch->listener->context, atomic_load(&batch->done), states);
}

void jobs_judge(struct job *jobs, size_t count, struct request request, unsigned threads,
                const struct jobs_listener *listener)
{
    struct batch batch = {
        .jobs = jobs, .count = count, .request = request, .listener = listener};
    struct ticker *ticker =
        listener == NULL ? NULL : ticker_start(1.0 / TELLS_A_SECOND, tell, &batch);
    batch.request.limits.jobs = count == 1 ? threads : 1;
    threads_run(threads < count ? threads : (unsigned)count, work, &batch);
    ticker_stop(ticker);
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
