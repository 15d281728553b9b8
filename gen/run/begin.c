/* The beginning of a run; see begin.h. */
#include "gen/run/begin.h"

#include "base/checksum.h"
#include "gen/run/settle.h"
#include "solve/level/report.h"

#include <stdlib.h>
#include <string.h>

uint64_t from_sum(const struct command *command)
{
    return command->options.from == NULL ? CHECKSUM_START : command->from.sum;
}

/* Checks that a resumed run starts from the same level. */
static bool check_from(const struct command *command, struct folder_run *run, bool resumed, struct text *error)
{
    bool same = !resumed || run->run.tally.known_sum == from_sum(command);
    if (!same)
        text_add_string(error, "--from: this is not the level that the interrupted run had");
    run->run.tally.known_sum = from_sum(command);
    return same;
}

/* Reads the levels of --unlike.  A resumed run must keep away from the same levels. */
static bool take_unlike(const struct command *command, struct folder_run *run, bool resumed, struct text *error)
{
    struct text paths = {0};
    struct known_levels levels = run_known_levels(&run->run);
    levels.notes = &run->notes;
    uint64_t sum = from_sum(command);
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
        text_add_string(error, "--unlike: which files?");
    good = good && count > 0 && known_levels_add(&levels, operands, count, &run->run.kept, &sum, error);
    if (good && resumed && sum != run->run.tally.known_sum) {
        text_add_string(error, "--unlike: these are not the levels that the interrupted run had");
        good = false;
    }
    run->run.tally.known_sum = sum;
    free(operands);
    text_free(&paths);
    return good;
}

struct folder_run folder_run_start(void)
{
    return (struct folder_run){
        .run = {.sink = &folder_sink, .tally = tally_start(), .interrupted = &program_interrupted},
        .folder.levels_sum = CHECKSUM_START};
}

bool folder_run_begin(struct command *command, struct folder_run *run, struct text *error)
{
    bool resumed = run->run.tally.tries > 0 || run->run.tally.next_unit > 0;
    command_write_journal(command, &run->journal_head); /* before filters and pieces are completed */
    report_add_header(&run->folder.report, false);
    if (!kept_make(&run->run.kept) || run->journal_head.failed || run->folder.report.failed)
        return text_fail(error);
    if (!run_settle(command, &run->run, error))
        return false;
    run->settled = true;
    run->folder.digits = run->run.digits;
    run->folder.game_source = run->run.proposal.variant.game_source;
    bool good = command->options.unlike.size > 0 ? take_unlike(command, run, resumed, error)
                                                 : check_from(command, run, resumed, error);
    struct checkpoints *checkpoints = &run->run.checkpoints;
    if (!good || resumed || run->folder.path == NULL)
        return good;
    checkpoints->count = 0;
    return checkpoints_add(checkpoints, &run->run.tally) || text_fail(error);
}

void folder_run_end(struct folder_run *run)
{
    if (run->settled)
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
    if ((empty && !folder_empty(path, error)) || !file_make_folders(path, 0777, error))
        return false;
    file_tidy(path);
    return true;
}
