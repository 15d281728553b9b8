/* Running a shard: `gen --shard`.
 *
 * It proposes and judges as a whole run does, and notes what came of each batch; it keeps nothing, as that depends on
 * what other shards have found.  The same command goes on with a shard that was interrupted, or that has been told to
 * go further since. */
#ifndef ONLYWAY_GEN_SHARD_RUN_H
#define ONLYWAY_GEN_SHARD_RUN_H

#include "base/program.h"
#include "gen/run/command.h"

/* Runs a command that has --shard and says on standard error, in the program's name, what came of it.  Returns the exit
 * status. */
int shard_run(struct command *command, const struct program *program);

#endif
