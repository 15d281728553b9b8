/* gen snake --tours: writes random Hamiltonian cycles of one arena. */
#ifndef ONLYWAY_GEN_SNAKE_TOURS_H
#define ONLYWAY_GEN_SNAKE_TOURS_H

#include "gen/sideline.h"

extern const struct sideline snake_tours;

#endif
