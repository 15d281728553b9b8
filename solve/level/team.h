/* How the solve command shares a search with other processes. */
#ifndef ONLYWAY_SOLVE_LEVEL_TEAM_H
#define ONLYWAY_SOLVE_LEVEL_TEAM_H

#include "solve/level/jobs.h"
#include "solve/search/disk/disk.h"

/* The processes that take part in a search too large for one process. */
struct solving_team {
    void *context;
    unsigned jobs; /* number of threads of this process if the command line does not set it */

    /* `open` is called before a level is judged.  It fills in *disk and *beyond, which say how all processes search
     * together and how many states are searched in memory first; they stay valid until `close`.  `close` reports the
     * messages sent during the search if there were any and `tells` is set. */
    void (*open)(void *context, const struct job *job, const struct limits *limits, struct disk_search *disk,
                 struct beyond *beyond);
    void (*close)(void *context, bool tells);

    /* Makes all processes remove the open level's files from their folders, as disk_forget does. */
    bool (*forget)(void *context, const struct disk_search *disk, const struct puzzle *puzzle, struct text *error);
};

#endif
