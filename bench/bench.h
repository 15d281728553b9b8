/* Internals that the parts of a benchmark share.
 *
 * Benchmarks measure CPU time, because the machine may be busy with other work.  Nothing passes or fails. */
#ifndef ONLYWAY_BENCH_BENCH_H
#define ONLYWAY_BENCH_BENCH_H

#include "base/text.h"
#include "solve/level/levels.h"

/* The CPU seconds, user and system, that this program has used so far, and those of its finished children. */
double cpu_seconds(void);
double cpu_seconds_of_children(void);

/* Prints one row of the table.  `reference` is a figure of another program, or "". */
__attribute__((format(printf, 4, 5))) void bench_row(const char *work, double seconds, const char *reference,
                                                     const char *rate, ...);

/* Measures how many levels `gen` keeps. */
bool bench_generator(const char *gen, struct text *error);

/* Measures large boards: those in the folder that ONLYWAY_CORPUS names, if it is set. */
bool bench_boards(struct text *error);

#endif
