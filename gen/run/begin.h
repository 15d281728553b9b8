/* The beginning of a run that writes a folder, up to its first candidate, and the end. */
#ifndef ONLYWAY_GEN_RUN_BEGIN_H
#define ONLYWAY_GEN_RUN_BEGIN_H

#include "base/program.h"
#include "gen/run/command.h"
#include "gen/run/folder_run.h"

/* A run that has not begun. */
struct folder_run folder_run_start(void);

/* Settles the run, whose seed is settled, and what the levels are to keep away from; a run that goes on has its
 * tally.  False, with the reason.  End it at any rate. */
bool folder_run_begin(struct command *command, struct folder_run *run, struct text *error);
void folder_run_end(struct folder_run *run);

/* Makes the folder, once all else is known to be right; `empty`: removes an old run first. */
bool folder_run_prepare(const struct folder_run *run, bool empty, struct text *error);

/* The checksum of what --from names, once it is read. */
uint64_t from_sum(const struct command *command);

#endif
