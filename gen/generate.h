/* Runs a gen command: the folder, the seed, resuming an interrupted run, and the final message. */
#ifndef ONLYWAY_GEN_GENERATE_H
#define ONLYWAY_GEN_GENERATE_H

#include "base/program.h"
#include "gen/run/command.h"

/* Runs a command whose game is known and reports the result on standard error, under the program's
 * name.  Returns the exit status. */
int run_command(struct command *command, const struct program *program);

#endif
