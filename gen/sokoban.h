/* Sokoban's proposer. */
#ifndef ONLYWAY_GEN_SOKOBAN_H
#define ONLYWAY_GEN_SOKOBAN_H

#include "gen/proposer.h"

extern const struct proposer proposer_sokoban;

#endif
