/* Code shared by all climbs; see ascent.h. */
#include "gen/climb/ascent.h"

#include <math.h>

enum { GOALS = 1 << 16 };

struct aim aim_choose(const struct filter_settings *wanted, struct aim_range range, struct rng *rng)
{
    double low = wanted->low[range.measure], high = wanted->high[range.measure];
    if (low == UNKNOWN)
        low = high == UNKNOWN || high >= range.low ? range.low : 0;
    if (high == UNKNOWN || (high > range.high && low <= range.high))
        high = low <= range.high ? range.high : low + range.high - range.low;
    double share = (double)rng_below(rng, GOALS) / GOALS;
    return (struct aim){.filters = wanted, .range = range, .goal = low + share * (high - low)};
}

static double missed(double by, double threshold)
{
    return by <= 0 ? 0 : AIM_THRESHOLD * (1 + by / fmax(threshold, 1));
}

double aim_distance(const struct aim *aim, const struct judgement *judgement)
{
    bool obvious = judgement->greedy == 1 && !aim->filters->allow_greedy;
    double distance = obvious ? AIM_THRESHOLD : 0;
    double turns = (double)aim->filters->min_turns;
    distance += turns > 0 ? missed(turns - judgement->turns, turns) : 0;
    for (int i = 0; i < MEASURE_COUNT; i++) {
        double low = aim->filters->low[i], high = aim->filters->high[i];
        double value = judgement->measure[i];
        if (low != UNKNOWN)
            distance += missed(low - value, low); /* UNKNOWN counts as the least value */
        if (high != UNKNOWN)
            distance += value == UNKNOWN ? 2 * AIM_THRESHOLD : missed(value - high, high);
    }
    double value = judgement->measure[aim->range.measure];
    double off = (value == UNKNOWN ? aim->goal : fabs(value - aim->goal)) - aim->range.near;
    return distance + (off <= 0 ? 0 : aim->range.weight * off);
}

/* --- the loop --- */

bool ascend(struct ascent *ascent, const struct ascent_steps *steps, void *climb)
{
    bool fresh = true; /* whether the draft is new */
    for (uint64_t n = 0; n < ascent->edits && ascent->effort < ascent->most_effort; n++) {
        if (proposal_stopped(ascent->proposal) || ascent->failed)
            return false;
        if (fresh && steps->enough != NULL && steps->enough(climb))
            return true;
        double worth = steps->edit(climb) ? steps->worth(climb, ascent->worth) : WORTHLESS;
        fresh = worth >= ascent->worth && !ascent->failed;
        if (fresh) {
            steps->accept(climb);
            ascent->worth = worth;
        }
    }
    return false;
}
