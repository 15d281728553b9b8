/* The levels that pack is given: files and folders as solve reads them, and reports, which stand
 * for the levels they list.  What a report knows of a level besides, the seed and the candidate it
 * came from, stays with the level if it is still the same. */
#ifndef ONLYWAY_OUT_PACK_READ_H
#define ONLYWAY_OUT_PACK_READ_H

#include "solve/level/jobs.h"

/* What a report says of a level. */
struct pack_origin {
    struct text report; /* the report's path */
    struct text level;
    uint64_t hash;
    bool generated; /* seed and candidate were told */
    uint64_t seed, candidate;
};

struct pack_input {
    struct job *jobs; /* each has a puzzle; owned */
    size_t count, capacity;
    struct pack_origin *origins; /* owned */
    size_t origin_count, origin_capacity;
    struct text files;  /* what was read: paths, each with its NUL; "-": standard input */
    struct text errors; /* whole lines: what could not be read */
    struct text skips;  /* the same, as it is told where there is something else to pack */
    size_t skipped;     /* levels, files and rows of reports of which these tell */
    struct text notes;  /* whole lines: what was not meant to be read */
    bool failed;        /* out of memory */
    bool limited;       /* a limit kept something from being read */
};

/* Reads the operands; none: standard input. */
void pack_read(char *const *operands, size_t count, const struct job_kind *kind, struct pack_input *input);

/* What the reports say of the level of a name; NULL: nothing.  Of several the one with the hash. */
const struct pack_origin *pack_find_origin(const struct pack_input *input, const char *level, uint64_t hash);

void pack_input_free(struct pack_input *input);

#endif
