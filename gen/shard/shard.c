/* Dividing a run into shards; see shard.h. */
#include "gen/shard/shard.h"

#include <math.h>

/* How much work is done, relative to what is likely to be needed. */
static const double ample = 1.2;

/* The most units to go on, relative to those done. */
enum { MOST_TIMES = 16 };

bool shard_pauses(uint64_t have, uint64_t wanted, uint64_t shards)
{
    return wanted < shards || (double)have >= floor(ample * (double)wanted / (double)shards);
}

uint64_t shard_next_bound(const struct advance *advance, unsigned batch)
{
    double units = (double)advance->units, step = HUGE_VAL, tries = (double)advance->tries;
    if (advance->wanted != UINT64_MAX && advance->kept == 0) {
        step = 3 * units; /* nothing tells how fast levels come */
    } else if (advance->wanted != UINT64_MAX) {
        /* Levels come more slowly the more there are, because more candidates are too near to one of them: their number
         * grows about as a power of the number of units. */
        enum { LEAST_KEPT = 4 }; /* with fewer, the exponent would be chance */
        double exponent = 1;
        if (advance->kept_then >= LEAST_KEPT && advance->then < advance->units) {
            double rise = log((double)advance->kept / (double)advance->kept_then);
            exponent = fmin(fmax(rise / log(units / (double)advance->then), 0.5), 1);
        }
        step = ample * fmin(units * (pow((double)advance->wanted / (double)advance->kept, 1 / exponent) - 1),
                            MOST_TIMES * units);
    }
    if (advance->most != 0 && tries > 0)
        step = fmin(step, units * (double)(advance->most - advance->tries) / tries);
    if (advance->patience != 0 && tries > 0)
        step = fmin(step, units * fmax((double)(advance->patience - advance->barren) / tries, 0.25));
    if (step == HUGE_VAL)
        step = 3 * units;
    uint64_t batches = advance->units / batch + 1, most = UINT64_MAX / batch;
    double wanted = ceil((units + step) / batch);
    if (wanted > (double)batches)
        batches = wanted < (double)most ? (uint64_t)wanted : most;
    return batches * batch;
}
