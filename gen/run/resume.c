/* Resuming an interrupted run; see folder_run.h. */
#include "gen/run/folder_run.h"

#include "base/checksum.h"
#include "solve/level/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reports what is wrong with a file of the folder or, if `name` is empty, with the folder.  Returns false. */
static bool damaged(const char *folder, const char *name, const char *fault, struct text *error)
{
    text_addf(error, "%s%s%s: the run cannot continue: %s", folder, *name == '\0' ? "" : "/", name, fault);
    return false;
}

/* Adds what can be done.  Returns false. */
static bool advise(struct text *error)
{
    text_add_string(error, "; restore the folder, or start again: in another folder with -o, or here with --force, "
                           "which removes these levels");
    return false;
}

/* Says in `lost` that a file, and everything after it, was lost. */
static void say_lost(struct folder_run *run, const char *name, const char *fault)
{
    uint64_t kept = run->run.tally.kept;
    text_clear(&run->lost);
    text_addf(&run->lost, "%s/%s: %s; ", run->folder.path, name, fault);
    if (kept == 0)
        text_add_string(&run->lost, "all levels will be made again");
    else
        text_addf(&run->lost, "the levels after %" PRIu64 " will be made again", kept);
}

bool resume_journal(struct command *command, struct folder_run *run, struct text *error)
{
    struct text journal = {0};
    const char *path = run->folder.path;
    size_t whole = 0;
    bool good = folder_read(path, FOLDER_JOURNAL, &journal, error);
    if (good && !checkpoints_read(&run->run.checkpoints, &journal, &whole))
        good = text_fail(error);
    else if (good && whole == 0)
        good = damaged(path, FOLDER_JOURNAL, journal_fault(&journal), error);
    if (!good) {
        advise(error);
    } else {
        bool torn = whole < journal.size;
        journal.data[journal.size = whole] = '\0';
        good = command_read_journal(command, text_string(&journal), &run->run.tally, error);
        if (torn)
            say_lost(run, FOLDER_JOURNAL, "its end is damaged");
        if (run->lost.failed)
            good = text_fail(error);
    }
    text_free(&journal);
    return good;
}

/* --- reading files --- */

/* Reads a file of the folder if it exists; `lost` receives how it is incomplete, as after a power failure.  NULL: it is
 * complete, but may have been changed.  Returns false if it cannot be read. */
static bool read_what_is_there(const char *folder, const char *name, struct text *bytes, const char **lost,
                               struct text *error)
{
    struct text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    bool there = path.failed || access(text_string(&path), F_OK) == 0 || errno != ENOENT;
    text_free(&path);
    if (there && !folder_read(folder, name, bytes, error))
        return false;
    const char *data = text_string(bytes);
    *lost = NULL;
    if (!there)
        *lost = "it is missing";
    else if (bytes->size == 0)
        *lost = "it is empty";
    else if (memchr(data, '\0', bytes->size) != NULL)
        *lost = "it contains NUL bytes";
    else if (data[bytes->size - 1] != '\n' && memchr(data, '\r', bytes->size) == NULL)
        *lost = "its end is missing";
    return true;
}

/* --- the report --- */

/* The end of the first `lines` lines; NULL: there are fewer.  `have` receives how many lines were found. */
static const char *end_of_lines(const struct text *text, uint64_t lines, uint64_t *have)
{
    const char *next = text_string(text), *end = next + text->size;
    for (*have = 0; *have < lines; ++*have) {
        const char *found = memchr(next, '\n', (size_t)(end - next));
        if (found == NULL)
            return NULL;
        next = found + 1;
    }
    return next;
}

/* Reads the report up to the first damage and counts its rows, but no more than the journal has.  No field of a
 * generated row contains a line break, so that rows are lines.  Returns false if it is not a report or cannot be
 * read. */
static bool read_report(const struct folder_run *run, struct text *report, uint64_t *rows, const char **lost,
                        struct text *error)
{
    const char *path = run->folder.path;
    const struct text *head = &run->folder.report;
    uint64_t lines;
    *rows = 0;
    if (!read_what_is_there(path, FOLDER_REPORT, report, lost, error))
        return false;
    report->size = strlen(text_string(report)); /* up to the first NUL byte */
    if (memchr(text_string(report), '\r', report->size) != NULL)
        return damaged(path, FOLDER_REPORT, journal_text_fault(report), error);
    size_t common = report->size < head->size ? report->size : head->size;
    if (strncmp(text_string(report), text_string(head), common) != 0)
        return damaged(path, FOLDER_REPORT, "its first line is not that of a report", error);
    end_of_lines(report, run->run.tally.kept + 1, &lines);
    *rows = lines > 0 ? lines - 1 : 0;
    if (*lost == NULL && *rows < run->run.tally.kept)
        *lost = "its end is missing";
    return true;
}

/* Adds the hash of a row.  If memory runs out, marks the folder's report as failed. */
static bool take_row(void *context, const char *const *fields)
{
    struct folder_run *run = context;
    if (!hash_set_add(run->run.kept.hashes, strtoull(fields[COLUMN_hash], NULL, 16)))
        text_fail(&run->folder.report);
    return !run->folder.report.failed;
}

/* --- level files --- */

/* The level files that were read, in order. */
struct level_files {
    uint64_t count;   /* up to the first incomplete one */
    uint64_t *sums;   /* [checkpoints] checksum of the files up to each checkpoint; owned */
    const char *lost; /* how the next one is incomplete; NULL: all were read */
};

static bool read_levels(const struct folder_run *run, struct level_files *files, struct text *error)
{
    const struct checkpoints *checkpoints = &run->run.checkpoints;
    uint64_t sum = CHECKSUM_START;
    files->sums = calloc(checkpoints->count, sizeof *files->sums);
    if (files->sums == NULL)
        return text_fail(error);
    for (size_t i = 0; i < checkpoints->count; i++) {
        for (; files->count < checkpoints->tallies[i].kept; files->count++) {
            /* Reads the level file and adds it to the checksum. */
            uint64_t n = files->count + 1;
            struct text name = {0}, level = {0};
            folder_level_name(run->folder.digits, n, &name);
            bool good = name.failed
                            ? text_fail(error)
                            : read_what_is_there(run->folder.path, text_string(&name), &level, &files->lost, error);
            sum = checksum_add(sum, text_string(&level), level.size);
            text_free(&name);
            text_free(&level);
            if (!good)
                return false;
            if (files->lost != NULL)
                return true;
        }
        files->sums[i] = sum;
    }
    return true;
}

/* Reads the kept levels again so that the next levels can be compared with them. */
static bool take_levels(struct folder_run *run, struct text *error)
{
    size_t count = run->run.kept.compares ? (size_t)run->run.tally.kept : 0;
    char **paths = calloc(count + 1, sizeof *paths);
    struct text path = {0};
    struct known_levels levels = run_known_levels(&run->run);
    uint64_t sum = CHECKSUM_START;
    bool good = paths != NULL;
    for (size_t n = 0; good && n < count; n++) {
        text_clear(&path);
        text_addf(&path, "%s/", run->folder.path);
        folder_level_name(run->folder.digits, n + 1, &path);
        paths[n] = path.failed ? NULL : strdup(text_string(&path));
        good = paths[n] != NULL;
    }
    if (!good)
        text_fail(error);
    good = good && (count == 0 || known_levels_add(&levels, paths, count, &run->run.kept, &sum, error));
    for (size_t n = 0; paths != NULL && n < count; n++)
        free(paths[n]);
    free(paths);
    text_free(&path);
    return good;
}

bool resume_report(struct folder_run *run, struct text *error)
{
    struct text report = {0};
    struct level_files files = {0};
    const struct tally *tally = &run->run.tally;
    const char *lost = NULL;
    uint64_t rows;
    bool whole = read_report(run, &report, &rows, &lost, error) && read_levels(run, &files, error);
    if (whole) {
        struct checkpoints *checkpoints = &run->run.checkpoints;
        struct text name = {0};
        uint64_t there = rows < files.count ? rows : files.count;
        bool back = false;
        for (; checkpoints->tallies[checkpoints->count - 1].kept > there; checkpoints->count--)
            back = true;
        if (back) {
            run->run.tally = checkpoints->tallies[checkpoints->count - 1];
            if (files.count <= rows)
                folder_level_name(run->folder.digits, files.count + 1, &name);
            say_lost(run, files.count <= rows ? text_string(&name) : FOLDER_REPORT,
                     files.count <= rows ? files.lost : lost);
            run->lost.failed |= name.failed;
            text_free(&name);
        }
    }
    /* Checks the rows of the report against the journal's checksum and cuts the report after them. */
    const struct text *head = &run->folder.report;
    if (whole && tally->kept == 0) {
        text_clear(&report);
        text_add_text(&report, head);
        whole = !report.failed || text_fail(error);
    } else if (whole) {
        const char *end = end_of_lines(&report, tally->kept + 1, &rows), *first = text_string(&report) + head->size;
        whole = checksum_add(CHECKSUM_START, first, (size_t)(end - first)) == tally->rows_sum ||
                damaged(run->folder.path, FOLDER_REPORT, "a row was changed", error);
        report.size = (size_t)(end - report.data);
        report.data[report.size] = '\0';
    }
    if (whole && files.sums[run->run.checkpoints.count - 1] != tally->levels_sum) {
        struct text name = {0};
        folder_level_name(run->folder.digits, tally->kept, &name);
        damaged(run->folder.path, "", "", error);
        text_addf(error, "a level file, of those up to %s, was changed", text_string(&name));
        error->failed |= name.failed;
        text_free(&name);
        whole = false;
    }
    bool good = whole || advise(error);
    if (good) {
        text_clear(&run->folder.report);
        good = report_read(text_string(&report), report.size, take_row, run, error);
        text_add_text(&run->folder.report, &report);
        if (good && run->folder.report.failed)
            good = text_fail(error);
        good = good && take_levels(run, error);
    }
    if (run->lost.failed)
        good = text_fail(error);
    run->folder.levels = tally->kept;
    run->folder.levels_sum = tally->levels_sum;
    free(files.sums);
    text_free(&report);
    return good;
}

/* --- a complete run ---
 *
 * Its journal is gone.  The report still shows whether game, seed, number of levels and thresholds of measures can be
 * those of the command. */

/* What the report shows of them. */
struct complete {
    struct command *command;
    struct filter_settings typed; /* only the typed thresholds of measures */
    struct filter_settings loose; /* the same, less exact, because a report rounds */
    uint64_t rows;
    struct text other; /* how the run differs from the command; owned */
};

static bool take_complete_row(void *context, const char *const *fields)
{
    struct complete *run = context;
    struct command *command = run->command;
    const char *seed = fields[COLUMN_seed];
    struct judgement judgement = {.verdict = VERDICT_UNIQUE};
    run->rows++;
    for (int n = 0; n < MEASURE_COUNT; n++) {
        const char *field = fields[report_column_find(measure_names[n])];
        judgement.measure[n] = *field == '\0' ? UNKNOWN : strtod(field, NULL);
    }
    size_t filter = filters_check(&run->loose, &judgement);
    if (text_says(&run->other))
        return true;
    if (strcmp(fields[COLUMN_game], command->proposer->game->name) != 0) {
        text_add_string(&run->other, "the complete run is for another game");
    } else if (command_gives(command, "seed") && *seed != '\0' && strtoull(seed, NULL, 10) != command->options.seed) {
        text_addf(&run->other, "--seed=%" PRIu64 ": the complete run had --seed=%s", command->options.seed, seed);
    } else if (filter < filter_count) {
        filter_write(&run->typed, &filters[filter], &run->other);
        text_addf(&run->other, ": the complete run kept %s", fields[COLUMN_level]);
    }
    return true;
}

bool resume_complete(struct command *command, const char *path, struct text *error)
{
    struct text report = {0}, reason = {0};
    struct complete run = {.command = command};
    uint64_t files = 0, count = command_gives(command, "count") && !command->options.all ? command->options.count : 0;
    run.typed = command->filters;
    run.typed.allow_trivial = true;
    if (!filters_complete(&run.typed, command->filters_given, command->proposer->game, error))
        return false;
    run.loose = run.typed;
    run.loose.min_turns = 0;
    for (int n = 0; n < MEASURE_COUNT; n++) {
        run.loose.low[n] -= run.loose.low[n] == UNKNOWN ? 0 : 0.5;
        run.loose.high[n] += run.loose.high[n] == UNKNOWN ? 0 : 0.5;
    }
    bool good = folder_read(path, FOLDER_REPORT, &report, error) && folder_count_levels(path, &files, error);
    if (!good) {
        advise(error);
    } else if (!report_read(text_string(&report), report.size, take_complete_row, &run, &reason)) {
        damaged(path, FOLDER_REPORT, text_string(&reason), error);
        error->failed |= reason.failed;
        good = advise(error);
    } else if (text_says(&run.other)) {
        text_addf(error, "%s: %s; choose another folder with -o", path, text_string(&run.other));
        error->failed |= run.other.failed;
        good = false;
    } else if (run.rows != files) {
        damaged(path, "", "it has no journal, ", error);
        text_addf(error, "%" PRIu64 " level%s and a report of %" PRIu64, files, files == 1 ? "" : "s", run.rows);
        good = advise(error);
    } else if (count != 0 && run.rows != count) {
        damaged(path, "", "it has no journal and ", error);
        text_addf(error, "%" PRIu64 " level%s, not %" PRIu64, files, files == 1 ? "" : "s", count);
        good = advise(error);
        text_addf(error, "; with -o, --unlike=%s keeps new levels apart from these", path);
    }
    text_free(&report);
    text_free(&reason);
    text_free(&run.other);
    return good;
}
