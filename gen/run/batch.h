/* A batch of work on its way from the threads that judge to the one that keeps. */
#ifndef ONLYWAY_GEN_RUN_BATCH_H
#define ONLYWAY_GEN_RUN_BATCH_H

#include "filters/likeness.h"
#include "gen/climb/proposer.h"

/* A level that passed all filters but those that compare it with others. */
struct survivor {
    size_t outcome; /* which of the batch's outcomes it is */
    uint64_t hash;
    struct grid grid;         /* owned */
    struct text row;          /* of the report, without the level's name */
    struct likeness likeness; /* empty where the proposal does not compare levels */
};

struct batch {
    uint64_t first_unit;
    unsigned units;
    size_t *unit_ends;       /* [units] outcomes up to the end of each unit */
    unsigned char *outcomes; /* of each candidate: the filter that dropped it, or filter_count */
    size_t outcome_count, outcome_capacity;
    struct survivor *survivors;
    size_t survivor_count, survivor_capacity;
    bool failed; /* out of memory */
};

bool batch_make(struct batch *batch, unsigned units);
void batch_free(struct batch *batch);

/* Empties it, to be worked on or filled in anew. */
void batch_clear(struct batch *batch);

/* Adds the outcome of a candidate: the filter that dropped it, or filter_count.  Where memory runs out, the batch has
 * failed. */
void batch_add_outcome(struct batch *batch, size_t filter);

/* A new survivor, all zero, whose outcome is the next to be added; NULL: out of memory. */
struct survivor *batch_add_survivor(struct batch *batch);

/* Proposes and judges the batch's units.  `list` and `scratch` are the thread's own. */
void batch_work(struct batch *batch, const struct proposal *proposal, void *scratch, struct candidate_list *list);

#endif
