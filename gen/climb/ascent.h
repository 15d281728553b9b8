/* Hill climbing: the loop that every climb goes round.
 *
 * What climbs is a *draft*: a level while it is being made, in whatever form suits the game.  A
 * copy of it is edited, and takes its place where it is worth no less. */
#ifndef ONLYWAY_GEN_CLIMB_ASCENT_H
#define ONLYWAY_GEN_CLIMB_ASCENT_H

#include "gen/climb/proposer.h"

#include <math.h>

/* What a draft is worth that is no level, or not what is asked for. */
#define WORTHLESS (-HUGE_VAL)

struct ascent {
    const struct proposal *proposal;
    uint64_t edits;               /* tried at most */
    uint64_t effort, most_effort; /* that the steps have made, in their own measure, and may make */
    double worth;                 /* of the draft */
    bool failed;                  /* out of memory, as the steps say */
};

/* What a game does to climb.  `climb` is its own; all but `enough` are needed. */
struct ascent_steps {
    /* Makes an edited copy of the draft.  False: the draw came to nothing. */
    bool (*edit)(void *climb);

    /* How much the edited copy is worth; where that is less than `least`, anything less will do. */
    double (*worth)(void *climb, double least);

    /* Makes the edited copy the draft. */
    void (*take)(void *climb);

    /* Whether the draft is good enough to end here; asked of each draft once. */
    bool (*enough)(void *climb);
};

/* Climbs.  Returns whether it ended because the draft was good enough. */
bool ascend(struct ascent *ascent, const struct ascent_steps *steps, void *climb);

#endif
