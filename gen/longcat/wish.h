/* The wish of a climb: what kind of LongCat level it looks for, and how far from it a level is. */
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

/* How far a level is from the wish; 0: it is there. */
struct shortfall {
    double demands; /* from the filters and piece options, without which it is dropped */
    double luck;    /* from the wish's luck */
};

/* Draws a wish: what the filters ask for and, within that, a random amount of luck that boards of this size can give.
 * So a run has levels of all kinds. */
void longcat_wish_draw(struct longcat_wish *wish, const struct proposal *proposal, struct rng *rng);

/* Returns how far a level with one solution and this profile is from the wish. */
struct shortfall longcat_wish_shortfall(const struct longcat_wish *wish, const struct profile *profile, unsigned walls);

static inline double shortfall_total(struct shortfall shortfall)
{
    return shortfall.demands + shortfall.luck;
}

/* Returns whether a level exceeds the wish in something that putting slides before its solution can only make
 * worse. */
bool longcat_wish_exceeded(const struct longcat_wish *wish, const struct profile *profile, unsigned walls);

#endif
