/* LongCat's proposer. */
#ifndef ONLYWAY_GEN_LONGCAT_LONGCAT_H
#define ONLYWAY_GEN_LONGCAT_LONGCAT_H

#include "gen/climb/proposer.h"

/* The options of the proposer. */
struct longcat_pieces {
    struct number_range walls;
};

/* Hill climbing towards hard levels: the memory of a thread.  Returns NULL if memory runs out. */
struct longcat_climb *longcat_climb_make(const struct proposal *proposal);
void longcat_climb_free(struct longcat_climb *climb);

/* Runs the climb of a unit.  Its candidates have numbers from unit * siblings on. */
void longcat_climb_run(struct longcat_climb *climb, uint64_t unit, struct candidate_list *list);

extern const struct proposer proposer_longcat;

#endif
