/* The levels of a room, found by the search that suits it: for all placements of the goals at once, or for the
 * plan's own. */
#ifndef ONLYWAY_GEN_SOKOBAN_ROOMS_H
#define ONLYWAY_GEN_SOKOBAN_ROOMS_H

#include "gen/sokoban/pulls.h"
#include "gen/sokoban/retro.h"

/* A room with its goals, which are used only if the room is too large to compare all placements. */
struct room_plan {
    struct sokoban_draft draft;
    unsigned boxes;
    int goals[ROOM_MOST_BOXES]; /* distinct floor cells of the draft */
};

/* Places new random goals.  Returns false if there is no room for them. */
bool room_plan_goals(struct room_plan *plan, struct rng *rng);

/* Moves one goal to a free cell. */
void room_plan_move_goal(struct room_plan *plan, struct rng *rng);

/* Whether all goals are on floor. */
bool room_plan_holds(const struct room_plan *plan);

/* One per thread. */
struct rooms;

struct rooms *rooms_make(void); /* NULL: out of memory */
void rooms_free(struct rooms *rooms);

/* Whether a plan's room is small enough to compare all or many placements of the goals. */
bool rooms_compare_goals(const struct room_plan *plan);

/* Finds the depth of the deepest level, or -1 if there is none.  Returns false if memory runs out. */
bool rooms_search(struct rooms *rooms, const struct room_plan *plan, int *deepest);

/* Writes levels of this depth from the last search, at most FOUND_KEPT.  Returns their number. */
unsigned rooms_levels(const struct rooms *rooms, int depth, struct room_level *levels);

/* Whether the n-th of these levels may have only one solution; false: it is unlikely to. */
bool rooms_is_single(const struct rooms *rooms, int depth, unsigned n);

/* The room of the last search. */
const struct room *rooms_room(const struct rooms *rooms);

#endif
