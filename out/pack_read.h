/* The levels given to pack: files and folders, read as solve reads them, and reports, which stand for the levels
 * they list.  The seed and the candidate that a report gives for a level are kept if the level has not changed
 * since. */
#ifndef ONLYWAY_OUT_PACK_READ_H
#define ONLYWAY_OUT_PACK_READ_H

#include "solve/level/jobs.h"

/* What a report says about a level. */
struct pack_origin {
    struct text report; /* the report's path */
    struct text level;
    uint64_t hash;
    bool generated; /* it has seed and candidate */
    uint64_t seed, candidate;
};

struct pack_input {
    struct job *jobs; /* all have a puzzle; owned */
    size_t count, capacity;
    struct pack_origin *origins; /* owned */
    size_t origin_count, origin_capacity;
    struct text files;  /* paths of the files that were read, each with its NUL; "-": standard input */
    struct text errors; /* whole lines: what could not be read */
    struct text skips;  /* the same messages, for use when there are other levels to pack */
    size_t skipped;     /* number of levels, files and rows of reports in these messages */
    struct text notes;  /* whole lines: files that were not taken for levels */
    bool failed;        /* out of memory */
    bool limited;       /* a limit prevented something from being read */
};

/* Reads the operands, or standard input if there are none. */
void pack_read(char *const *operands, size_t count, const struct job_kind *kind, struct pack_input *input);

/* What the reports say about the level with a name; NULL: nothing.  If there are several, prefers the one with the
 * hash. */
const struct pack_origin *pack_find_origin(const struct pack_input *input, const char *level, uint64_t hash);

void pack_input_free(struct pack_input *input);

#endif
