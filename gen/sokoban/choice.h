/* Selects the level of a room to propose. */
#ifndef ONLYWAY_GEN_SOKOBAN_CHOICE_H
#define ONLYWAY_GEN_SOKOBAN_CHOICE_H

#include "gen/climb/proposer.h"
#include "gen/sokoban/rooms.h"

/* Proposes the first level of the last search's room that passes the filters, starting with the deepest levels.
 * Proposes only that one, because the levels of a room are very similar.  If no level passes, the room counts as
 * rejected by the last of the filters that rejected a level.  `deepest` is the result of the search. */
void sokoban_choose(const struct proposal *proposal, const struct rooms *rooms, int deepest, struct rng *rng,
                    uint64_t number, struct candidate_list *list);

#endif
