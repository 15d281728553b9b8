/* Snowman's proposer. */
#ifndef ONLYWAY_GEN_SNOWMAN_SNOWMAN_H
#define ONLYWAY_GEN_SNOWMAN_SNOWMAN_H

#include "gen/climb/proposer.h"

extern const struct proposer proposer_snowman;

#endif
