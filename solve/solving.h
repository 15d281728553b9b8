/* What the commands that solve do: they read levels, judge them and say what was found.
 *
 * Levels are judged by several threads and printed in their order, each as soon as it and those before it are known,
 * so that what is printed does not depend on the threads. */
#ifndef ONLYWAY_SOLVE_SOLVING_H
#define ONLYWAY_SOLVE_SOLVING_H

#include "base/program.h"
#include "solve/level/team.h"

/* Does what the command line asks for and prints it; returns the exit status.  `team` NULL: alone. */
int solving_main(const struct program *program, int argc, char **argv, const struct solving_team *team);

#endif
