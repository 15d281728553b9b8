/* A run of the generator that writes to a folder; see folder_run.h. */
#include "gen/run/folder_run.h"

#include "base/checksum.h"
#include "gen/run/batch.h"

#include <inttypes.h>

/* Writes what was found so far, with a journal of all checkpoints up to the last completed unit. */
static bool flush(struct run *sunk, bool complete, struct text *error)
{
    struct folder_run *run = (struct folder_run *)sunk;
    struct text journal = {0};
    text_add_text(&journal, &run->journal_head);
    checkpoints_write(&run->run.checkpoints, &journal);
    bool good = folder_flush(&run->folder, complete ? NULL : &journal, error);
    text_free(&journal);
    return good;
}

/* Adds a row to the report for the level that was written last. */
static void add_row(struct folder_run *run, const struct text *row)
{
    struct text *report = &run->folder.report;
    size_t before = report->size;
    run_level_name(&run->run, run->folder.levels, report);
    text_add(report, text_string(row), row->size);
    run->run.tally.rows_sum =
        checksum_add(run->run.tally.rows_sum, text_string(report) + before, report->size - before);
    run->run.tally.levels_sum = run->folder.levels_sum;
}

static bool add_level(struct run *sunk, const struct survivor *survivor, struct text *error)
{
    struct folder_run *run = (struct folder_run *)sunk;
    if (!folder_add_level(&run->folder, &survivor->grid, error))
        return false;
    if (run->folder.path != NULL)
        add_row(run, &survivor->row);
    return true;
}

static void progress(struct run *sunk)
{
    struct folder_run *run = (struct folder_run *)sunk;
    const struct tally *tally = &run->run.tally;
    if (!progress_due(&run->progress))
        return;
    double seconds = progress_seconds(&run->progress);
    struct text line = {0};
    text_addf(&line, "%" PRIu64, tally->kept);
    if (run->run.wanted != UINT64_MAX)
        text_addf(&line, "/%" PRIu64, run->run.wanted);
    text_addf(&line, " kept, %.0f tried/s", (double)tally->tries / seconds);
    for (size_t i = 0; i < filter_count; i++) {
        if (tally->dropped[i] * 100 >= tally->tries && tally->dropped[i] > 0)
            text_addf(&line, ", %s %.0f%%", filters[i].name, 100.0 * (double)tally->dropped[i] / (double)tally->tries);
    }
    if (tally->kept > 0 && run->run.wanted != UINT64_MAX) {
        text_add_string(&line, ", ");
        progress_add_time(&line, seconds * (double)(run->run.wanted - tally->kept) / (double)tally->kept);
        text_add_string(&line, " left");
    }
    progress_draw(&run->progress, &line);
    text_free(&line);
}

const struct run_sink folder_sink = {add_level, flush, progress};
