/* The levels of a room, by whichever search suits it: all goals at once, or those it comes with. */
#ifndef ONLYWAY_GEN_SOKOBAN_ROOMS_H
#define ONLYWAY_GEN_SOKOBAN_ROOMS_H

#include "gen/sokoban/pulls.h"
#include "gen/sokoban/retro.h"

/* A room with its goals, which matter only where a room is too large to compare all of them. */
struct room_plan {
    struct sokoban_draft draft;
    unsigned boxes;
    int goals[ROOM_MOST_BOXES]; /* cells of the draft, all of them floor and none twice */
};

/* Draws goals anew.  False: there is no room for them. */
bool room_plan_goals(struct room_plan *plan, struct rng *rng);

/* Moves one goal to a free cell. */
void room_plan_move_goal(struct room_plan *plan, struct rng *rng);

/* Whether all goals are on floor. */
bool room_plan_holds(const struct room_plan *plan);

/* A thread's own. */
struct rooms;

struct rooms *rooms_make(void); /* NULL: out of memory */
void rooms_free(struct rooms *rooms);

/* Whether a plan's room is small enough for all goals to be compared, or many. */
bool rooms_compare_goals(const struct room_plan *plan);

/* Finds the depth of the deepest level; -1: there is none.  False: out of memory. */
bool rooms_search(struct rooms *rooms, const struct room_plan *plan, int *deepest);

/* Writes levels of the last search that have this depth, FOUND_KEPT at most.  Returns how many. */
unsigned rooms_levels(const struct rooms *rooms, int depth, struct room_level *levels);

/* Whether the n-th of these may well have only one solution; false: it hardly has. */
bool rooms_is_single(const struct rooms *rooms, int depth, unsigned n);

/* The room of the last search. */
const struct room *rooms_room(const struct rooms *rooms);

#endif
