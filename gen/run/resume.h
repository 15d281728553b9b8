/* Going on with a folder that an interrupted run left.  What the journal vouches for must be there as it was written,
 * up to one of its checkpoints: where files were lost, as in a power failure, which leaves them out, empty, cut off or
 * full of NUL bytes, the run goes back to the last checkpoint before that.  What was changed in another way is said
 * with its file and with what can be done, and nothing is changed. */
#ifndef ONLYWAY_GEN_RUN_RESUME_H
#define ONLYWAY_GEN_RUN_RESUME_H

#include "gen/run/command.h"
#include "gen/run/folder_run.h"

/* Reads the journal of the folder: the options into the command, how far the run has come into its
 * tally. */
bool resume_journal(struct command *command, struct folder_run *run, struct text *error);

/* Takes up the report, and makes sure of the level files; the tally becomes that of the checkpoint from which the run
 * goes on. */
bool resume_report(struct folder_run *run, struct text *error);

/* What a complete run should be, as far as that was told. */
struct run_wanted {
    const struct game *game;
    uint64_t count;       /* levels; 0: not told */
    const uint64_t *seed; /* NULL: not told */
};

/* Whether a folder without a journal is the complete run that it seems to be, and the one that is
 * wanted, as far as its report can tell. */
bool resume_complete(const char *path, const struct run_wanted *wanted, struct text *error);

#endif
