/* Merging shards: `gen --merge`.
 *
 * A merge takes in the batches of all shards in order, as a run takes in the batches of its threads.  The same
 * levels are therefore kept, the same candidates are dropped for the same reasons, and the run ends where a single
 * run ends.  Nothing is written before the whole result is known.  If batches are missing, the merge writes no
 * levels; it lists the shards that have to run, or tells all of them how far to go on. */
#ifndef ONLYWAY_GEN_SHARD_MERGE_H
#define ONLYWAY_GEN_SHARD_MERGE_H

#include "base/program.h"
#include "gen/run/command.h"

/* Runs a command that has --merge and reports the result on standard error, under the program's name.  Returns the
 * exit status: EXIT_HOLDS_NOT if shards have to run first. */
int merge_run(struct command *command, const struct program *program);

#endif
