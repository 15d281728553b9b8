/* The beginning, up to the first candidate, and the end of a run that writes a folder. */
#ifndef ONLYWAY_GEN_RUN_BEGIN_H
#define ONLYWAY_GEN_RUN_BEGIN_H

#include "base/program.h"
#include "gen/run/command.h"
#include "gen/run/folder_run.h"

/* A run that has not begun. */
struct folder_run folder_run_start(void);

/* Settles the run and reads the levels that it must keep away from.  The command's seed must be settled; a resumed
 * run must already have its tally.  Returns false with the reason.  Call folder_run_end in any case. */
bool folder_run_begin(struct command *command, struct folder_run *run, struct text *error);
void folder_run_end(struct folder_run *run);

/* Makes the folder, after everything else has been checked.  With `empty`, removes an old run first. */
bool folder_run_prepare(const struct folder_run *run, bool empty, struct text *error);

/* The checksum of what --from names; call it after that has been read. */
uint64_t from_sum(const struct command *command);

#endif
