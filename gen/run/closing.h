/* What is said at the end of a run: how many levels it kept, why candidates were dropped, and what may help where
 * there are too few. */
#ifndef ONLYWAY_GEN_RUN_CLOSING_H
#define ONLYWAY_GEN_RUN_CLOSING_H

#include "base/program.h"
#include "gen/run/folder_run.h"

/* Says on standard error, in the program's name, what came of a run; `error` is what stopped one that failed, `advice`
 * what to do about one that is not complete.  Returns the exit status. */
int run_close(const struct folder_run *run, enum run_result result, const struct text *error, const struct text *advice,
              const struct program *program);

#endif
