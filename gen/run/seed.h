/* The seed of a run that was given none: drawn before the journal is written, and told once it is certain
 * that the run begins, so that nobody reads of the seed of a run that was refused. */
#ifndef ONLYWAY_GEN_RUN_SEED_H
#define ONLYWAY_GEN_RUN_SEED_H

#include "base/program.h"
#include "gen/climb/options.h"

struct command;

/* Draws a seed from the system if none was given. */
void seed_settle(struct command *command);

/* Says on standard error which one was drawn, if one was and if anything depends on it. */
void seed_say(const struct gen_options *options, const struct program *program);

#endif
