/* A run of the generator: a crew of threads proposes and judges (crew.h), one keeps and writes. */
#ifndef ONLYWAY_GEN_RUN_H
#define ONLYWAY_GEN_RUN_H

#include "base/progress.h"
#include "gen/journal.h"
#include "gen/proposer.h"
#include "out/folder.h"

enum run_result {
    RUN_COMPLETE,    /* as many levels as asked for, or all there are */
    RUN_GAVE_UP,     /* a limit of tries or time */
    RUN_INTERRUPTED, /* by a signal */
    RUN_FAILED,      /* a file could not be written or memory ran out; said in the error */
};

struct run {
    struct proposal proposal;
    struct tally tally;
    struct folder folder;
    struct progress progress;
    uint64_t wanted;       /* levels; UINT64_MAX: all */
    uint64_t seed;
    unsigned jobs;
    const stop_flag *interrupted;
    struct text journal_head; /* what the journal tells of the options; owned */
    struct hash_set *seen; /* levels that were kept */
};

/* Runs.  The folder holds what was found, whatever the result. */
enum run_result run_levels(struct run *run, struct text *error);

/* A set of levels' hashes. */
struct hash_set *hash_set_make(void);
void hash_set_free(struct hash_set *set);

/* Adds a hash.  1: it is new, 0: it was there, -1: out of memory. */
int hash_set_add(struct hash_set *set, uint64_t hash);

#endif
