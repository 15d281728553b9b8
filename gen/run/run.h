/* A run of the generator: a pool of threads proposes and judges (pool.h), one thread keeps and writes. */
#ifndef ONLYWAY_GEN_RUN_RUN_H
#define ONLYWAY_GEN_RUN_RUN_H

#include "gen/run/journal.h"
#include "gen/run/known.h"
#include "gen/climb/proposer.h"

enum run_result {
    RUN_COMPLETE,    /* as many levels as asked for, or all there are */
    RUN_GAVE_UP,     /* a limit of tries or time */
    RUN_INTERRUPTED, /* by a signal */
    RUN_FAILED,      /* a file could not be written or memory ran out; said in the error */
};

struct batch;
struct run;
struct survivor;

/* Where a run's levels go.  Its functions are called by the thread that runs; they may stand in for a larger
 * structure, of which the run is the first member. */
struct run_sink {
    /* Takes a level that is kept: its number is the tally's `kept`, plus one.  False: it cannot, with the
     * reason. */
    bool (*level)(struct run *run, const struct survivor *survivor, struct text *error);

    /* Makes sure of what was found so far, and how far that is: the last checkpoint is at the last end of a
     * unit.  At the start, at the end, and every one to ten seconds, less often where it takes long; NULL: nothing to
     * be done. */
    bool (*flush)(struct run *run, bool complete, struct text *error);

    /* Looks at how far it has come, many times a second. */
    void (*progress)(struct run *run);
};

struct run {
    const struct run_sink *sink;
    struct proposal proposal;
    struct proposer proposer; /* that of the proposal, where it is none of the table */
    struct tally tally;
    struct checkpoints checkpoints; /* of ends of units; none: they are not wanted; owned */
    unsigned digits;                /* of the numbers in levels' names, at least */
    uint64_t wanted;                /* levels; UINT64_MAX: all */
    uint64_t seed;
    unsigned jobs;
    const stop_flag *interrupted;
    struct kept kept; /* levels that were kept, and others to keep away from */
    double least;     /* distance between levels, see filters/likeness.h */
    bool relaxes;     /* lower it where many candidates in a row are nearer */
};

/* How levels are read that this run's are compared with. */
struct known_levels run_known_levels(const struct run *run);

/* The distance that is asked for after it was lowered so many times. */
double run_least(const struct run *run, unsigned relaxed);

/* How many levels in a row that are copies or too near lower that distance next; 0: that is not near. */
uint64_t run_until_lowered(const struct run *run);

/* Adds the name of the n-th level's file, from 1. */
void run_level_name(const struct run *run, uint64_t n, struct text *name);

/* Takes in a batch: keeps what is kept of it.  RUN_COMPLETE: all levels that were wanted are there; RUN_GAVE_UP: no
 * more tries; RUN_INTERRUPTED: go on. */
enum run_result run_take_in(struct run *run, struct batch *batch, struct text *error);

/* Runs.  The sink has had what was found, whatever the result. */
enum run_result run_levels(struct run *run, struct text *error);

#endif
