/* Sokoban's climbs: small changes to a room that do not make its deepest level less deep. */
#ifndef ONLYWAY_GEN_SOKOBAN_CLIMB_H
#define ONLYWAY_GEN_SOKOBAN_CLIMB_H

#include "gen/climb/proposer.h"
#include "gen/sokoban/rooms.h"

/* Improves a plan.  *deepest is its deepest level, and in the end that of the better one, whose levels
 * are those of the last search.  False: out of memory. */
bool sokoban_climb(const struct proposal *proposal, struct rooms *rooms, struct room_plan *plan, struct rng *rng,
                   int *deepest);

#endif
