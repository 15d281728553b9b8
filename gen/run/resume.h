/* Resuming a run in the folder that an interrupted run left.  The files must match the journal up to one of its
 * checkpoints.  If files were lost, as in a power failure, which leaves them missing, empty, cut off or full of NUL
 * bytes, the run goes back to the last checkpoint before the loss.  Any other change is reported with its file and
 * with what can be done, and the folder stays untouched. */
#ifndef ONLYWAY_GEN_RUN_RESUME_H
#define ONLYWAY_GEN_RUN_RESUME_H

#include "gen/run/command.h"
#include "gen/run/folder_run.h"

/* Reads the journal of the folder: the options into the command, the progress into the run's tally. */
bool resume_journal(struct command *command, struct folder_run *run, struct text *error);

/* Takes over the report and checks the level files.  The tally becomes that of the checkpoint at which the run
 * resumes. */
bool resume_report(struct folder_run *run, struct text *error);

/* What a complete run should be, as far as the command says. */
struct run_wanted {
    const struct game *game;
    uint64_t count;       /* levels; 0: not given */
    const uint64_t *seed; /* NULL: not given */
};

/* Whether a folder without a journal holds a complete run, and the wanted one, as far as its report shows. */
bool resume_complete(const char *path, const struct run_wanted *wanted, struct text *error);

#endif
