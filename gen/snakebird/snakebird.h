/* Snakebird's proposer. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H
#define ONLYWAY_GEN_SNAKEBIRD_SNAKEBIRD_H

#include "gen/climb/proposer.h"

extern const struct proposer proposer_snakebird;

#endif
