/* The deepest levels for one placement of the goals, found by searching backwards with pulls.
 *
 * Used for rooms that are too large to compare all placements (retro.h).  The search is breadth-first: if its
 * memory fills up, the depths it found are still correct, but deeper levels may exist. */
#ifndef ONLYWAY_GEN_SOKOBAN_PULLS_H
#define ONLYWAY_GEN_SOKOBAN_PULLS_H

#include "gen/sokoban/found.h"
#include "gen/sokoban/room.h"

struct pulls;

/* Makes a search of up to `most_states` states.  Returns NULL if memory runs out. */
struct pulls *pulls_make(uint32_t most_states);
void pulls_free(struct pulls *pulls);

/* Returns the depth of the deepest level found in which no box starts on a goal, or -1 if there is none.  There are
 * at most ROOM_MOST_BOXES goals. */
int pulls_run(struct pulls *pulls, const struct room *room, const struct room_set *goals);

/* Writes levels of this depth from the last run, at most FOUND_KEPT.  Returns their number. */
unsigned pulls_levels(const struct pulls *pulls, int depth, struct room_level *levels);

/* Whether the n-th of these levels is known to have only one solution. */
bool pulls_is_single(const struct pulls *pulls, int depth, unsigned n);

/* Whether the last run did not run out of room for states. */
bool pulls_met_all(const struct pulls *pulls);

#endif
