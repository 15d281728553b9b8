/* A pack command as it was typed: its options and what follows from them. */
#ifndef ONLYWAY_OUT_PACK_COMMAND_H
#define ONLYWAY_OUT_PACK_COMMAND_H

#include "out/formats.h"
#include "solve/level/jobs.h"

struct pack_command {
    struct pack_options options;
    bool given[32];
    struct job_kind kind;
    struct format_choice choice;
    int first_operand; /* in argv */
};

/* The option table with its place in the command. */
struct option_set pack_command_set(struct pack_command *command);

/* Fills the command in from its arguments and keeps pointers to their strings.  Moves operands to the end of argv.
 * Returns false, with one line in `error`, if it does not understand them or they contradict each other; the latter
 * is not checked if the help or the version is asked for.  Free the command in either case. */
bool pack_command_parse(struct pack_command *command, int argc, char **argv, struct text *error);

void pack_command_free(struct pack_command *command);

#endif
