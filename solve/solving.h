/* What the commands that solve do: they read levels, judge them and say what was found.
 *
 * Levels are taken in batches, judged by several threads and printed in their order, so that what
 * is printed does not depend on the threads. */
#ifndef ONLYWAY_SOLVE_SOLVING_H
#define ONLYWAY_SOLVE_SOLVING_H

#include "base/program.h"

/* Does what the command line asks for and prints it; returns the exit status. */
int solving_main(const struct program *program, int argc, char **argv);

#endif
