/* The messages at the end of a run: how many levels it kept, why candidates were dropped, and what may help if there
 * are too few levels. */
#ifndef ONLYWAY_GEN_RUN_CLOSING_H
#define ONLYWAY_GEN_RUN_CLOSING_H

#include "base/program.h"
#include "gen/run/folder_run.h"

/* Reports the result of a run on standard error, under the program's name.  `error` is the reason if the run failed;
 * `advice` says how to continue an incomplete run.  Returns the exit status. */
int run_close(const struct folder_run *run, enum run_result result, const struct text *error, const struct text *advice,
              const struct program *program);

#endif
