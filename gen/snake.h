/* Snake's proposer. */
#ifndef ONLYWAY_GEN_SNAKE_H
#define ONLYWAY_GEN_SNAKE_H

#include "gen/proposer.h"

extern const struct proposer proposer_snake;

#endif
