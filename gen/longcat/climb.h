/* Hill climbing towards hard LongCat levels.
 *
 * A climb starts from a level that was grown or walked at random and changes it a little at a time: it grows the
 * start or walks the end of the solution anew, adds, removes or moves a wall, or moves the cat.  It keeps a change if
 * the level still has one solution and is no further from the wish.  One climb gives one level, so the levels of a
 * run have nothing in common.  With --siblings it continues along the plateau that it has reached and gives more
 * levels, which are much cheaper but more or less alike. */
#ifndef ONLYWAY_GEN_LONGCAT_CLIMB_H
#define ONLYWAY_GEN_LONGCAT_CLIMB_H

#include "gen/climb/ascent.h"
#include "gen/longcat/draft.h"
#include "gen/longcat/growth.h"
#include "gen/longcat/wish.h"
#include "gen/climb/proposer.h"
#include "solve/longcat/probe.h"

/* What is known about the probe's path as a solution of `next`. */
enum path_known { PATH_UNKNOWN, PATH_SOLVES, PATH_ONLY_SOLUTION };

struct longcat_climb {
    struct ascent ascent;
    struct probe probe;
    struct longcat_growth *growth; /* NULL: the board is too large for it */
    struct longcat_wish wish;
    struct longcat_draft draft, next; /* `next` is the edited copy */
    enum path_known known;            /* of the probe's path and `next` */
    unsigned char *state;             /* scratch for walks */
    unsigned char *path;              /* the solution of the draft */
    unsigned length;
    struct shortfall shortfall, next_shortfall;
    struct longcat_draft *proposed; /* [siblings] levels that this climb has proposed */
    uint64_t proposed_count;
    bool full_profile; /* whether the filters need all measures */
    struct rng rng;
};

/* Returns NULL if memory runs out. */
struct longcat_climb *longcat_climb_make(const struct proposal *proposal);
void longcat_climb_free(struct longcat_climb *climb);

/* Runs the climb of a unit.  Its candidates have numbers from unit * siblings on. */
void longcat_climb_run(struct longcat_climb *climb, uint64_t unit, struct candidate_list *list);

#endif
