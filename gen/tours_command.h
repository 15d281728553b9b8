/* gen snake --tours: writes random Hamiltonian cycles of one arena. */
#ifndef ONLYWAY_GEN_TOURS_COMMAND_H
#define ONLYWAY_GEN_TOURS_COMMAND_H

#include "base/program.h"
#include "gen/options.h"

/* Does it; `size` is the open board's where no arena is given.  Returns the exit status. */
int tours_command(const struct program *program, const struct gen_options *options,
                  struct board_size size);

#endif
