/* The proposer for PuzzleScript levels. */
#ifndef ONLYWAY_GEN_PUZZLESCRIPT_PUZZLESCRIPT_H
#define ONLYWAY_GEN_PUZZLESCRIPT_PUZZLESCRIPT_H

#include "gen/climb/proposer.h"

extern const struct proposer proposer_puzzlescript;

#endif
