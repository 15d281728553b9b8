/* What a climb aims at: the thresholds asked for, and a measure between them that is drawn for each climb,
 * so that levels differ. */
#ifndef ONLYWAY_GEN_CLIMB_AIM_H
#define ONLYWAY_GEN_CLIMB_AIM_H

#include "base/rng.h"
#include "filters/filters.h"

/* A measure that is to be between `low` and `high` where the thresholds do not say otherwise; no goal is
 * higher unless the least that is asked for is. */
struct aim_range {
    enum measure measure;
    double low, high;
    double near;   /* how near to a goal is near enough */
    double weight; /* what a unit of the measure counts */
};

struct aim {
    const struct filter_settings *filters;
    struct aim_range range; /* as the game has it */
    double goal;            /* what the measure should be */
};

/* Draws the goal of a climb. */
struct aim aim_choose(const struct filter_settings *wanted, struct aim_range range, struct rng *rng);

/* How far a level with all measures is from what is asked for and from the goal; 0: it is there.  A
 * threshold that is missed counts `AIM_THRESHOLD` and as much again for each time its own number, the
 * obvious way, where that is not allowed, the same, the goal the weight for each unit of its measure beyond what is
 * near enough. */
enum { AIM_THRESHOLD = 10 };
double aim_distance(const struct aim *aim, const struct judgement *judgement);

#endif
