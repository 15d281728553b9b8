/* The deepest levels of a room: every placement of the boxes against every placement of the
 * goals.
 *
 * A room with n cells and b boxes has C(n, b) placements of the goals, and for each of them a state
 * has a depth.  Instead of a backward search for each placement there is one for all of them: each
 * state has a set, one bit for each placement of the goals, of those that can be reached from it in
 * d pushes.  The set for d + 1 is what it was and the sets of all states one push further on.  So
 * one round takes a few words of work for each push of the room, and when nothing changes any more,
 * the bits that came last are the deepest levels there are: provably, for all states and all goals
 * have been compared. */
#ifndef ONLYWAY_GEN_SOKOBAN_RETRO_H
#define ONLYWAY_GEN_SOKOBAN_RETRO_H

#include "gen/sokoban_draft.h"

enum {
    RETRO_MOST_BOXES = 6,
    RETRO_KEPT = 8,   /* levels kept of each depth */
    RETRO_DEPTHS = 4, /* depths of which levels are kept */
};

struct retro_level {
    uint64_t boxes, goals;
    unsigned player; /* bit */
};

struct retro;

/* For rooms of up to `most_states` states and sets of `most_words` words in all.  NULL: out of
 * memory. */
struct retro *retro_make(unsigned boxes, uint32_t most_states, size_t most_words);
void retro_free(struct retro *retro);

/* Finds the depth of the deepest level of a room in which no box starts on a goal; -1: there is
 * none, or the room has too many states.  Where the sets of all placements would have too many
 * words, only every second, third... placement of the goals is looked at. */
int retro_run(struct retro *retro, const struct sokoban_draft *draft);

/* The depth of these levels; -1: there are none. */
int retro_depth(const struct retro *retro, unsigned below);

/* Levels of the last run that are of one depth: the deepest for `below` 0, the next less deep for
 * 1, and so on below RETRO_DEPTHS.  Returns how many. */
unsigned retro_levels(const struct retro *retro, unsigned below, struct retro_level *levels);

/* Whether the last run looked at all placements of the goals. */
bool retro_compared_all(const struct retro *retro);

/* Pairs of a state and a placement of the goals that the last run compared. */
uint64_t retro_pairs(const struct retro *retro);

#endif
