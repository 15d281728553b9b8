/* Snowman's proposer. */
#ifndef ONLYWAY_GEN_SNOWMAN_H
#define ONLYWAY_GEN_SNOWMAN_H

#include "gen/proposer.h"

extern const struct proposer proposer_snowman;

#endif
