/* Running a shard; see shard.h. */
#include "gen/shard/shard.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/progress.h"
#include "gen/run/folder_run.h"
#include "gen/run/pool.h"
#include "gen/run/command.h"
#include "gen/shard/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WRITE_BYTES = 1 << 16, READ_BYTES = 1 << 20 };

/* While the shard itself decides when to pause, the batches begun ahead are limited to one for each thread plus this
 * fraction of the batches done: no thread is idle, and little work is wasted. */
enum { AHEAD_SHARE = 16 };

static const double write_interval = 0.25;

struct shard_work {
    struct shard_folder place;
    struct run run;
    bool prepared;
    uint64_t units;         /* of the whole run */
    struct hash_set *found; /* levels that passed; rotated and mirrored copies count once */
    uint64_t count;         /* of these levels */
    uint64_t batches, tries, barren;
    bool paused;         /* the log ends with a pause */
    int file;            /* the log, locked; -1: not open */
    struct text log;     /* its path */
    struct text records; /* not yet written */
    double written;      /* when records were last written, by the clock of clock_now() */
    struct progress progress;
};

/* --- progress of a shard --- */

/* Counts a batch that is in the log.  Returns false if memory runs out. */
static bool count_batch(struct shard_work *work, const struct batch *batch)
{
    size_t survivor = 0;
    for (size_t i = 0; i < batch->outcome_count; i++) {
        work->barren++;
        if (batch->outcomes[i] != filter_count)
            continue;
        uint64_t hash = batch->survivors[survivor++].hash;
        if (hash_set_has(work->found, hash))
            continue;
        if (!hash_set_add(work->found, hash))
            return false;
        work->count++;
        work->barren = 0;
    }
    work->tries += batch->outcome_count;
    work->batches++;
    work->paused = false;
    return true;
}

static uint64_t next_batch(const struct shard_work *work)
{
    return work->place.shard.index + work->batches * work->place.shard.count;
}

/* Whether the shard has done all its work for now. */
static bool may_pause(const struct shard_work *work)
{
    const struct run *run = &work->run;
    uint64_t tries = run->proposal.options->max_tries, shards = work->place.shard.count;
    uint64_t patience = run->proposal.patience, next = next_batch(work), batch = run->proposal.batch;
    if (next * batch >= work->units)
        return true;
    if (work->place.bound != 0)
        return next * batch >= work->place.bound;
    if (work->batches == 0)
        return false;
    return (run->wanted != UINT64_MAX && shard_pauses(work->count, run->wanted, shards)) ||
           (tries != 0 ? shard_pauses(work->tries, tries, shards) : patience != 0 && work->barren >= patience / shards);
}

/* --- the log --- */

static bool write_records(struct shard_work *work, struct text *error)
{
    struct text *records = &work->records;
    if (records->failed)
        return text_fail(error);
    bool good = write_all(work->file, text_string(records), records->size) || file_fail(error, text_string(&work->log));
    text_clear(records);
    work->written = clock_now();
    return good;
}

/* Opens and locks the log, so that no other process writes to it, reads its intact part and cuts off the rest. */
static bool open_log(struct shard_work *work, struct text *error)
{
    struct shard_log log;
    struct batch batch;
    unsigned units = work->run.proposal.batch;
    uint64_t end = 0, number = 0;
    enum shard_record record = RECORD_FAILED;
    text_addf(&work->log, "%s/%s", text_string(&work->place.path), SHARD_LOG);
    if (work->log.failed)
        return text_fail(error);
    work->file = file_open(text_string(&work->log), O_RDWR | O_CREAT | O_APPEND);
    if (work->file < 0)
        return file_fail(error, text_string(&work->log));
    if (lockf(work->file, F_TLOCK, 0) != 0 && (errno == EACCES || errno == EAGAIN)) {
        text_addf(error, "%s: another process is working on this shard", text_string(&work->place.path));
        return false;
    }
    bool good = shard_log_open(&log, text_string(&work->place.path), READ_BYTES, error);
    if (!batch_make(&batch, units))
        good = text_fail(error);
    while (good) {
        end = log.offset;
        record = shard_log_next(&log, units, &number, &batch, error);
        if (record == RECORD_PAUSE)
            work->paused = true;
        else if (record != RECORD_BATCH || number != next_batch(work))
            break;
        else if (!count_batch(work, &batch))
            good = text_fail(error);
    }
    batch_free(&batch);
    shard_log_close(&log);
    if (!good || record == RECORD_FAILED)
        return false;
    int result;
    do
        result = ftruncate(work->file, (off_t)end);
    while (result != 0 && errno == EINTR);
    return result == 0 || file_fail(error, text_string(&work->log));
}

/* --- work --- */

static enum run_result gather(struct shard_work *work, struct thread_pool *pool, struct text *error)
{
    double timeout = work->run.proposal.options->timeout, start = clock_now();
    for (;;) {
        struct batch *batch;
        enum pool_answer answer = pool_next(pool, &batch);
        if (progress_due(&work->progress)) {
            struct text line = {0};
            text_addf(&line, "%" PRIu64 " passed, %" PRIu64 " tried", work->count, work->tries);
            progress_draw(&work->progress, &line);
            text_free(&line);
        }
        if (answer == POOL_OVER)
            return RUN_COMPLETE;
        if (*work->run.interrupted != 0)
            return RUN_INTERRUPTED;
        if (timeout > 0 && clock_now() - start > timeout)
            return RUN_GAVE_UP;
        bool good = answer != POOL_FAILED;
        if (answer == POOL_DONE) {
            /* If the run ends at a level that is kept or with its last unit, the order of the dropped candidates
             * between two levels does not matter. */
            if (work->run.proposal.patience == 0 && work->run.proposal.options->max_tries == 0)
                shard_log_sort(batch);
            shard_log_add_batch(batch, next_batch(work), &work->records);
            good = count_batch(work, batch);
        }
        if (!good) {
            text_fail(error);
            return RUN_FAILED;
        }
        if (answer == POOL_DONE) {
            /* First, so that no thread starts a unit in between. */
            if (work->run.proposal.ahead > 0)
                pool_allow(pool, may_pause(work) ? 0 : work->run.jobs + work->batches / AHEAD_SHARE);
            pool_release(pool);
        }
        if ((work->records.size > WRITE_BYTES || clock_now() - work->written > write_interval) &&
            !write_records(work, error))
            return RUN_FAILED;
    }
}

/* --- before and after --- */

/* Reads the shard's folder and checks that it belongs to this shard; makes it if it does not exist.  With --force,
 * empties it first. */
static bool find_place(struct command *command, const char *path, const struct text *head, struct shard shard,
                       struct shard_folder *place, struct text *error)
{
    enum shard_state state = shard_folder_read(place, path, error);
    bool made = state == SHARD_THERE;
    if (command->options.force && (made || (state == SHARD_FAILED && !error->failed))) {
        text_free(error); /* --force removes a damaged folder too */
        if (!shard_folder_empty(path, error))
            return false;
        shard_folder_free(place);
        state = shard_folder_read(place, path, error);
        made = false;
    }
    if (state == SHARD_FAILED)
        return false;
    if (state == SHARD_OTHER) {
        text_addf(error, "%s: the folder is not empty, and there is no shard in it", path);
        return false;
    }
    if (made && (strcmp(text_string(&place->head), text_string(head)) != 0 || place->shard.index != shard.index ||
                 place->shard.count != shard.count)) {
        text_addf(error, "%s: contains a shard of another run: ", path);
        shard_heads_differ(text_string(&place->head), text_string(head), error);
        text_add_string(error, "; choose another folder with -o, or start again with --force");
        return false;
    }
    place->shard = shard;
    if (made)
        return true;
    text_clear(&place->head);
    text_add_text(&place->head, head);
    return shard_folder_make(place, error);
}

static bool open_shard(struct command *command, struct shard_work *work, struct text *error)
{
    struct text path = {0}, head = {0};
    struct board_size size;
    struct shard shard;
    const char *output = command->options.output;
    bool good = shard_read(command->options.shard, &shard, error);
    if (good && output != NULL && strcmp(output, "-") == 0)
        text_add_string(error, "--shard needs a folder");
    else if (good && !command->options.all && !command_gives(command, "seed"))
        text_add_string(error, "--shard needs --seed, the same for all shards");
    good = good && !text_says(error) && command_can_run(command, &size, error);
    if (good) {
        /* The shard's folder is inside that of --output. */
        if (output != NULL)
            text_addf(&path, "%s/", output);
        else
            text_addf(&path, "%s-%ux%u-shards/", command->proposer->game->name, size.columns, size.rows);
        text_addf(&path, "shard-%" PRIu64 "-of-%" PRIu64, shard.index + 1, shard.count);
        struct proposal *proposal = &work->run.proposal;
        command_write_journal(command, &head); /* before filters and pieces are completed */
        work->prepared = run_prepare(command, &work->run, error);
        work->units = proposal->units;
        enum { MOST_UNITS = 64 }; /* in a batch, if a number of levels is wanted */
        if (work->run.wanted != UINT64_MAX && proposal->batch > MOST_UNITS)
            proposal->batch = MOST_UNITS;
        if (command->options.max_tries != 0)
            text_addf(&head, "max-tries %" PRIu64 "\n", command->options.max_tries);
        text_addf(&head, "chunk %u\n", proposal->batch);
        text_addf(&head, "known %016" PRIx64 "\n", from_sum(command));
        proposal->compares = false;
        good = work->prepared;
    }
    work->found = hash_set_make();
    if (path.failed || head.failed || work->found == NULL)
        good = text_fail(error);
    good = good && find_place(command, text_string(&path), &head, shard, &work->place, error) && open_log(work, error);
    text_free(&path);
    text_free(&head);
    return good;
}

int shard_run(struct command *command, const struct program *program)
{
    struct text error = {0};
    struct shard_work work = {.run = {.interrupted = &program_interrupted}, .file = -1};
    int status = EXIT_BAD_INPUT;
    command->read_from = from_read_file;
    command->read_rules = rules_read_file;
    if (open_shard(command, &work, &error)) {
        program_catch_signals();
        progress_start(&work.progress, command->options.quiet);
        work.written = clock_now();
        struct proposal *proposal = &work.run.proposal;
        enum run_result result = RUN_COMPLETE;
        if (!may_pause(&work)) {
            if (work.place.bound != 0 && work.place.bound < proposal->units)
                proposal->units = work.place.bound;
            proposal->ahead = work.place.bound != 0 ? 0 : work.run.jobs;
            proposal->stride = work.place.shard.count * proposal->batch;
            struct thread_pool *pool = pool_start(proposal, next_batch(&work) * proposal->batch, work.run.jobs, &error);
            result = pool == NULL ? RUN_FAILED : gather(&work, pool, &error);
            pool_stop(pool);
        }
        if (result == RUN_COMPLETE && !work.paused)
            shard_log_add_pause(&work.records);
        struct text second = {0};
        /* Work that was not on the disk at a power failure is repeated, but finished work must be on the disk. */
        bool written = write_records(&work, &second) &&
                       (file_sync(work.file) ? file_sync_folder(text_string(&work.place.path), &second)
                                             : file_fail(&second, text_string(&work.log)));
        if (!written) {
            if (result != RUN_FAILED)
                text_add_text(&error, &second);
            error.failed |= second.failed;
            result = RUN_FAILED;
        }
        text_free(&second);
        progress_clear(&work.progress);
        struct text line = {0};
        if (result == RUN_FAILED)
            program_fail(program, &error, EXIT_LIMIT);
        text_addf(&line, "shard %" PRIu64 "/%" PRIu64 ": %" PRIu64 " level%s of %" PRIu64 " candidate%s; in %s",
                  work.place.shard.index + 1, work.place.shard.count, work.count, work.count == 1 ? "" : "s",
                  work.tries, work.tries == 1 ? "" : "s", text_string(&work.place.path));
        status = program_fail(program, &line, EXIT_SUCCESS);
        if (result != RUN_COMPLETE) {
            program_error(program, "run the same command to continue");
            status = result == RUN_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_LIMIT;
        }
    } else {
        status = program_fail(program, &error, status);
    }
    if (work.prepared)
        run_stop(&work.run);
    if (work.file >= 0)
        close(work.file);
    hash_set_free(work.found);
    shard_folder_free(&work.place);
    text_free(&work.log);
    text_free(&work.records);
    text_free(&error);
    return status;
}
