/* Proposing levels from a given level, in any game: see gen/climb/from.h.
 *
 * If the level has open cells, they are filled in at random and then changed as long as that brings the level closer
 * to what is asked for.  Otherwise all levels one change away come first, with the changes that `solve --mend`
 * makes; then levels two changes away, all of them or a random sample; then levels with more and more changes, found
 * by climbing.  The levels that are kept are therefore the nearest. */
#ifndef ONLYWAY_GEN_CLIMB_NEAR_H
#define ONLYWAY_GEN_CLIMB_NEAR_H

#include "gen/climb/proposer.h"

/* Returns a game's proposer, changed to propose from the given level. */
struct proposer near_proposer(const struct proposer *proposer);

#endif
