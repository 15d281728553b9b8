/* Writes what a proposer makes instead of levels; see folder_run.h. */
#include "gen/run/folder_run.h"

#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes and writes up to `count` outputs, to standard output if `folder` is NULL.  *written receives how many it
 * wrote. */
static bool write_others(const struct other_output *other, void *work, const char *folder, uint64_t count,
                         uint64_t *written, struct text *error)
{
    struct file_batch batch = {0};
    bool good = true;
    for (*written = 0; good && *written < count && program_interrupted == 0; *written += good) {
        struct text texts[OTHER_FILES] = {{0}};
        good = other->make(work, *written + 1, texts);
        for (int i = 0; i < OTHER_FILES; i++)
            good = good && !texts[i].failed;
        if (!good)
            text_fail(error);
        for (int i = 0; i < OTHER_FILES; i++) {
            if (good && folder == NULL && texts[i].size > 0) {
                printf("%s%s", *written > 0 || i > 0 ? "\n" : "", text_string(&texts[i]));
                fflush(stdout); /* an error is reported when the program finishes */
            } else if (good && texts[i].size > 0) {
                struct text path = {0};
                text_addf(&path, "%s/%03llu.%s", folder, (unsigned long long)*written + 1, other->endings[i]);
                good = path.failed ? text_fail(error)
                                   : file_batch_replace(&batch, text_string(&path), text_string(&texts[i]),
                                                        texts[i].size, error);
                text_free(&path);
            }
            text_free(&texts[i]);
        }
    }
    good = file_batch_sync(&batch, error) && good;
    file_batch_free(&batch);
    return good;
}

int other_output_run(struct command *command, const struct program *program)
{
    struct text error = {0};
    struct proposal proposal = {.proposer = command->proposer, .options = &command->options, .pieces = command->pieces};
    if (!command_fits_game(command, &error) || !command_fits_other(command, &error) ||
        !command_size(command, &proposal.size, &error))
        return program_fail(program, &error, EXIT_BAD_INPUT);
    program_catch_signals();
    seed_choose(command);
    const struct other_output *other = proposal.proposer->other;
    const char *folder = proposal.options->output;
    struct board_size size = proposal.size;
    struct text path = {0}, line = {0};
    int status = EXIT_BAD_INPUT;
    bool begun = false;
    uint64_t count = other->count(proposal.pieces), written = 0;
    void *work = other->start(&proposal, from_read_file, &size, &error);
    if (work != NULL) {
        text_addf(&path, "%s-%ss-%ux%u", proposal.proposer->game->name, other->name, size.columns, size.rows);
        folder = folder == NULL ? text_string(&path) : strcmp(folder, "-") == 0 ? NULL : folder;
        begun = true;
        if (folder != NULL) { /* an existing one must be empty unless --force is given */
            enum folder_state state = folder_look(folder, &error);
            if (state != FOLDER_NEW && state != FOLDER_FAILED && !proposal.options->force)
                text_addf(&error, "%s: the folder is not empty; use --force to write into it", folder);
            begun = !text_says(&error) && file_make_folder(folder, 0777, &error);
            if (begun)
                file_tidy(folder);
        }
    }
    if (begun) {
        seed_say(proposal.options, program);
        status = write_others(other, work, folder, count, &written, &error) ? EXIT_SUCCESS : EXIT_LIMIT;
    }
    if (program_interrupted != 0)
        status = EXIT_INTERRUPTED;
    if (text_says(&error))
        status = program_fail(program, &error, status);
    if (begun) {
        text_addf(&line, "wrote %" PRIu64, written);
        if (written < count)
            text_addf(&line, " of %" PRIu64 " wanted", count);
        text_addf(&line, " %s%s", other->name, written == 1 ? "" : "s");
        if (folder != NULL)
            text_addf(&line, "; in %s", folder);
        status = program_fail(program, &line, status);
    }
    if (work != NULL)
        other->stop(work);
    text_free(&path);
    text_free(&line);
    text_free(&error);
    return program_finish(program, status);
}
