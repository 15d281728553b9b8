/* From a command to a run: everything that its options decide, and nothing of folders. */
#ifndef ONLYWAY_GEN_RUN_SETTLE_H
#define ONLYWAY_GEN_RUN_SETTLE_H

#include "gen/run/command.h"

/* Whether an option that all games share was given. */
bool command_gives(struct command *command, const char *name);

/* The size of the levels, for filters that may not be complete yet.  False: it is not possible. */
bool command_size(const struct command *command, const struct filter_settings *settings, struct board_size *size,
                  struct text *error);

/* Whether the options fit the game, as far as can be told before it is known where the run begins; and the
 * size. */
bool command_can_run(struct command *command, struct board_size *size, struct text *error);

/* Settles everything that may still be open once it is known where the run begins: completes the filters
 * and the pieces, and fills in the run but for its sink, what interrupts it, and what it has kept before.
 * False, with the reason: the options make no sense together. */
bool run_settle(struct command *command, struct run *run, struct text *error);

/* Undoes it. */
void run_stop(struct run *run);

#endif
