/* A run of the generator; see run.h. */
#include "gen/run/run.h"

#include "base/clock.h"
#include "gen/run/pool.h"

#include <inttypes.h>

/* The distance is lowered after this many copies and too-near levels in a row, with none kept between them. */
enum { CROWD = 200 };

/* Seconds until the next flush, given how long the last one took and how long the run has been running: long enough
 * that slow disks cost at most a twentieth of the time, short enough that a kill loses little work. */
static double flush_pause(double took, double running)
{
    double pause = 1 + running / 400;
    pause = pause < 10 ? pause : 10;
    return pause < 20 * took ? 20 * took : pause;
}

struct known_levels run_known_levels(const struct run *run)
{
    const struct gen_options *options = run->proposal.options;
    return (struct known_levels){
        .kind = {.game = run->proposal.proposer->game, .rules = options->rules, .interrupted = run->interrupted},
        .request = {.limits = {.max_states = options->max_states,
                               .max_memory = options->max_memory,
                               .interrupted = run->interrupted}},
        .threads = run->jobs,
    };
}

double run_least(const struct run *run, unsigned relaxed)
{
    return run->least * (TALLY_RELAXES - relaxed) / TALLY_RELAXES;
}

/* Keeps a level unless it is a copy or too near to another one.  Returns the filter that drops it, or filter_count;
 * -1: it cannot be written, or memory ran out. */
static long keep_level(struct run *run, struct survivor *survivor, struct text *error)
{
    struct kept *kept = &run->kept;
    if (hash_set_has(kept->hashes, survivor->hash))
        return (long)filter_index(FILTER_DUPLICATE);
    int near = likeness_list_has_near(&kept->likenesses, &survivor->likeness, run_least(run, run->tally.relaxed));
    if (near > 0)
        return (long)filter_index(FILTER_NEAR);
    if (near < 0 || !kept_add(kept, survivor->hash, &survivor->likeness)) {
        text_fail(error);
        return -1;
    }
    return run->sink->level(run, survivor, error) ? (long)filter_count : -1;
}

enum run_result run_take_in(struct run *run, struct batch *batch, struct text *error)
{
    struct tally *tally = &run->tally;
    uint64_t most_tries = run->proposal.options->max_tries, patience = run->proposal.patience;
    size_t outcome = 0, survivor = 0;
    for (unsigned unit = 0; unit < batch->units; unit++) {
        for (; outcome < batch->unit_ends[unit]; outcome++) {
            long filter = batch->outcomes[outcome];
            bool survived = filter == (long)filter_count;
            if (survived)
                filter = keep_level(run, &batch->survivors[survivor++], error);
            if (filter < 0)
                return RUN_FAILED;
            tally->tries++;
            bool kept = filter == (long)filter_count;
            tally->kept += kept;
            tally->barren = kept ? 0 : tally->barren + 1;
            if (kept) {
                tally->crowded = 0;
            } else {
                tally->dropped[filter]++;
                /* No room for more levels that far apart: lower the distance. */
                if (survived && ++tally->crowded >= CROWD && run->relaxes && tally->relaxed < TALLY_RELAXES) {
                    tally->kept_before[tally->relaxed++] = tally->kept;
                    tally->crowded = tally->barren = 0;
                }
            }
            if (tally->kept == run->wanted)
                return RUN_COMPLETE;
            if (most_tries != 0 ? tally->tries >= most_tries : patience != 0 && tally->barren >= patience)
                return RUN_GAVE_UP;
        }
        tally->next_unit++;
        if (run->checkpoints.count > 0 && !checkpoints_add(&run->checkpoints, tally)) {
            text_fail(error);
            return RUN_FAILED;
        }
    }
    return RUN_INTERRUPTED;
}

static bool flush(struct run *run, bool complete, struct text *error)
{
    return run->sink->flush == NULL || run->sink->flush(run, complete, error);
}

/* Shows the progress.  Returns whether the run ends before it is complete, because it is interrupted or its time is
 * up. */
static bool is_over(void *context)
{
    struct run *run = context;
    double timeout = run->proposal.options->timeout;
    run->sink->progress(run);
    return *run->interrupted != 0 || (timeout > 0 && clock_now() - run->began > timeout);
}

static enum run_result gather(struct run *run, struct thread_pool *pool, struct text *error)
{
    double start = run->began = clock_now(), flush_due = start + flush_pause(0, 0);
    pool_watch(pool, is_over, run);
    for (;;) {
        struct batch *batch;
        enum pool_answer answer = pool_next(pool, &batch);
        if (answer == POOL_OVER)
            return RUN_COMPLETE;
        if (is_over(run))
            return *run->interrupted != 0 ? RUN_INTERRUPTED : RUN_GAVE_UP;
        if (answer == POOL_FAILED) {
            text_fail(error);
            return RUN_FAILED;
        }
        if (answer == POOL_BUSY)
            continue;
        enum run_result result = run_take_in(run, batch, error);
        if (result != RUN_INTERRUPTED)
            return result;
        pool_release(pool);
        double began = clock_now();
        if (began < flush_due)
            continue;
        if (!flush(run, false, error))
            return RUN_FAILED;
        double ended = clock_now();
        flush_due = ended + flush_pause(ended - began, ended - start);
    }
}

enum run_result run_levels(struct run *run, struct text *error)
{
    enum run_result result = RUN_FAILED;
    if (flush(run, false, error)) {
        struct thread_pool *pool = pool_start(&run->proposal, run->tally.next_unit, run->jobs, error);
        if (pool != NULL)
            result = gather(run, pool, error);
        pool_stop(pool);
        struct text second = {0}; /* only the first failure is reported */
        if (!flush(run, result == RUN_COMPLETE, &second)) {
            if (result != RUN_FAILED)
                text_add_text(error, &second);
            result = RUN_FAILED;
        }
        text_free(&second);
    }
    return result;
}
