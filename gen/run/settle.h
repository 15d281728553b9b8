/* From a command to a run: everything that the options decide, except for folders. */
#ifndef ONLYWAY_GEN_RUN_SETTLE_H
#define ONLYWAY_GEN_RUN_SETTLE_H

#include "gen/run/command.h"

/* Whether an option that all games share was given. */
bool command_gives(struct command *command, const char *name);

/* Returns the size of the levels in `size`; the filters need not be complete.  Returns false with the reason if the
 * size is impossible. */
bool command_size(const struct command *command, const struct filter_settings *settings, struct board_size *size,
                  struct text *error);

/* Whether the options fit the game, as far as that can be checked before it is known where the run begins.  Returns
 * the size of the levels in `size`. */
bool command_can_run(struct command *command, struct board_size *size, struct text *error);

/* Settles everything else after it is known where the run begins: completes the filters and the pieces, and fills in
 * the run except for its sink, its `interrupted` flag and the levels kept before.  Returns false with the reason if
 * the options contradict each other. */
bool run_settle(struct command *command, struct run *run, struct text *error);

/* Undoes run_settle. */
void run_stop(struct run *run);

#endif
