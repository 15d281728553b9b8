/* Hill climbing: the loop that every climb goes round.
 *
 * What climbs is a *draft*: a level while it is being made, in whatever form suits the game.  The loop
 * edits a copy, and the copy replaces the draft if it is worth at least as much. */
#ifndef ONLYWAY_GEN_CLIMB_ASCENT_H
#define ONLYWAY_GEN_CLIMB_ASCENT_H

#include "gen/climb/proposer.h"

#include <math.h>

/* The worth of a draft that is not a level, or not one that was asked for. */
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
    /* Makes an edited copy of the draft.  Returns false if the random edit was not possible. */
    bool (*edit)(void *climb);

    /* Returns the worth of the edited copy.  If that is below `least`, any value below `least` will do. */
    double (*worth)(void *climb, double least);

    /* Makes the edited copy the draft. */
    void (*take)(void *climb);

    /* Whether the draft is good enough to end the climb.  Called once for each draft. */
    bool (*enough)(void *climb);
};

/* Climbs.  Returns whether it ended because the draft was good enough. */
bool ascend(struct ascent *ascent, const struct ascent_steps *steps, void *climb);

#endif
