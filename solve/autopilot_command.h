/* solve --autopilot: lets autopilots play the arcade game on arenas and reports how they did. */
#ifndef ONLYWAY_SOLVE_AUTOPILOT_COMMAND_H
#define ONLYWAY_SOLVE_AUTOPILOT_COMMAND_H

#include "base/program.h"
#include "solve/options.h"

/* Runs the command.  `seeded`: the user gave the seed.  Returns the exit status. */
int pilot_command(const struct program *program, const struct pilot_options *options, bool seeded, unsigned jobs,
                  char *const *files, size_t count);

#endif
