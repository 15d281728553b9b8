/* Going on with an interrupted run; see resume.h. */
#include "gen/resume.h"

#include "base/checksum.h"
#include "solve/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Says what is wrong with a file of the folder; without a name, with the folder. */
static bool damaged(const char *folder, const char *name, const char *fault, struct text *error)
{
    text_addf(error, "%s%s%s: the run cannot go on: %s", folder, *name == '\0' ? "" : "/", name,
              fault);
    return false;
}

/* Says what can be done.  Returns false, as all that cannot go on. */
static bool advise(struct text *error)
{
    text_add_string(error, "; put back what was there, or begin again: in another folder with -o, or "
                           "here with --force, which removes these levels");
    return false;
}

bool resume_journal(struct command *command, struct folder_run *run, struct text *error)
{
    struct text journal = {0};
    const char *path = run->folder.path;
    bool good = folder_read(path, FOLDER_JOURNAL, &journal, error);
    const char *fault = good ? journal_fault(&journal) : NULL;
    if (fault != NULL)
        good = damaged(path, FOLDER_JOURNAL, fault, error);
    if (good)
        good = command_read_journal(command, text_string(&journal), &run->run.tally, error);
    else
        advise(error);
    text_free(&journal);
    return good;
}

/* --- the report --- */

/* The end of the first `lines` lines; NULL: there are fewer.  `have` receives how many there are. */
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

/* Whether the report is as the journal says; then it is cut to the rows that the journal vouches for.  No field
 * of a generated row has a line break in it, so that rows are lines. */
static bool check_report(const struct folder_run *run, struct text *report, struct text *error)
{
    const char *path = run->folder.path, *fault = journal_text_fault(report);
    const struct text *head = &run->folder.report;
    uint64_t lines;
    if (fault != NULL)
        return damaged(path, FOLDER_REPORT, fault, error);
    if (strncmp(text_string(report), text_string(head), head->size) != 0)
        return damaged(path, FOLDER_REPORT, "its first line is not that of a report", error);
    const char *end = end_of_lines(report, run->run.tally.kept + 1, &lines);
    if (end == NULL) {
        damaged(path, FOLDER_REPORT, "", error);
        text_addf(error, "only %" PRIu64 " of %" PRIu64 " rows are there", lines - 1,
                  run->run.tally.kept);
        return false;
    }
    const char *rows = text_string(report) + head->size;
    if (checksum_add(CHECKSUM_START, rows, (size_t)(end - rows)) != run->run.tally.rows_sum)
        return damaged(path, FOLDER_REPORT, "a row was changed", error);
    report->size = (size_t)(end - report->data);
    report->data[report->size] = '\0';
    return true;
}

/* The report that is taken up has failed where memory ran out. */
static bool take_row(void *context, const char *const *fields)
{
    struct folder_run *run = context;
    if (!hash_set_add(run->run.kept.hashes, strtoull(fields[COLUMN_hash], NULL, 16)))
        text_fail(&run->folder.report);
    return !run->folder.report.failed;
}

/* Takes up a report that is right. */
static bool take_report(struct folder_run *run, const struct text *report, struct text *error)
{
    text_clear(&run->folder.report);
    if (!report_read(text_string(report), report->size, take_row, run, error))
        return false;
    text_add(&run->folder.report, text_string(report), report->size);
    if (run->folder.report.failed)
        text_fail(error);
    return !run->folder.report.failed;
}

/* --- level files --- */

/* Reads the n-th level file and adds it to the checksum. */
static bool check_level(const struct folder *folder, uint64_t n, uint64_t *sum, struct text *error)
{
    struct text name = {0}, level = {0};
    folder_level_name(folder, n, &name);
    bool good = name.failed ? text_fail(error)
                            : folder_read(folder->path, text_string(&name), &level, error);
    *sum = checksum_add(*sum, text_string(&level), level.size);
    text_free(&name);
    text_free(&level);
    return good;
}

static bool check_levels(const struct folder_run *run, struct text *error)
{
    uint64_t sum = CHECKSUM_START;
    for (uint64_t n = 1; n <= run->run.tally.kept; n++) {
        if (!check_level(&run->folder, n, &sum, error))
            return false;
    }
    if (sum == run->run.tally.levels_sum)
        return true;
    struct text name = {0};
    folder_level_name(&run->folder, run->run.tally.kept, &name);
    damaged(run->folder.path, "", "", error);
    text_addf(error, "a level file, of those up to %s, was changed", text_string(&name));
    error->failed |= name.failed;
    text_free(&name);
    return false;
}

/* Takes up what the next levels are to be compared with. */
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
        folder_level_name(&run->folder, n + 1, &path);
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
    const struct tally *tally = &run->run.tally;
    bool whole = folder_read(run->folder.path, FOLDER_REPORT, &report, error) &&
                 check_report(run, &report, error) && check_levels(run, error);
    bool good = whole ? take_report(run, &report, error) && take_levels(run, error) : advise(error);
    run->folder.levels = tally->kept;
    run->folder.levels_sum = tally->levels_sum;
    text_free(&report);
    return good;
}

/* --- a complete run --- */

/* What a report tells of the run that it is of. */
struct complete {
    const struct run_wanted *wanted;
    uint64_t rows;
    bool other_game, other_seed;
    uint64_t seed; /* the other one */
};

static bool take_complete_row(void *context, const char *const *fields)
{
    struct complete *run = context;
    const struct run_wanted *wanted = run->wanted;
    const char *seed = fields[COLUMN_seed];
    uint64_t number = strtoull(seed, NULL, 10);
    run->rows++;
    run->other_game |= strcmp(fields[COLUMN_game], wanted->game->name) != 0;
    if (wanted->seed != NULL && *seed != '\0' && number != *wanted->seed) {
        run->other_seed = true;
        run->seed = number;
    }
    return true;
}

/* Says how the run is not the one that is wanted. */
static bool is_wanted_run(const char *path, const struct complete *run, struct text *error)
{
    if (run->other_game)
        text_addf(error, "%s: the complete run is of another game", path);
    else if (run->other_seed)
        text_addf(error, "%s: --seed=%" PRIu64 ": the complete run had --seed=%" PRIu64, path,
                  *run->wanted->seed, run->seed);
    else
        return true;
    text_add_string(error, "; choose another folder with -o");
    return false;
}

/* Whether there is a level for each row, and as many as are wanted. */
static bool check_count(const char *path, const struct complete *run, uint64_t files,
                        struct text *error)
{
    uint64_t count = run->wanted->count;
    if (run->rows == files && (count == 0 || run->rows == count))
        return true;
    damaged(path, "", "it has no journal, ", error);
    text_addf(error, "%" PRIu64 " level%s and a report of %" PRIu64, files, files == 1 ? "" : "s",
              run->rows);
    if (count != 0)
        text_addf(error, ", but %" PRIu64 " are wanted", count);
    return advise(error);
}

bool resume_complete(const char *path, const struct run_wanted *wanted, struct text *error)
{
    struct text report = {0}, reason = {0};
    struct complete run = {.wanted = wanted};
    uint64_t files = 0;
    bool good = folder_read(path, FOLDER_REPORT, &report, error) &&
                folder_count_levels(path, &files, error);
    if (!good) {
        advise(error);
    } else if (!report_read(text_string(&report), report.size, take_complete_row, &run, &reason)) {
        damaged(path, FOLDER_REPORT, text_string(&reason), error);
        error->failed |= reason.failed;
        good = advise(error);
    } else {
        good = is_wanted_run(path, &run, error) && check_count(path, &run, files, error);
    }
    text_free(&report);
    text_free(&reason);
    return good;
}
