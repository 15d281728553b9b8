/* How a solve command shares a search with other processes. */
#ifndef ONLYWAY_SOLVE_LEVEL_TEAM_H
#define ONLYWAY_SOLVE_LEVEL_TEAM_H

#include "solve/level/jobs.h"
#include "solve/search/disk/disk.h"

/* Others who take part in searches that are too large for one process. */
struct solving_team {
    void *context;
    unsigned jobs; /* threads of this process, where the command line does not tell */

    /* Is told which level is judged next and within which limits; *outer and *beyond, which stay until `close`, become
     * how all go about its search and with which functions, and how many states are searched without the others first.
     * `close`: `tells`, what the search took in messages, if any were sent. */
    void (*open)(void *context, const struct job *job, const struct limits *limits, struct disk_search *disk,
                 struct beyond *beyond);
    void (*close)(void *context, bool tells);

    /* Removes what the search of the level that is open has left in the folders of all, as disk_forget does. */
    bool (*forget)(void *context, const struct disk_search *disk, const struct puzzle *puzzle, struct text *error);
};

#endif
