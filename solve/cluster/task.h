/* What the other processes have to know to take part in the search of a level, as bytes: the level as it was read, the
 * limits, and how the puzzle begins, so that a process for which the level is another puzzle finds that out.
 *
 * Files are read by process 0 alone: the others may run on machines that do not have them.  All have to be of the same
 * byte order and run the same version of the program. */
#ifndef ONLYWAY_SOLVE_CLUSTER_TASK_H
#define ONLYWAY_SOLVE_CLUSTER_TASK_H

#include "solve/level/jobs.h"

/* To search it, or to remove what its search has left in the folder. */
enum task_kind { TASK_SEARCH, TASK_FORGET };

/* A task as it was received. */
struct task {
    enum task_kind kind;
    struct job job;       /* with its puzzle, which is not judged */
    struct limits limits; /* without time: that is up to process 0 */
    struct text folder;   /* where files may be kept; "": nowhere */
};

/* Adds a task to `bytes`.  The job has a puzzle; `folder` may be NULL. */
void task_write(enum task_kind kind, const struct job *job, const struct limits *limits, const char *folder,
                struct text *bytes);

/* Reads a task and makes its puzzle.  False: the reason is in `error`, as a whole line.  The task is to be freed in
 * either case. */
bool task_read(const struct text *bytes, struct task *task, struct text *error);
void task_free(struct task *task);

#endif
