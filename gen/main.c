/* The gen command: proposes levels, keeps those that are unique and not trivial, and writes them. */
#include "base/program.h"
#include "gen/run/command.h"
#include "gen/run/folder_run.h"
#include "gen/shard/shard.h"

#include <stdlib.h>
#include <string.h>

static const struct program program = {
    .name = "gen",
    .synopsis = "@ GAME [OPTION]...\n"
                "       @ --merge FOLDER... -o FOLDER",
    .about = "Generate puzzle levels that have exactly one solution.\n"
             "\n"
             "Writes a folder of level files and a report.  GAME is one of the games listed\n"
             "at the end; '@ GAME --help' shows its own options and thresholds.\n",
    .epilogue = "\n"
                "Exit status: 0 done; 1 some shards must run before the merge; 2 usage error or\n"
                "a folder that cannot be used; 3 a limit stopped the work (levels found so far\n"
                "are kept); 130 interrupted (likewise).\n"
                "\n"
                "Example:\n"
                "  @ longcat --size=5 --count=100\n",
};

/* Lists the games, or the languages, that have a proposer. */
static void list_games(const char *heading, bool language, struct text *help)
{
    const char *before = "\n  ";
    text_add_string(help, heading);
    for (size_t i = 0; proposers[i] != NULL; i++) {
        if ((proposers[i]->game->language != NULL) != language)
            continue;
        text_addf(help, "%s%s", before, proposers[i]->game->name);
        before = ", ";
    }
    text_add_char(help, '\n');
}

/* --- running a command: the folder, the seed, resuming an interrupted run --- */

enum readiness { READY, READY_IF_EMPTIED, ALREADY_COMPLETE, NOT_READY };

/* Checks whether the folder is new, has to be replaced, or has a run to resume.  Changes nothing yet. */
static enum readiness check_folder(struct command *command, struct folder_run *run, struct text *error)
{
    const char *path = run->folder.path;
    enum folder_state state = folder_look(path, error);
    enum readiness readiness = READY;
    if (state == FOLDER_FAILED) {
        readiness = NOT_READY;
    } else if (command->options.resume && state == FOLDER_COMPLETE) {
        readiness = resume_complete(command, path, error) ? ALREADY_COMPLETE : NOT_READY;
    } else if (command->options.resume && state == FOLDER_UNFINISHED) {
        if (!resume_journal(command, run, error))
            readiness = NOT_READY;
    } else if (command->options.resume && state == FOLDER_OTHER) {
        text_addf(error, "%s: has no run to resume; choose another folder with -o", path);
        readiness = NOT_READY;
    } else if (state != FOLDER_NEW && !command->options.force) {
        text_addf(error, "%s: the folder is not empty; use --force to replace it%s", path,
                  state == FOLDER_UNFINISHED ? " or --resume to continue it" : "");
        readiness = NOT_READY;
    } else if (state != FOLDER_NEW) {
        readiness = READY_IF_EMPTIED;
    }
    return readiness;
}

/* Makes the levels, in the run's folder or to standard output.  Returns the exit status; `error` receives what
 * prevented the run. */
static int make_levels(struct command *command, struct folder_run *run, bool empty, struct text *error)
{
    program_catch_signals();
    seed_choose(command);
    bool resumed = run->run.tally.tries > 0 || run->run.tally.next_unit > 0;
    if (!folder_run_begin(command, run, error) || (resumed && !resume_report(run, error)) ||
        !folder_run_prepare(run, empty, error))
        return EXIT_BAD_INPUT;
    if (run->lost.size > 0)
        program_fail(&program, &run->lost, EXIT_SUCCESS);
    program_complain(&program, &run->notes);
    seed_say(&command->options, &program);
    progress_start(&run->progress, command->options.quiet);
    enum run_result result = run_levels(&run->run, error);
    progress_clear(&run->progress);
    struct text advice = {0};
    text_add_string(&advice, "run the same command with --resume to continue");
    int status = run_close(run, result, error, &advice, &program);
    text_free(&advice);
    text_free(error); /* run_close has reported it */
    return status;
}

/* Runs a command whose game is known and reports the result on standard error.  Returns the exit status. */
static int run_command(struct command *command)
{
    if (command->options.merge)
        return merge_run(command, &program);
    if (proposer_asks_otherwise(command->proposer, command->pieces))
        return other_output_run(command, &program);
    if (command->options.shard != NULL)
        return shard_run(command, &program);
    struct text error = {0}, path = {0};
    command->read_from = from_read_file;
    command->read_rules = rules_read_file;
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
        program_error(&program, "%s: the run is already complete", run.folder.path);
        status = EXIT_SUCCESS;
    } else if (readiness != NOT_READY) {
        status = make_levels(command, &run, readiness == READY_IF_EMPTIED, &error);
    }
    folder_run_end(&run);
    if (text_says(&error))
        status = program_fail(&program, &error, command->from.limited ? EXIT_LIMIT : status);
    text_free(&error);
    text_free(&path);
    return status;
}

/* Adds the help about a game: its methods, thresholds, difficulties and sizes. */
static void describe_game(const struct proposer *proposer, struct text *help)
{
    struct text left = {0}, right = {0};
    text_addf(help, "\nMethods for %s:\n", proposer->game->title);
    for (const struct method *method = proposer->methods; method->name != NULL; method++) {
        text_clear(&left);
        text_clear(&right);
        text_addf(&left, "  --method=%s", method->name);
        text_addf(&right, "%s%s", method->help, method == proposer->methods ? " (default)" : "");
        options_help_line(text_string(&left), text_string(&right), help);
    }
    help->failed |= left.failed || right.failed;
    text_free(&left);
    text_free(&right);
    filters_describe(proposer->game, help);
    for (int band = 0; band < DIFFICULTY_BAND_COUNT; band++) {
        struct board_size size = proposer_size(proposer, band);
        text_addf(help, "  %-10s --min-difficulty=%d --max-difficulty=%d --size=%ux%u\n", difficulty_band_names[band],
                  difficulty_band_low((enum difficulty_band)band), difficulty_band_high((enum difficulty_band)band),
                  size.columns, size.rows);
    }
    text_addf(help,
              "\nThe default size is %ux%u if no difficulty is given either.  Sides can be from\n"
              "%u to %u.\n",
              proposer->size.columns, proposer->size.rows, proposer->min_side, proposer->max_side);
}

int main(int argc, char **argv)
{
    struct command command;
    struct text error = {0};
    program_begin(argv[0]);
    int status;
    if (!command_parse(&command, argc, argv, &error)) {
        status = program_usage(&program, &error);
    } else if (command.options.version) {
        status = program_version(&program);
    } else if (command.options.help) {
        struct text help = {0};
        command_help(&command, &help);
        if (command.proposer != NULL) {
            describe_game(command.proposer, &help);
        } else {
            list_games("\nGames:", false, &help);
            list_games("\nLanguages (a file holds a game and its levels):", true, &help);
        }
        status = program_help(&program, &help);
    } else {
        status = run_command(&command);
    }
    text_free(&error);
    command_free(&command);
    return status;
}
