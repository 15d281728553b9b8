/* What a climb towards a LongCat level is after, and how far from it a level is. */
#ifndef ONLYWAY_GEN_LONGCAT_WISH_H
#define ONLYWAY_GEN_LONGCAT_WISH_H

#include "base/rng.h"
#include "gen/climb/proposer.h"
#include "solve/longcat/probe.h"

struct longcat_wish {
    const struct filter_settings *filters;
    struct number_range walls;
    double luck; /* bits */
};

/* How far a level is from what is wanted; 0: it is there. */
struct shortfall {
    double demands; /* of the filters and piece options, without which it is dropped */
    double luck;    /* of the luck that the climb is after */
};

/* Draws a wish: what the filters ask for and, within that, some luck that boards of the size can give; so
 * a run has levels of all kinds. */
void longcat_wish_draw(struct longcat_wish *wish, const struct proposal *proposal, struct rng *rng);

/* What a level with one solution of that profile lacks. */
struct shortfall longcat_wish_shortfall(const struct longcat_wish *wish, const struct profile *profile, unsigned walls);

static inline double shortfall_total(struct shortfall shortfall)
{
    return shortfall.demands + shortfall.luck;
}

/* Whether a level has more of something than is wanted that can only become more when slides are put before
 * its solution. */
bool longcat_wish_exceeded(const struct longcat_wish *wish, const struct profile *profile, unsigned walls);

#endif
