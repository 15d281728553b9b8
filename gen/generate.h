/* Running a gen command: the folder, the seed, what an interrupted run left, and what is said at
 * the end. */
#ifndef ONLYWAY_GEN_GENERATE_H
#define ONLYWAY_GEN_GENERATE_H

#include "base/program.h"
#include "gen/run/command.h"

/* Runs a command whose game is known and says on standard error, in the program's name, what came
 * of it.  Returns the exit status. */
int run_command(struct command *command, const struct program *program);

#endif
