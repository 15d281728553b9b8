/* `solve --mend`: prints the unique levels near a level as they are found, and writes their files. */
#ifndef ONLYWAY_SOLVE_MEND_COMMAND_H
#define ONLYWAY_SOLVE_MEND_COMMAND_H

#include "solve/level/jobs.h"
#include "solve/explain/mend_text.h"

/* Where files are written. */
struct mend_folder {
    const char *path;   /* NULL: no files are written */
    struct text *names; /* stems of the file names used so far, one per line, so that no two levels share one; owned
                         * by the caller */
};

/* `text` holds what is to be printed first.  SEARCH_CANCELLED: a file could not be written; `error` says why. */
enum search_end mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                             const struct mend_folder *folder, struct text *text, struct text *error);

#endif
