/* A solve command as it was typed: options and what follows from them. */
#ifndef ONLYWAY_SOLVE_COMMAND_H
#define ONLYWAY_SOLVE_COMMAND_H

#include "solve/level/jobs.h"
#include "solve/options.h"

struct solve_command {
    struct solve_options options;
    struct pilot_options pilots;
    bool options_given[32], pilots_given[32];
    struct job_kind kind;
    int first_operand; /* in argv */
};

enum { SOLVE_SETS = 2 };

/* The option tables with their places in the command. */
void solve_command_sets(struct solve_command *command, struct option_set sets[SOLVE_SETS]);

/* Fills the command in from its arguments, whose strings it keeps; operands move to the end of
 * argv.  False, with one line in `error`, where it is not understood or asks for what does not go
 * together; that is not looked at where the help or the version is asked for. */
bool solve_command_parse(struct solve_command *command, int argc, char **argv, struct text *error);

#endif
