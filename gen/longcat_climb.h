/* Hill climbing towards hard LongCat levels.
 *
 * A climb starts from a random walk's level and changes it a little at a time: a wall comes, goes or
 * moves, the cat moves, or the end of the solution is walked anew.  A change is kept if the level
 * still has one solution and comes no further from what is asked for.  Once everything asked for
 * holds, the climb goes on along the plateau and yields a level whenever it has come far enough from
 * those that it yielded before, so that one climb gives several levels that are not alike. */
#ifndef ONLYWAY_GEN_LONGCAT_CLIMB_H
#define ONLYWAY_GEN_LONGCAT_CLIMB_H

#include "gen/longcat_field.h"
#include "gen/proposer.h"
#include "solve/longcat_probe.h"

enum { CLIMB_LEVELS = 8 }; /* a climb yields at the most */

/* How far a level is from what is wanted; 0: it is there. */
struct shortfall {
    double demands; /* of the filters and piece options, without which it is dropped */
    double aim;     /* of traps at many stops, which makes it hard */
};

struct climb {
    const struct proposal *proposal;
    struct number_range walls; /* within which the number of walls must be */
    struct probe probe;
    struct field at, next;
    struct field yields[CLIMB_LEVELS];
    unsigned yielded;
    unsigned char *state; /* scratch of walks */
    unsigned char *path;  /* the solution of `at` */
    unsigned length;
    struct shortfall shortfall; /* of `at` */
    struct rng rng;
};

/* NULL: out of memory. */
struct climb *climb_make(const struct proposal *proposal, struct number_range walls);
void climb_free(struct climb *climb);

/* Makes the climb of a unit; its candidates are unit * CLIMB_LEVELS and following. */
void climb_run(struct climb *climb, uint64_t unit, struct candidate_list *list);

#endif
