/* Sokoban's proposer. */
#ifndef ONLYWAY_GEN_SOKOBAN_SOKOBAN_H
#define ONLYWAY_GEN_SOKOBAN_SOKOBAN_H

#include "gen/climb/proposer.h"

extern const struct proposer proposer_sokoban;

#endif
