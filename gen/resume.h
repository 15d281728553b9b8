/* Going on with a folder that an interrupted run left: everything the journal vouches for must be there as it
 * was written.  What is not is said with its file and with what can be done, and nothing is changed. */
#ifndef ONLYWAY_GEN_RESUME_H
#define ONLYWAY_GEN_RESUME_H

#include "gen/command.h"

/* Reads the journal of the folder: the options into the command, how far the run has come into its tally. */
bool resume_journal(struct command *command, struct run *run, struct text *error);

/* Takes up the report, and makes sure of the level files. */
bool resume_report(struct run *run, struct text *error);

/* Whether a folder without a journal is the complete run that it seems to be.  `count`: how many levels were asked
 * for; 0: not told. */
bool resume_complete(const char *path, uint64_t count, struct text *error);

#endif
