/* Hill climbing: the loop that every climb uses.
 *
 * The loop works on a *draft*, a level while it is being made, in whatever form suits the game.  It edits a copy,
 * and the copy replaces the draft if it is worth at least as much. */
#ifndef ONLYWAY_GEN_CLIMB_ASCENT_H
#define ONLYWAY_GEN_CLIMB_ASCENT_H

#include "gen/climb/proposer.h"

#include <math.h>

/* The worth of a draft that is not a level, or not one that was asked for. */
#define WORTHLESS (-HUGE_VAL)

struct ascent {
    const struct proposal *proposal;
    uint64_t edits;               /* the most edits to try */
    uint64_t effort, most_effort; /* the work done by the steps, in their own unit, and the most they may do */
    double worth;                 /* of the draft */
    bool failed;                  /* the steps set this if memory runs out */
};

/* What a game does to climb.  `climb` is the game's own.  All steps except `enough` are required. */
struct ascent_steps {
    /* Makes an edited copy of the draft.  Returns false if the random edit was not possible. */
    bool (*edit)(void *climb);

    /* Returns the worth of the edited copy.  If the worth is below `least`, any value below `least` may be returned. */
    double (*worth)(void *climb, double least);

    /* Makes the edited copy the draft. */
    void (*take)(void *climb);

    /* Whether the draft is good enough to end the climb.  Called once for each draft. */
    bool (*enough)(void *climb);
};

/* Climbs.  Returns whether it ended because the draft was good enough. */
bool ascend(struct ascent *ascent, const struct ascent_steps *steps, void *climb);

#endif
