/* A batch of work on its way from the threads that judge to the thread that keeps levels. */
#ifndef ONLYWAY_GEN_RUN_BATCH_H
#define ONLYWAY_GEN_RUN_BATCH_H

#include "filters/likeness.h"
#include "gen/climb/proposer.h"

/* A level that passed all filters except those that compare it with other levels. */
struct survivor {
    size_t outcome; /* its index in the batch's outcomes */
    uint64_t hash;
    struct grid grid;         /* owned */
    struct text row;          /* its row of the report, without the level's name */
    struct likeness likeness; /* empty unless the proposal compares levels */
};

struct batch {
    uint64_t first_unit;
    unsigned units;
    size_t *unit_ends;       /* [units] number of outcomes up to the end of each unit */
    unsigned char *outcomes; /* for each candidate: the filter that dropped it, or filter_count */
    size_t outcome_count, outcome_capacity;
    struct survivor *survivors;
    size_t survivor_count, survivor_capacity;
    bool failed; /* out of memory */
};

bool batch_make(struct batch *batch, unsigned units);
void batch_free(struct batch *batch);

/* Empties a batch so that it can be filled again. */
void batch_clear(struct batch *batch);

/* Adds the outcome of a candidate: the filter that dropped it, or filter_count.  If memory runs out, the batch is
 * marked as failed. */
void batch_add_outcome(struct batch *batch, size_t filter);

/* Adds a survivor, zeroed except that its `outcome` is the index of the next outcome to be added.  NULL: out of
 * memory. */
struct survivor *batch_add_survivor(struct batch *batch);

/* Proposes and judges the batch's units.  `list` and `scratch` belong to the calling thread. */
void batch_work(struct batch *batch, const struct proposal *proposal, void *scratch, struct candidate_list *list);

#endif
