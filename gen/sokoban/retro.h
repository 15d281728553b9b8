/* The deepest levels of a room: every placement of the boxes against every placement of the
 * goals.
 *
 * A room with n cells and b boxes has C(n, b) placements of the goals, and for each of them a state
 * has a depth.  Instead of a backward search for each placement there is one for all of them: each
 * state has a set, one bit for each placement of the goals, of those that can be reached from it in
 * d pushes.  The set for d + 1 is what it was and the sets of all states one push further on.  So
 * one round takes a few words of work for each push of the room, and when nothing changes any more,
 * the bits that came last are the deepest levels there are: provably, for all states and all goals
 * have been compared.
 *
 * Where there are too many placements for that, some of them are goals, spread over all: the depths
 * are as right, but there may be deeper levels. */
#ifndef ONLYWAY_GEN_SOKOBAN_RETRO_H
#define ONLYWAY_GEN_SOKOBAN_RETRO_H

#include "gen/sokoban/found.h"
#include "gen/sokoban/graph.h"

struct retro;

/* For rooms of up to `most_states` states.  Where the sets of all goals would have more than
 * `most_words` words in all, there are fewer goals, but as many as fill `least_words` of each set.
 * NULL: out of memory. */
struct retro *retro_make(unsigned boxes, uint32_t most_states, size_t most_words, size_t least_words);
void retro_free(struct retro *retro);

/* Whether a room is small enough, as far as its cells tell. */
bool retro_fits(const struct retro *retro, unsigned cells);

/* Finds the depth of the deepest level of a room in which no box starts on a goal; -1: there is
 * none, or the room has too many states. */
int retro_run(struct retro *retro, const struct room *room);

/* Writes levels of the last run that have this depth, FOUND_KEPT at most.  Returns how many. */
unsigned retro_levels(const struct retro *retro, int depth, struct room_level *levels);

/* Whether the n-th of these is known to have only one solution. */
bool retro_is_single(struct retro *retro, int depth, unsigned n);

/* Whether the last run looked at all placements of the goals. */
bool retro_compared_all(const struct retro *retro);

/* Pairs of a state and a placement of the goals that the last run compared. */
uint64_t retro_pairs(const struct retro *retro);

#endif
