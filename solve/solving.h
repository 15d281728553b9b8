/* What the commands that solve do: they read levels, judge them and say what was found.
 *
 * Levels are taken in batches, judged by several threads and printed in their order, so that what
 * is printed does not depend on the threads. */
#ifndef ONLYWAY_SOLVE_SOLVING_H
#define ONLYWAY_SOLVE_SOLVING_H

#include "base/program.h"
#include "solve/jobs.h"
#include "solve/search/outer.h"

/* Others who take part in searches that are too large for one process. */
struct solving_team {
    void *context;
    unsigned jobs; /* threads of this process, where the command line does not tell */

    /* Is told which level is judged next and within which limits; *outer and *beyond, which stay until `close`, become
     * how all go about its search and with which functions, and how many states are searched without the others first.
     * `close`: `tells`, what the search took in messages, if any were sent. */
    void (*open)(void *context, const struct job *job, const struct limits *limits,
                 struct outer *outer, struct beyond *beyond);
    void (*close)(void *context, bool tells);
};

/* Does what the command line asks for and prints it; returns the exit status.  `team` NULL: alone. */
int solving_main(const struct program *program, int argc, char **argv,
                 const struct solving_team *team);

#endif
