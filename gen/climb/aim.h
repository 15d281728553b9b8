/* What a climb aims at: the thresholds asked for, and a goal for one measure, drawn for each climb so that levels
 * differ. */
#ifndef ONLYWAY_GEN_CLIMB_AIM_H
#define ONLYWAY_GEN_CLIMB_AIM_H

#include "base/rng.h"
#include "filters/filters.h"

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

#endif
