/* A chunk of work on its way from the threads that judge to the one that keeps. */
#ifndef ONLYWAY_GEN_CHUNK_H
#define ONLYWAY_GEN_CHUNK_H

#include "filters/likeness.h"
#include "gen/proposer.h"

/* A level that passed all filters but those that compare it with others. */
struct survivor {
    size_t outcome; /* which of the chunk's outcomes it is */
    uint64_t hash;
    struct grid grid; /* owned */
    struct text row;  /* of the report, without the level's name */
    struct likeness likeness; /* empty where the proposal does not compare levels */
};

struct chunk {
    uint64_t first_unit;
    unsigned units;
    size_t *unit_ends;       /* [units] outcomes up to the end of each unit */
    unsigned char *outcomes; /* of each candidate: the filter that dropped it, or filter_count */
    size_t outcome_count, outcome_room;
    struct survivor *survivors;
    size_t survivor_count, survivor_room;
    bool failed; /* out of memory */
};

bool chunk_make(struct chunk *chunk, unsigned units);
void chunk_free(struct chunk *chunk);

/* Empties it, to be worked on or filled in anew. */
void chunk_clear(struct chunk *chunk);

/* Adds the outcome of a candidate: the filter that dropped it, or filter_count.  Where memory runs out, the chunk has
 * failed. */
void chunk_add_outcome(struct chunk *chunk, size_t filter);

/* A new survivor, all zero, whose outcome is the next to be added; NULL: out of memory. */
struct survivor *chunk_add_survivor(struct chunk *chunk);

/* Proposes and judges the chunk's units.  `list` and `scratch` are the thread's own. */
void chunk_work(struct chunk *chunk, const struct proposal *proposal, void *scratch,
                struct candidate_list *list);

#endif
