/* A pack command as it was typed: options and what follows from them. */
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

/* Fills the command in from its arguments, whose strings it keeps; operands move to the end of
 * argv.  False, with one line in `error`, where it is not understood or asks for what does not go
 * together; that is not looked at where the help or the version is asked for.  Free it in either
 * case. */
bool pack_command_parse(struct pack_command *command, int argc, char **argv, struct text *error);

void pack_command_free(struct pack_command *command);

#endif
