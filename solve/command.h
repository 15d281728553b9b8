/* A parsed solve command: its options and what follows from them. */
#ifndef ONLYWAY_SOLVE_COMMAND_H
#define ONLYWAY_SOLVE_COMMAND_H

#include "solve/level/jobs.h"
#include "solve/options.h"

struct solve_command {
    struct solve_options options;
    struct pilot_options pilots;
    bool options_given[32], pilots_given[32];
    struct job_kind kind;
    int first_operand; /* index in argv */
};

enum { SOLVE_SETS = 2 };

/* Fills in the option tables with pointers into the command. */
void solve_command_sets(struct solve_command *command, struct option_set sets[SOLVE_SETS]);

/* Parses the arguments into the command, which keeps pointers to the strings.  Moves operands to the end of argv.
 * Returns false, with one line in `error`, if the arguments are invalid or cannot be combined.  Combinations are not
 * checked if the help or the version is requested. */
bool solve_command_parse(struct solve_command *command, int argc, char **argv, struct text *error);

#endif
