/* The deepest levels for one placement of the goals: a search backwards from there, by pulls.
 *
 * For rooms that are too large to compare all placements (retro.h).  It is breadth first, so
 * that what it has met when it is full has the depth that is said, though something deeper may be
 * left. */
#ifndef ONLYWAY_GEN_SOKOBAN_PULLS_H
#define ONLYWAY_GEN_SOKOBAN_PULLS_H

#include "gen/sokoban/found.h"
#include "gen/sokoban/room.h"

struct pulls;

/* For up to `most_states` states.  NULL: out of memory. */
struct pulls *pulls_make(uint32_t most_states);
void pulls_free(struct pulls *pulls);

/* Finds the depth of the deepest level met in which no box starts on a goal; -1: there is none.
 * There are at most ROOM_MOST_BOXES goals. */
int pulls_run(struct pulls *pulls, const struct room *room, const struct room_set *goals);

/* Writes levels of the last run that have this depth, FOUND_KEPT at most.  Returns how many. */
unsigned pulls_levels(const struct pulls *pulls, int depth, struct room_level *levels);

/* Whether the n-th of these is known to have only one solution. */
bool pulls_is_single(const struct pulls *pulls, int depth, unsigned n);

/* Whether the last run has met all there is. */
bool pulls_met_all(const struct pulls *pulls);

#endif
