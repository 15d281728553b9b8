/* Where LongCat's solutions part, however many there are. */
#ifndef ONLYWAY_SOLVE_LONGCAT_PARTINGS_H
#define ONLYWAY_SOLVE_LONGCAT_PARTINGS_H

#include "games/longcat.h"
#include "solve/solvers.h"

/* A partings_function for levels without symmetries, or with more than twelve solutions. */
enum partings_result longcat_all_partings(const struct puzzle *puzzle, const struct limits *limits,
                                          struct partings *partings, char reason[80]);

#endif
