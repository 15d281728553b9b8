/* Snowman's proposer. */
#ifndef ONLYWAY_GEN_SNOWMAN_SNOWMAN_H
#define ONLYWAY_GEN_SNOWMAN_SNOWMAN_H

#include "gen/climb/proposer.h"

/* Its options: the allowed number of each kind of content. */
struct snowman_pieces {
    struct number_range walls, snow, snowmen, targets;
};

extern const struct proposer proposer_snowman;

#endif
