/* The seed of a run that was given none.  It is drawn before the journal is written, but printed only when the run
 * is certain to begin, so that a refused run prints no seed. */
#ifndef ONLYWAY_GEN_RUN_SEED_H
#define ONLYWAY_GEN_RUN_SEED_H

#include "base/program.h"
#include "gen/climb/options.h"

struct command;

/* Draws a seed from the system if none was given. */
void seed_settle(struct command *command);

/* Prints the seed on standard error if it was drawn and the levels depend on it. */
void seed_say(const struct gen_options *options, const struct program *program);

#endif
