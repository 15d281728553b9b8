/* Runs a gen command; see generate.h. */
#include "gen/generate.h"

#include "base/checksum.h"
#include "gen/folder_run.h"
#include "gen/resume.h"
#include "gen/seed.h"
#include "gen/settle.h"
#include "gen/sideline.h"
#include "solve/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum readiness { READY, READY_IF_EMPTIED, ALREADY_COMPLETE, NOT_READY };

/* How many levels the folder should have; 0: not told. */
static uint64_t wanted_count(struct command *command)
{
    return command_gives(command, "count") && !command->options.all ? command->options.count : 0;
}

/* Looks whether the folder is ready: a new one, one to be replaced, or one to go on with.  Nothing is
 * changed yet. */
static enum readiness check_folder(struct command *command, struct folder_run *run, struct text *error)
{
    const char *path = run->folder.path;
    enum folder_state state = folder_look(path, error);
    enum readiness readiness = READY;
    if (state == FOLDER_FAILED) {
        readiness = NOT_READY;
    } else if (command->options.resume && state == FOLDER_COMPLETE) {
        struct run_wanted wanted = {.game = command->proposer->game,
                                    .count = wanted_count(command),
                                    .seed = command_gives(command, "seed") ? &command->options.seed : NULL};
        readiness = resume_complete(path, &wanted, error) ? ALREADY_COMPLETE : NOT_READY;
    } else if (command->options.resume && state == FOLDER_UNFINISHED) {
        if (!resume_journal(command, run, error))
            readiness = NOT_READY;
    } else if (command->options.resume && state == FOLDER_OTHER) {
        text_addf(error, "%s: holds no run that could be resumed; choose another folder with -o",
                  path);
        readiness = NOT_READY;
    } else if (state != FOLDER_NEW && !command->options.force) {
        text_addf(error, "%s: the folder is not empty; use --force to replace it%s", path,
                  state == FOLDER_UNFINISHED ? " or --resume to go on with it" : "");
        readiness = NOT_READY;
    } else if (state != FOLDER_NEW) {
        readiness = READY_IF_EMPTIED;
    }
    return readiness;
}

/* Says from which levels on the distance was less than it should be.  False: memory ran out. */
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
        text_addf(&line, "%g from level %" PRIu64 " on", run_least(&run->run, i + 1),
                  tally->kept_before[i] + 1);
    }
    bool good = line.size == 0 || program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

/* False: memory ran out. */
static bool say_result(const struct folder_run *run, enum run_result result, const struct program *program)
{
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
    text_free(&line);
    return good;
}

/* The threshold, or what else of a level that has a solution, for which most candidates were dropped;
 * filter_count: none was for such a reason. */
static size_t find_hardest(const struct tally *tally)
{
    size_t hardest = filter_count;
    for (size_t i = filter_index(FILTER_ESSENTIAL); i < filter_count; i++) {
        if (tally->dropped[i] > (hardest < filter_count ? tally->dropped[hardest] : 0))
            hardest = i;
    }
    return hardest;
}

/* Says which filter was in the way, and what may help.  False: memory ran out. */
static bool say_advice(const struct folder_run *run, bool gave_up, const struct program *program)
{
    struct text line = {0};
    const struct proposal *proposal = &run->run.proposal;
    const struct tally *tally = &run->run.tally;
    struct board_size size = proposal->size, usual = proposer_size(proposal->proposer, proposal->band);
    size_t hardest = find_hardest(tally);
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
    bool good = (!gave_up && hardest == filter_count) ||
                program_fail(program, &line, EXIT_SUCCESS) == EXIT_SUCCESS;
    text_free(&line);
    return good;
}

static int finish(const struct folder_run *run, enum run_result result, const struct text *error,
                  const struct program *program)
{
    if (result == RUN_FAILED)
        program_fail(program, error, EXIT_LIMIT);
    bool said = say_result(run, result, program) && say_distance(run, program);
    bool resumable = run->folder.path != NULL && result != RUN_COMPLETE;
    bool gave_up = result == RUN_GAVE_UP && run->run.proposal.patience != 0 &&
                   run->run.tally.barren >= run->run.proposal.patience;
    if (result == RUN_GAVE_UP)
        said = say_advice(run, gave_up, program) && said;
    if (resumable && !gave_up)
        program_error(program, "the same command with --resume goes on");
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

/* The checksum of what --from names. */
static uint64_t from_sum(const struct command *command)
{
    return command->options.from == NULL ? CHECKSUM_START : command->from.sum;
}

/* A run that goes on has to start from the same level. */
static bool check_from(const struct command *command, struct folder_run *run, bool resumed,
                       struct text *error)
{
    bool same = !resumed || run->run.tally.known_sum == from_sum(command);
    if (!same)
        text_add_string(error, "--from: this is not the level that the interrupted run had");
    run->run.tally.known_sum = from_sum(command);
    return same;
}

/* Reads the levels of --unlike.  A run that goes on has to keep away from the same ones. */
static bool take_unlike(const struct command *command, struct folder_run *run, bool resumed,
                        struct text *error)
{
    struct text paths = {0};
    struct known_levels levels = run_known_levels(&run->run);
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

/* Makes the folder, once all else is known to be right; `empty`: removes an old run first. */
static bool prepare_folder(const struct folder_run *run, bool empty, struct text *error)
{
    const char *path = run->folder.path;
    return path == NULL || ((!empty || folder_empty(path, error)) && folder_make(path, error) &&
                            folder_tidy(path, error));
}

/* Runs the command on a folder that is ready, or ready once it is emptied. */
static int generate(struct command *command, struct folder_run *run, bool empty,
                    const struct program *program, struct text *error)
{
    seed_settle(command);
    command_write_journal(command, &run->journal_head); /* before filters and pieces are completed */
    report_add_header(&run->folder.report, false);
    bool resumed = run->run.tally.tries > 0 || run->run.tally.next_unit > 0;
    int status = EXIT_BAD_INPUT;
    if (!kept_make(&run->run.kept) || run->journal_head.failed || run->folder.report.failed)
        text_fail(error);
    else if (run_settle(command, &run->run, error)) {
        run->folder.digits = run->run.digits;
        run->folder.book = run->run.proposal.variant.book;
        bool unlike = command->options.unlike.size > 0;
        if ((unlike ? take_unlike(command, run, resumed, error)
                    : check_from(command, run, resumed, error)) &&
            (!resumed || resume_report(run, error)) && prepare_folder(run, empty, error)) {
            seed_say(&command->options, program);
            progress_start(&run->progress, command->options.quiet);
            enum run_result result = run_levels(&run->run, error);
            progress_clear(&run->progress);
            status = finish(run, result, error, program);
            text_free(error); /* it is said */
        }
        run_stop(&run->run);
    }
    kept_free(&run->run.kept);
    folder_free(&run->folder);
    text_free(&run->journal_head);
    return status;
}

/* What the options ask for instead of levels; NULL: for levels. */
static const struct sideline *find_sideline(const struct command *command)
{
    const struct proposer *proposer = command->proposer;
    size_t i = 0;
    if (proposer->asks_otherwise == NULL || !proposer->asks_otherwise(command->pieces))
        return NULL;
    while (sidelines[i] != NULL && sidelines[i]->proposer != proposer)
        i++;
    return sidelines[i];
}

static int run_sideline(struct command *command, const struct program *program)
{
    struct text error = {0};
    struct proposal proposal = {.proposer = command->proposer,
                                .options = &command->options,
                                .pieces = command->pieces};
    if (command->options.resume)
        text_add_string(&error, "--resume goes on with levels, and with nothing else");
    else if (command->options.from != NULL)
        text_add_string(&error, "--from is for levels, and for nothing else");
    if (text_says(&error) || !command_fits_game(command, &error) ||
        !command_size(command, &command->filters, &proposal.size, &error)) {
        int status = program_fail(program, &error, EXIT_BAD_INPUT);
        text_free(&error);
        return status;
    }
    program_catch_signals();
    seed_settle(command);
    return find_sideline(command)->make(&proposal, program);
}

int run_command(struct command *command, const struct program *program)
{
    if (find_sideline(command) != NULL)
        return run_sideline(command, program);
    struct text error = {0}, path = {0};
    command->read_from = from_read_file;
    struct folder_run run = {.run = {.sink = &folder_sink,
                                     .tally = tally_start(),
                                     .interrupted = &program_interrupted},
                             .folder.levels_sum = CHECKSUM_START};
    struct board_size size;
    enum readiness readiness = NOT_READY;
    if (command_can_run(command, &size, &error)) {
        text_addf(&path, "%s-%ux%u", command->proposer->game->name, size.columns, size.rows);
        run.folder.path =
            command->options.output == NULL ? text_string(&path) : command->options.output;
        readiness = READY;
        if (strcmp(run.folder.path, "-") == 0)
            run.folder.path = NULL;
        if (run.folder.path == NULL && command->options.resume) {
            text_add_string(&error, "--resume needs a folder");
            readiness = NOT_READY;
        } else if (run.folder.path != NULL) {
            readiness = check_folder(command, &run, &error);
        }
    }
    int status = EXIT_BAD_INPUT;
    if (readiness == ALREADY_COMPLETE) {
        program_error(program, "%s: the run is complete already", run.folder.path);
        status = EXIT_SUCCESS;
    } else if (readiness != NOT_READY) {
        program_catch_signals();
        status = generate(command, &run, readiness == READY_IF_EMPTIED, program, &error);
    }
    if (text_says(&error))
        status = program_fail(program, &error, status);
    text_free(&error);
    text_free(&path);
    return status;
}
