/* A run of the generator: a thread pool proposes and judges (pool.h); one thread keeps levels and writes them. */
#ifndef ONLYWAY_GEN_RUN_RUN_H
#define ONLYWAY_GEN_RUN_RUN_H

#include "gen/run/journal.h"
#include "gen/run/kept.h"
#include "gen/climb/proposer.h"

enum run_result {
    RUN_COMPLETE,    /* it has all requested levels, or all that exist */
    RUN_GAVE_UP,     /* a limit on tries or time was reached */
    RUN_INTERRUPTED, /* by a signal */
    RUN_FAILED,      /* a file could not be written or memory ran out; the reason is in the error */
};

struct batch;
struct run;
struct survivor;

/* The destination of a run's levels.  The thread that runs calls its functions; they may cast the run to a larger
 * structure whose first member it is. */
struct run_sink {
    /* Takes a level that is kept; its number is the tally's `kept` plus one.  Returns false with the reason if it
     * cannot. */
    bool (*level)(struct run *run, const struct survivor *survivor, struct text *error);

    /* Saves everything found so far; the last checkpoint is at the end of the last completed unit.  Called at the
     * start, at the end, and every one to ten seconds, or less often if it is slow.  NULL: nothing to do. */
    bool (*flush)(struct run *run, bool complete, struct text *error);

    /* Shows the progress.  Called many times a second. */
    void (*progress)(struct run *run);
};

struct run {
    const struct run_sink *sink;
    struct proposal proposal;
    struct proposer proposer; /* the proposal's, if it is not one of the table */
    struct tally tally;
    struct checkpoints checkpoints; /* at ends of units; empty if none are wanted; owned */
    unsigned digits;                /* minimum number of digits in level names */
    uint64_t wanted;                /* levels; UINT64_MAX: all */
    unsigned jobs;
    const stop_flag *interrupted;
    double began;     /* when run_levels began, by clock_now() */
    struct kept kept; /* levels that were kept, and others to keep away from */
    double least;     /* distance between levels, see filters/likeness.h */
    bool relaxes;     /* whether to lower it when many candidates in a row are nearer */
};

/* How to read the levels that this run's levels are compared with. */
struct known_levels run_known_levels(const struct run *run);

/* The required distance after it was lowered `relaxed` times. */
double run_least(const struct run *run, unsigned relaxed);

/* Takes in a batch: keeps its levels unless they are copies or too near.  RUN_COMPLETE: all wanted levels are found;
 * RUN_GAVE_UP: no more tries; RUN_INTERRUPTED: the run continues. */
enum run_result run_take_in(struct run *run, struct batch *batch, struct text *error);

/* Runs.  Whatever the result is, the sink has received everything that was found. */
enum run_result run_levels(struct run *run, struct text *error);

#endif
