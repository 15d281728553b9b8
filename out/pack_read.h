/* The levels that pack is given: files and folders as solve reads them, and reports, which stand
 * for the levels they list.  What a report knows of a level besides, the seed and the candidate it
 * came from, stays with the level if it is still the same. */
#ifndef ONLYWAY_OUT_PACK_READ_H
#define ONLYWAY_OUT_PACK_READ_H

#include "solve/jobs.h"

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
    size_t count, room;
    struct pack_origin *origins; /* owned */
    size_t origin_count, origin_room;
    struct text files;  /* what was read: paths, each with its NUL; "-": standard input */
    struct text errors; /* whole lines: what could not be read */
    struct text notes;  /* likewise: what was skipped */
    bool failed;        /* out of memory */
};

/* Reads the operands; none: standard input. */
void pack_read(char *const *operands, size_t count, const struct job_kind *kind,
               struct pack_input *input);

/* What the reports say of the level of a name; NULL: nothing.  Of several the one with the hash. */
const struct pack_origin *pack_find_origin(const struct pack_input *input, const char *level,
                                           uint64_t hash);

void pack_input_free(struct pack_input *input);

#endif
