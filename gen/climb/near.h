/* Proposing from a level that is given, in any game: see gen/climb/from.h.
 *
 * A level with open cells has these filled in at random, and then changed as long as that brings it nearer to what
 * is asked for.  Of a level without any come first all that are one change away, as `solve --mend` knows changes,
 * then those two away, all of them or so many drawn at random, then ever more, which are climbed to; so those that
 * are kept are the nearest. */
#ifndef ONLYWAY_GEN_CLIMB_NEAR_H
#define ONLYWAY_GEN_CLIMB_NEAR_H

#include "gen/climb/proposer.h"

/* What a game's proposer becomes. */
struct proposer near_proposer(const struct proposer *proposer);

#endif
