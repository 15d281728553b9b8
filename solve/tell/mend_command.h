/* `solve --mend`: prints the unique levels near a level as they are found, and writes their files. */
#ifndef ONLYWAY_SOLVE_TELL_MEND_COMMAND_H
#define ONLYWAY_SOLVE_TELL_MEND_COMMAND_H

#include "solve/jobs.h"
#include "solve/tell/mend.h"

/* Where files go. */
struct mend_folder {
    const char *path;   /* NULL: none are written */
    struct text *names; /* of levels that have files already, a line each: so that no two share theirs; owned by
                         * the caller */
};

/* `text` has what is to be printed first.
 * MEND_STOPPED: a file could not be written, said in `error`. */
enum mend_result mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                              const struct mend_folder *folder, struct text *text,
                              struct text *error);

#endif
