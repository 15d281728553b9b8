/* The main part of the solve commands: reads levels, judges them and prints the results.
 *
 * Several threads judge levels.  Each level is printed in order, as soon as it and all levels before it are judged,
 * so that the output does not depend on the threads. */
#ifndef ONLYWAY_SOLVE_SOLVING_H
#define ONLYWAY_SOLVE_SOLVING_H

#include "base/program.h"
#include "solve/level/team.h"

/* Runs the command line and prints the results.  Returns the exit status.  `team` NULL: this process works alone. */
int solving_main(const struct program *program, int argc, char **argv, const struct solving_team *team);

#endif
