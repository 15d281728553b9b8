/* The deepest levels of a room: every placement of the boxes against every placement of the goals.
 *
 * A room with n cells and b boxes has C(n, b) placements of the goals, and each of them gives every state a depth.
 * Instead of one backward search for each placement, a single search handles all of them.  Each state has a set,
 * with one bit for each placement of the goals that can be reached from it in d pushes.  The set for d + 1 is the
 * old set united with the sets of all states one push away.  A round costs a few words of work for each push in the
 * room.  When nothing changes any more, the bits added last are provably the deepest levels, because all states and
 * all goals have been compared.
 *
 * If there are too many placements for this, only a sample spread over all of them serves as goals.  The depths are
 * still exact, but deeper levels may exist. */
#ifndef ONLYWAY_GEN_SOKOBAN_RETRO_H
#define ONLYWAY_GEN_SOKOBAN_RETRO_H

#include "gen/sokoban/found.h"
#include "gen/sokoban/graph.h"

struct retro;

/* Makes a search of rooms with up to `most_states` states.  If the sets for all goals would take more than
 * `most_words` words in total, fewer goals are compared, but at least enough to fill `least_words` of each set.
 * Returns NULL if memory runs out. */
struct retro *retro_make(unsigned boxes, uint32_t most_states, size_t most_words, size_t least_words);
void retro_free(struct retro *retro);

/* Whether a room is small enough, judged by its number of cells. */
bool retro_fits(const struct retro *retro, unsigned cells);

/* Returns the depth of a room's deepest level in which no box starts on a goal, or -1 if there is none or the room
 * has too many states. */
int retro_run(struct retro *retro, const struct room *room);

/* Writes levels of this depth from the last run, at most FOUND_KEPT.  Returns their number. */
unsigned retro_levels(const struct retro *retro, int depth, struct room_level *levels);

/* Whether the n-th of these levels is known to have only one solution. */
bool retro_is_single(struct retro *retro, int depth, unsigned n);

/* Whether the last run compared all placements of the goals. */
bool retro_compared_all(const struct retro *retro);

/* The number of pairs of a state and a placement of the goals that the last run compared. */
uint64_t retro_pairs(const struct retro *retro);

#endif
