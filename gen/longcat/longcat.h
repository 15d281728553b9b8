/* LongCat's proposer. */
#ifndef ONLYWAY_GEN_LONGCAT_LONGCAT_H
#define ONLYWAY_GEN_LONGCAT_LONGCAT_H

#include "gen/climb/proposer.h"

/* The options of the proposer. */
struct longcat_pieces {
    struct number_range walls;
};

extern const struct proposer proposer_longcat;

#endif
