/* Runs a gen command; see generate.h. */
#include "gen/generate.h"

#include "gen/run/begin.h"
#include "gen/run/closing.h"
#include "gen/shard/merge.h"
#include "gen/run/resume.h"
#include "gen/run/seed.h"
#include "gen/run/settle.h"
#include "gen/shard/run.h"
#include "gen/climb/other_output.h"

#include <stdlib.h>
#include <string.h>

enum readiness { READY, READY_IF_EMPTIED, ALREADY_COMPLETE, NOT_READY };

/* How many levels the folder should have; 0: not given. */
static uint64_t wanted_count(struct command *command)
{
    return command_gives(command, "count") && !command->options.all ? command->options.count : 0;
}

/* Checks whether the folder is new, has to be replaced, or has a run to resume.  Changes nothing yet. */
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
        text_addf(error, "%s: holds no run that could be resumed; choose another folder with -o", path);
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

/* Runs the command in a folder that is ready, or that is ready after it is emptied. */
static int generate(struct command *command, struct folder_run *run, bool empty, const struct program *program,
                    struct text *error)
{
    seed_settle(command);
    bool resumed = run->run.tally.tries > 0 || run->run.tally.next_unit > 0;
    int status = EXIT_BAD_INPUT;
    if (folder_run_begin(command, run, error) && (!resumed || resume_report(run, error)) &&
        folder_run_prepare(run, empty, error)) {
        if (run->lost.size > 0)
            program_fail(program, &run->lost, EXIT_SUCCESS);
        program_complain(program, &run->notes);
        seed_say(&command->options, program);
        progress_start(&run->progress, command->options.quiet);
        enum run_result result = run_levels(&run->run, error);
        progress_clear(&run->progress);
        struct text advice = {0};
        text_add_string(&advice, "the same command with --resume goes on");
        status = run_close(run, result, error, &advice, program);
        text_free(&advice);
        text_free(error); /* run_close has reported it */
    }
    folder_run_end(run);
    return status;
}

/* The output that the options ask for instead of levels; NULL: levels. */
static const struct other_output *find_other_output(const struct command *command)
{
    const struct proposer *proposer = command->proposer;
    size_t i = 0;
    if (proposer->asks_otherwise == NULL || !proposer->asks_otherwise(command->pieces))
        return NULL;
    while (other_outputs[i] != NULL && other_outputs[i]->proposer != proposer)
        i++;
    return other_outputs[i];
}

static int run_other_output(struct command *command, const struct program *program)
{
    struct text error = {0};
    struct proposal proposal = {.proposer = command->proposer, .options = &command->options, .pieces = command->pieces};
    if (command->options.resume)
        text_add_string(&error, "--resume goes on with levels, and with nothing else");
    else if (command->options.shard != NULL)
        text_add_string(&error, "--shard is for levels, and for nothing else");
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
    return find_other_output(command)->make(&proposal, program);
}

int run_command(struct command *command, const struct program *program)
{
    if (command->options.merge)
        return merge_run(command, program);
    if (command->options.shard != NULL && find_other_output(command) == NULL)
        return shard_run(command, program);
    if (find_other_output(command) != NULL)
        return run_other_output(command, program);
    struct text error = {0}, path = {0};
    command->read_from = from_read_file;
    struct folder_run run = folder_run_start();
    struct board_size size;
    enum readiness readiness = NOT_READY;
    if (command_can_run(command, &size, &error)) {
        text_addf(&path, "%s-%ux%u", command->proposer->game->name, size.columns, size.rows);
        run.folder.path = command->options.output == NULL ? text_string(&path) : command->options.output;
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
        status = program_fail(program, &error, command->from.limited ? EXIT_LIMIT : status);
    text_free(&error);
    text_free(&path);
    return status;
}
