/* gen snake --tours: writes random Hamiltonian cycles of one arena. */
#ifndef ONLYWAY_GEN_SNAKE_TOURS_H
#define ONLYWAY_GEN_SNAKE_TOURS_H

#include "gen/climb/other_output.h"

extern const struct other_output snake_tours;

#endif
