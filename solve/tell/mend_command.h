/* `solve --mend`: prints the unique levels near a level as they are found, and writes their files. */
#ifndef ONLYWAY_SOLVE_TELL_MEND_COMMAND_H
#define ONLYWAY_SOLVE_TELL_MEND_COMMAND_H

#include "solve/jobs.h"
#include "solve/tell/mend.h"

/* `text` has what is to be printed first.  `folder`: where files go, NULL: none are written.
 * MEND_STOPPED: a file could not be written, said in `error`. */
enum mend_result mend_command(const struct job *job, const struct limits *limits, size_t wanted,
                              const char *folder, struct text *text, struct text *error);

#endif
