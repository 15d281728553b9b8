/* A run of the generator; see run.h. */
#include "gen/run.h"

#include "base/checksum.h"
#include "base/clock.h"
#include "gen/crew.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many copies and too near ones in a row, with nothing kept between them, are a crowd. */
enum { CROWD = 200 };

static const double flush_interval = 1.0;

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

struct known_levels run_known_levels(const struct run *run)
{
    const struct gen_options *options = run->proposal.options;
    return (struct known_levels){
        .kind = {.game = run->proposal.proposer->game, .rules = options->rules},
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

/* Keeps a level unless it is a copy or too near to another one.  Returns the filter that drops it or
 * filter_count; -1: it cannot be written, or memory ran out. */
static long keep(struct run *run, struct survivor *survivor, struct text *error)
{
    double least = run_least(run, run->tally.relaxed);
    enum newness newness = kept_look(&run->kept, survivor->hash, &survivor->likeness, least);
    if (newness == NEW_COPY || newness == NEW_TOO_NEAR)
        return (long)filter_index(newness == NEW_COPY ? FILTER_DUPLICATE : FILTER_NEAR);
    if (newness == NEW_FAILED || !kept_add(&run->kept, survivor->hash, &survivor->likeness)) {
        text_fail(error);
        return -1;
    }
    if (!folder_add_level(&run->folder, &survivor->grid, error))
        return -1;
    if (run->folder.path != NULL)
        add_row(run, &survivor->row);
    return (long)filter_count;
}

/* Lowers the distance between levels when there seems to be no room for more that are so far apart. */
static void note_crowd(struct run *run)
{
    struct tally *tally = &run->tally;
    if (++tally->crowded >= CROWD && run->relaxes && tally->relaxed < TALLY_RELAXES) {
        tally->kept_before[tally->relaxed++] = tally->kept;
        tally->crowded = tally->barren = 0;
    }
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
static enum run_result take_in(struct run *run, struct chunk *chunk, struct tally *boundary,
                               struct text *error)
{
    struct tally *tally = &run->tally;
    size_t outcome = 0, survivor = 0;
    for (unsigned unit = 0; unit < chunk->units; unit++) {
        for (; outcome < chunk->unit_ends[unit]; outcome++) {
            long filter = chunk->outcomes[outcome];
            bool survived = filter == (long)filter_count;
            if (survived)
                filter = keep(run, &chunk->survivors[survivor++], error);
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
                if (survived)
                    note_crowd(run);
            }
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
    double timeout = run->proposal.options->timeout, start = now();
    for (;;) {
        struct chunk *chunk;
        enum crew_answer answer = crew_next(crew, &chunk);
        if (answer == CREW_OVER)
            return RUN_COMPLETE;
        if (progress_due(&run->progress))
            draw_progress(run);
        if (*run->interrupted != 0)
            return RUN_INTERRUPTED;
        if (timeout > 0 && now() - start > timeout)
            return RUN_GAVE_UP;
        if (answer == CREW_FAILED) {
            text_fail(error);
            return RUN_FAILED;
        }
        if (answer == CREW_BUSY)
            continue;
        enum run_result result = take_in(run, chunk, boundary, error);
        if (result != RUN_INTERRUPTED)
            return result;
        crew_release(crew);
        if (now() - run->folder.last_flush > flush_interval && !flush(run, boundary, false, error))
            return RUN_FAILED;
    }
}

enum run_result run_levels(struct run *run, struct text *error)
{
    struct tally boundary = run->tally;
    enum run_result result = RUN_FAILED;
    if (flush(run, &boundary, false, error)) {
        struct crew *crew =
            crew_start(&run->proposal, run->tally.next_unit, run->jobs, error);
        if (crew != NULL)
            result = gather(run, crew, &boundary, error);
        crew_stop(crew);
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
