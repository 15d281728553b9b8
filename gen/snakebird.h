/* Snakebird's proposer. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_H
#define ONLYWAY_GEN_SNAKEBIRD_H

#include "gen/proposer.h"

extern const struct proposer proposer_snakebird;

#endif
