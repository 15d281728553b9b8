/* A play command as it was typed: options and what follows from them. */
#ifndef ONLYWAY_PLAY_COMMAND_H
#define ONLYWAY_PLAY_COMMAND_H

#include "base/options.h"
#include "solve/arcade/autopilot.h"
#include "solve/level/jobs.h"

struct play_options {
    const char *game, *rules, *metric;
    const char *autopilot;
    uint64_t level, seed;
    struct limits limits;
    bool ascii, help, version;
};

struct play_command {
    struct play_options options;
    bool given[32];
    struct job_kind kind;
    const struct autopilot *pilot; /* NULL: none was requested */
    int first_operand;             /* in argv */
};

/* The option table, with the command as its target. */
struct option_set play_command_set(struct play_command *command);

/* Fills in the command from the arguments and keeps pointers to their strings.  Moves operands to the end of argv.
 * Returns false, with one line in `error`, if the arguments are wrong.  If the user asks for the help or the version,
 * does not check game and autopilot. */
bool play_command_parse(struct play_command *command, int argc, char **argv, struct text *error);

#endif
