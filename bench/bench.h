/* What the parts of a benchmark share.
 *
 * CPU time is what counts, as the machine may be busy with other things.  Nothing passes or
 * fails. */
#ifndef ONLYWAY_BENCH_BENCH_H
#define ONLYWAY_BENCH_BENCH_H

#include "base/text.h"
#include "solve/level/levels.h"

#include <sys/types.h>

/* CPU seconds, user and system, that this program has used so far; its finished children. */
double cpu_seconds(void);
double cpu_seconds_of_children(void);

/* Prints one line of the table.  `reference`: what other programs take; may be "". */
__attribute__((format(printf, 4, 5))) void bench_row(const char *work, double seconds, const char *reference,
                                                     const char *rate, ...);

/* Rows of levels that `gen` keeps. */
bool bench_generator(const char *gen, struct text *error);

/* Rows of large boards: those of the folder that ONLYWAY_CORPUS names, if it names one. */
bool bench_boards(struct text *error);

#endif
