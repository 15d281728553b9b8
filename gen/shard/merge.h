/* Merging shards: `gen --merge`.
 *
 * The batches of all shards, in order, are taken in as a run takes in those of its threads, so that the same levels
 * are kept, the same are dropped for the same reasons, and the run ends where one run does.  What is to be written is
 * known before anything is; where batches are missing nothing is, but it is said which shards have to run, or all are
 * told how far to go on. */
#ifndef ONLYWAY_GEN_SHARD_MERGE_H
#define ONLYWAY_GEN_SHARD_MERGE_H

#include "base/program.h"
#include "gen/run/command.h"

/* Runs a command that has --merge and says on standard error, in the program's name, what came of it.  Returns the exit
 * status: EXIT_HOLDS_NOT where shards have to run first. */
int merge_run(struct command *command, const struct program *program);

#endif
