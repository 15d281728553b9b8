/* Sokoban's hill climbing: small changes to a room that do not reduce the depth of its deepest level. */
#ifndef ONLYWAY_GEN_SOKOBAN_CLIMB_H
#define ONLYWAY_GEN_SOKOBAN_CLIMB_H

#include "gen/climb/proposer.h"
#include "gen/sokoban/rooms.h"

/* Improves a plan.  *deepest is the depth of its deepest level, and is updated for the improved plan, whose levels
 * are those of the last search.  Returns false if memory runs out. */
bool sokoban_climb(const struct proposal *proposal, struct rooms *rooms, struct room_plan *plan, struct rng *rng,
                   int *deepest);

#endif
