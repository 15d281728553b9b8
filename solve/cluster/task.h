/* What the other ranks need to join the search of a level, as bytes: the level as read, the limits, and a fingerprint
 * of how the puzzle begins.  The fingerprint lets a rank detect that it has made a different puzzle from the level.
 *
 * Only rank 0 reads files: the others may run on machines that do not have them.  All ranks must have the same byte
 * order and run the same version of the program. */
#ifndef ONLYWAY_SOLVE_CLUSTER_TASK_H
#define ONLYWAY_SOLVE_CLUSTER_TASK_H

#include "solve/level/jobs.h"

/* Search the level, or remove the files that its search left in the folder. */
enum task_kind { TASK_SEARCH, TASK_FORGET };

/* A received task. */
struct task {
    enum task_kind kind;
    struct job job;       /* with its puzzle; not judged */
    struct limits limits; /* without a timeout, which only rank 0 watches */
    struct text folder;   /* where files may be kept; "": none */
};

/* Appends a task to `bytes`.  The job must have a puzzle; `folder` may be NULL. */
void task_write(enum task_kind kind, const struct job *job, const struct limits *limits, const char *folder,
                struct text *bytes);

/* Reads a task and makes its puzzle.  Returns false with the reason as a complete line in `error`.  Free the task in
 * either case. */
bool task_read(const struct text *bytes, struct task *task, struct text *error);
void task_free(struct task *task);

#endif
