/* Snowman's proposer. */
#ifndef ONLYWAY_GEN_SNOWMAN_SNOWMAN_H
#define ONLYWAY_GEN_SNOWMAN_SNOWMAN_H

#include "gen/climb/proposer.h"

/* Its options: the allowed number of each kind of content, and the composition. */
struct snowman_pieces {
    struct number_range walls, snow, snowmen, targets;
    unsigned symmetry; /* of walls, ground and balls */
    bool loose_balls;  /* of a unit: balls have no images, because no cell is its own image */
    bool snowy;        /* of a unit: the ground is snow with bare strips; else bare with some snow */
    bool covered;      /* of a unit: the ground is snow without strips */
};

extern const struct proposer proposer_snowman;

#endif
