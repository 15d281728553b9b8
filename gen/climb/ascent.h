/* Hill climbing: what a climb aims at, and the loop that every climb uses.
 *
 * The loop works on a *draft*, a level under construction, in whatever form suits the game.  It edits a copy, and the
 * copy replaces the draft if it is worth at least as much.
 *
 * A climb aims at the requested thresholds, and at a goal for one measure.  The goal is drawn for each climb, so that
 * levels differ. */
#ifndef ONLYWAY_GEN_CLIMB_ASCENT_H
#define ONLYWAY_GEN_CLIMB_ASCENT_H

#include "base/rng.h"
#include "filters/filters.h"
#include "gen/climb/proposer.h"

#include <math.h>

/* A measure whose goal lies between `low` and `high` unless the thresholds say otherwise.  A goal exceeds `high` only
 * if the lower threshold does. */
struct aim_range {
    enum measure measure;
    double low, high;
    double near;   /* tolerated distance from the goal */
    double weight; /* cost of one unit of the measure */
};

struct aim {
    const struct filter_settings *filters;
    struct aim_range range; /* the game's range */
    double goal;            /* the target value of the measure */
};

/* Draws the goal of a climb. */
struct aim aim_choose(const struct filter_settings *wanted, struct aim_range range, struct rng *rng);

/* Returns how far a level, judged with all measures, is from the thresholds and the goal; 0 means it meets them.  A
 * missed threshold costs `AIM_THRESHOLD` times (1 + miss / max(threshold, 1)).  A level that the greedy player
 * solves costs `AIM_THRESHOLD` if that is not allowed.  The measure's distance from the goal, less `near`, costs
 * `weight` per unit.  An unknown measure counts as -1 for a lower threshold and as 0 for the goal, and costs twice
 * `AIM_THRESHOLD` for an upper threshold. */
enum { AIM_THRESHOLD = 10 };
double aim_distance(const struct aim *aim, const struct judgement *judgement);

/* The worth of a draft that is not a level, or not a requested one. */
#define WORTHLESS (-HUGE_VAL)

struct ascent {
    const struct proposal *proposal;
    uint64_t edits;               /* the most edits to try */
    uint64_t effort, most_effort; /* the work done by the steps, in their own unit, and the most they may do */
    double worth;                 /* of the draft */
    bool failed;                  /* the steps set this if memory runs out */
};

/* A game's steps of a climb.  `climb` is the game's own data.  All steps except `enough` are required. */
struct ascent_steps {
    /* Makes an edited copy of the draft.  Returns false if the random edit was not possible. */
    bool (*edit)(void *climb);

    /* Returns the worth of the edited copy.  If the worth is below `least`, may return any value below `least`. */
    double (*worth)(void *climb, double least);

    /* Makes the edited copy the draft. */
    void (*accept)(void *climb);

    /* Whether the draft is good enough to end the climb.  Called once for each draft. */
    bool (*enough)(void *climb);
};

/* Climbs.  Returns whether it ended because the draft was good enough. */
bool ascend(struct ascent *ascent, const struct ascent_steps *steps, void *climb);

#endif
