/* A run that writes a folder; see folder_run.h. */
#include "gen/run/folder_run.h"

#include "base/checksum.h"
#include "base/file.h"
#include "base/utf8.h"
#include "gen/run/batch.h"
#include "gen/run/command.h"
#include "solve/level/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static bool add_level(struct run *sunk, const struct survivor *survivor, struct text *error)
{
    struct folder_run *run = (struct folder_run *)sunk;
    if (!folder_add_level(&run->folder, &survivor->grid, error))
        return false;
    if (run->folder.path != NULL) {
        struct text *report = &run->folder.report;
        size_t before = report->size;
        folder_level_name(run->folder.digits, run->folder.levels, report);
        text_add(report, text_string(&survivor->row), survivor->row.size);
        run->run.tally.rows_sum =
            checksum_add(run->run.tally.rows_sum, text_string(report) + before, report->size - before);
        run->run.tally.levels_sum = run->folder.levels_sum;
    }
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

/* --- the beginning and the end --- */

uint64_t from_sum(const struct command *command)
{
    return command->options.from == NULL ? CHECKSUM_START : command->from.sum;
}

struct folder_run folder_run_start(void)
{
    return (struct folder_run){
        .run = {.sink = &folder_sink, .tally = tally_start(), .interrupted = &program_interrupted},
        .folder.levels_sum = CHECKSUM_START};
}

/* Reads the levels of --unlike.  *sum becomes the checksum of all that the run keeps away from. */
static bool read_unlike(const struct command *command, struct folder_run *run, uint64_t *sum, struct text *error)
{
    struct text paths = {0};
    struct known_levels levels = run_known_levels(&run->run);
    levels.notes = &run->notes;
    size_t count = 0;
    char *rest = NULL;
    text_add_text(&paths, &command->options.unlike);
    char **operands = calloc(paths.size + 1, sizeof *operands);
    bool good = operands != NULL && !paths.failed;
    char *path = good ? strtok_r(paths.data, ",", &rest) : NULL;
    for (; path != NULL; path = strtok_r(NULL, ",", &rest))
        operands[count++] = path;
    if (!good)
        text_fail(error);
    else if (count == 0)
        text_add_string(error, "--unlike: name the files");
    good = good && count > 0 && known_levels_add(&levels, operands, count, &run->run.kept, sum, error);
    free(operands);
    text_free(&paths);
    return good;
}

bool folder_run_begin(struct command *command, struct folder_run *run, struct text *error)
{
    bool resumed = run->run.tally.tries > 0 || run->run.tally.next_unit > 0;
    bool unlike = command->options.unlike.size > 0;
    command_write_journal(command, &run->journal_head); /* before filters and pieces are completed */
    report_add_header(&run->folder.report, false);
    if (!kept_make(&run->run.kept) || run->journal_head.failed || run->folder.report.failed)
        return text_fail(error);
    if (!run_prepare(command, &run->run, error))
        return false;
    run->prepared = true;
    run->folder.digits = run->run.digits;
    run->folder.game = run->run.proposal.proposer->game;
    run->folder.game_source = run->run.proposal.variant.game_source;
    uint64_t sum = from_sum(command);
    bool good = !unlike || read_unlike(command, run, &sum, error);
    /* A resumed run must keep away from the same levels. */
    if (good && resumed && sum != run->run.tally.known_sum) {
        text_add_string(error, unlike ? "--unlike: the interrupted run used other levels"
                                      : "--from: the interrupted run used another level");
        good = false;
    }
    run->run.tally.known_sum = sum;
    struct checkpoints *checkpoints = &run->run.checkpoints;
    if (!good || resumed || run->folder.path == NULL)
        return good;
    checkpoints->count = 0;
    return checkpoints_add(checkpoints, &run->run.tally) || text_fail(error);
}

void folder_run_end(struct folder_run *run)
{
    if (run->prepared)
        run_stop(&run->run);
    kept_free(&run->run.kept);
    folder_free(&run->folder);
    text_free(&run->journal_head);
    checkpoints_free(&run->run.checkpoints);
    text_free(&run->lost);
    text_free(&run->notes);
}

bool folder_run_prepare(const struct folder_run *run, bool empty, struct text *error)
{
    const char *path = run->folder.path;
    if (path == NULL)
        return true;
    if ((empty && !folder_empty(path, NULL, error)) || !file_make_folders(path, 0777, error))
        return false;
    file_tidy(path);
    return true;
}

/* --- the seed --- */

void seed_choose(struct command *command)
{
    struct gen_options *options = &command->options;
    for (size_t i = 0; i < gen_option_count; i++) {
        if (strcmp(gen_option_rows[i].name, "seed") != 0 || command->options_given[i])
            continue;
        options->seed = program_seed() >> 16; /* short enough to type again */
        options->seed_drawn = command->options_given[i] = true;
    }
}

void seed_say(const struct gen_options *options, const struct program *program)
{
    if (options->seed_drawn && !options->all)
        program_error(program, "seed %" PRIu64, options->seed);
}

/* --- the level to start from --- */

enum { FILE_LIMIT = 1 << 26 };

bool from_read_file(const char *path, const struct game *game, struct variant variant, const struct limits *limits,
                    struct from *from, struct text *error)
{
    struct text text = {0}, name = {0};
    *from = (struct from){0};
    utf8_add_visible(&name, path);
    bool good = name.failed ? text_fail(error)
                            : file_read(path, FILE_LIMIT, &text, error) &&
                                  from_read_text(text_string(&text), text.size, text_string(&name), game, variant,
                                                 limits, from, error);
    text_free(&text);
    text_free(&name);
    return good;
}

bool rules_read_file(const char *path, struct text *rules, struct text *error)
{
    return file_read(path, FILE_LIMIT, rules, error);
}

/* --- closing lines --- */

/* Prints from which levels on the distance was lowered.  Returns false if memory runs out. */
static bool say_distance(const struct folder_run *run, const struct program *program)
{
    struct text line = {0};
    const struct tally *tally = &run->run.tally;
    for (unsigned i = 0; i < tally->relaxed && tally->kept > tally->kept_before[i]; i++) {
        if (i + 1 < tally->relaxed && tally->kept_before[i + 1] == tally->kept_before[i])
            continue; /* lowered again at once */
        if (line.size == 0)
            text_addf(&line, "no room for more levels %g apart: ", run->run.least);
        else
            text_add_string(&line, ", ");
        text_addf(&line, "%g from level %" PRIu64 " on", run_least(&run->run, i + 1), tally->kept_before[i] + 1);
    }
    bool says = line.size > 0 || line.failed;
    bool good = !says || program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

/* Prints which filter was in the way and what may help.  Returns false if memory runs out. */
static bool say_advice(const struct folder_run *run, bool gave_up, const struct program *program)
{
    struct text line = {0};
    const struct proposal *proposal = &run->run.proposal;
    const struct tally *tally = &run->run.tally;
    struct board_size size = proposal->size, usual = proposer_size(proposal->proposer, proposal->band);
    /* The filter that dropped most candidates among those that apply to solvable levels; filter_count: none dropped
     * any. */
    size_t hardest = filter_count;
    for (size_t i = filter_index(FILTER_ESSENTIAL); i < filter_count; i++) {
        if (tally->dropped[i] > (hardest < filter_count ? tally->dropped[hardest] : 0))
            hardest = i;
    }
    if (gave_up)
        text_addf(&line, "gave up: the last %" PRIu64 " candidates were all dropped; ", tally->barren);
    if (hardest < filter_count) {
        text_add_string(&line, "most failed at ");
        filter_write(proposal->filters, &filters[hardest], &line);
        text_addf(&line, " (%" PRIu64 " of %" PRIu64 "); ", tally->dropped[hardest], tally->tries);
    }
    if (proposal->band >= 0 && proposal->from == NULL && usual.columns * usual.rows > size.columns * size.rows)
        text_addf(&line, "--size=%ux%u has room for %s levels", usual.columns, usual.rows,
                  difficulty_band_names[proposal->band]);
    else if (hardest < filter_count && filters[hardest].kind == FILTER_NEAR)
        text_add_string(&line, "a smaller --min-distance or a larger --size may find more");
    else
        text_add_string(&line, "other filters, sizes or methods may find more");
    bool good = (!gave_up && hardest == filter_count) || program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

int run_close(const struct folder_run *run, enum run_result result, struct text *error, struct text *advice,
              const struct program *program)
{
    if (result == RUN_FAILED)
        program_fail(program, error, EXIT_LIMIT);
    struct text line = {0};
    const struct tally *tally = &run->run.tally;
    text_addf(&line, "kept %" PRIu64, tally->kept);
    if (run->run.wanted != UINT64_MAX && result != RUN_COMPLETE)
        text_addf(&line, " of %" PRIu64 " wanted", run->run.wanted);
    text_addf(&line, " after %" PRIu64 " candidate%s", tally->tries, tally->tries == 1 ? "" : "s");
    const char *separator = "; dropped ";
    for (size_t i = 0; i < filter_count; i++) {
        if (tally->dropped[i] == 0)
            continue;
        text_addf(&line, "%s%" PRIu64 " %s", separator, tally->dropped[i], filters[i].name);
        separator = ", ";
    }
    if (run->folder.path != NULL)
        text_addf(&line, "; in %s", run->folder.path);
    bool good = program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    bool said = good && say_distance(run, program);
    bool resumable = run->folder.path != NULL && result != RUN_COMPLETE;
    bool gave_up =
        result == RUN_GAVE_UP && run->run.proposal.patience != 0 && run->run.tally.barren >= run->run.proposal.patience;
    if (result == RUN_GAVE_UP)
        said = say_advice(run, gave_up, program) && said;
    if (resumable && !gave_up)
        said = program_fail(program, advice, EXIT_SUCCESS) == EXIT_SUCCESS && said;
    switch (result) {
    case RUN_COMPLETE:
        return said ? EXIT_SUCCESS : EXIT_LIMIT;
    case RUN_INTERRUPTED:
        return EXIT_INTERRUPTED;
    case RUN_GAVE_UP:
    case RUN_FAILED:
        break;
    }
    return EXIT_LIMIT;
}
