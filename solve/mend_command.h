/* `solve --mend`: prints the unique levels near a level as they are found, and writes their files. */
#ifndef ONLYWAY_SOLVE_MEND_COMMAND_H
#define ONLYWAY_SOLVE_MEND_COMMAND_H

#include "solve/level/jobs.h"
#include "solve/explain/mend_text.h"

/* Where files go. */
struct mend_folder {
    const char *path;   /* NULL: none are written */
    struct text *names; /* of levels that have files already, a line each: so that no two share theirs; owned by
                         * the caller */
};

/* `text` has what is to be printed first.
 * SEARCH_CANCELLED: a file could not be written, said in `error`. */
enum search_end mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                             const struct mend_folder *folder, struct text *text, struct text *error);

#endif
