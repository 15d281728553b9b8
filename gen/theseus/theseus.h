/* Theseus's proposer. */
#ifndef ONLYWAY_GEN_THESEUS_THESEUS_H
#define ONLYWAY_GEN_THESEUS_THESEUS_H

#include "gen/climb/proposer.h"

extern const struct proposer proposer_theseus;

#endif
