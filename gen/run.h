/* A run of the generator: a crew of threads proposes and judges (crew.h), one keeps and writes. */
#ifndef ONLYWAY_GEN_RUN_H
#define ONLYWAY_GEN_RUN_H

#include "base/progress.h"
#include "gen/journal.h"
#include "gen/known.h"
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
    struct kept kept;      /* levels that were kept, and others to keep away from */
    double least;          /* distance between levels, see filters/likeness.h */
    bool relaxes;          /* lower it where many candidates in a row are nearer */
};

/* How levels are read that this run's are compared with. */
struct known_levels run_known_levels(const struct run *run);

/* The distance that is asked for after it was lowered so many times. */
double run_least(const struct run *run, unsigned relaxed);

/* Runs.  The folder holds what was found, whatever the result. */
enum run_result run_levels(struct run *run, struct text *error);

#endif
