/* Which level of a room is proposed. */
#ifndef ONLYWAY_GEN_SOKOBAN_CHOICE_H
#define ONLYWAY_GEN_SOKOBAN_CHOICE_H

#include "gen/climb/proposer.h"
#include "gen/sokoban/rooms.h"

/* Proposes the first level of the room of the last search that would be kept, going from the deepest
 * levels down, and no other: they would be much alike.  If there is none, the filter that came last
 * among those that dropped them is said to have dropped the room.  `deepest` is what the search
 * found. */
void sokoban_choose(const struct proposal *proposal, const struct rooms *rooms, int deepest, struct rng *rng,
                    uint64_t number, struct candidate_list *list);

#endif
