/* Running a shard: `gen --shard`.
 *
 * A shard proposes and judges as a whole run does, and logs the result of each batch.  It does not decide which
 * levels to keep, because that depends on what other shards have found.  The same command resumes a shard that was
 * interrupted, or that has since been told to go further. */
#ifndef ONLYWAY_GEN_SHARD_RUN_H
#define ONLYWAY_GEN_SHARD_RUN_H

#include "base/program.h"
#include "gen/run/command.h"

/* Runs a command that has --shard and reports the result on standard error, under the program's name.  Returns the
 * exit status. */
int shard_run(struct command *command, const struct program *program);

#endif
