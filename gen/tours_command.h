/* gen snake --tours: writes random Hamiltonian cycles of one arena. */
#ifndef ONLYWAY_GEN_TOURS_COMMAND_H
#define ONLYWAY_GEN_TOURS_COMMAND_H

#include "gen/proposer.h"

extern const struct sideline snake_tours;

#endif
