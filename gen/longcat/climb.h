/* Hill climbing towards hard LongCat levels.
 *
 * A climb starts from a random walk's level and changes it a little at a time: the end of the
 * solution is walked anew, a wall comes, goes or moves, the cat moves.  A change is kept if the
 * level still has one solution and comes no further from what is asked for.  One climb gives one
 * level, so that the levels of a run have nothing in common.  With --siblings it goes on along the
 * plateau that it has reached and gives more levels, much cheaper ones that are more or less
 * alike. */
#ifndef ONLYWAY_GEN_LONGCAT_CLIMB_H
#define ONLYWAY_GEN_LONGCAT_CLIMB_H

#include "gen/climb/ascent.h"
#include "gen/longcat/draft.h"
#include "gen/longcat/growth.h"
#include "gen/longcat/wish.h"
#include "gen/climb/proposer.h"
#include "solve/longcat/probe.h"

/* What is known of a path. */
enum path_known { PATH_UNKNOWN, PATH_SOLVES, PATH_ONLY_SOLUTION };

struct longcat_climb {
    struct ascent ascent;
    struct probe probe;
    struct longcat_growth *growth; /* NULL: the board is too large for it */
    struct longcat_wish wish;
    struct longcat_draft draft, next; /* `next` is the edited copy */
    enum path_known known;            /* of the probe's path and `next` */
    unsigned char *state;             /* scratch of walks */
    unsigned char *path;              /* the solution of the draft */
    unsigned length;
    struct shortfall shortfall, next_shortfall;
    struct longcat_draft *proposed; /* [siblings] levels that this climb has given */
    uint64_t proposed_count;
    bool full_profile; /* whether all measures are asked for */
    struct rng rng;
};

/* NULL: out of memory. */
struct longcat_climb *longcat_climb_make(const struct proposal *proposal);
void longcat_climb_free(struct longcat_climb *climb);

/* Makes the climb of a unit; its candidates are unit * siblings and following. */
void longcat_climb_run(struct longcat_climb *climb, uint64_t unit, struct candidate_list *list);

#endif
