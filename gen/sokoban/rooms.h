/* The searches that find the levels of rooms. */
#ifndef ONLYWAY_GEN_SOKOBAN_ROOMS_H
#define ONLYWAY_GEN_SOKOBAN_ROOMS_H

#include "gen/sokoban/room.h"

/* A search samples a few levels of each depth across all that it found. */
enum {
    FOUND_DEPTHS = 256, /* deeper levels are ignored */
    FOUND_KEPT = 8,     /* per depth */
};

/* --- the deepest levels of a room, by retrograde search ---
 *
 * The search compares every placement of the boxes with every placement of the goals.
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

/* --- the deepest levels for one placement of the goals, found by searching backwards with pulls ---
 *
 * Used for rooms that are too large to compare all placements at once.  The search is breadth-first: if its
 * memory fills up, the depths it found are still correct, but deeper levels may exist. */

struct pulls;

/* Makes a search of up to `most_states` states.  Returns NULL if memory runs out. */
struct pulls *pulls_make(uint32_t most_states);
void pulls_free(struct pulls *pulls);

/* Where boxes may start. */
struct box_places {
    struct room_set barred;             /* cells where none may */
    struct number_range on_goals;       /* boxes that start on goals */
    bool touching, apart;               /* touching: some box has another one beside it; apart: no box has */
    bool close;                         /* each box has another one at most two steps away */
    bool in_line;                       /* all are in one row or column */
    enum composition_symmetry symmetry; /* of the boxes; SYMMETRY_ANY: as it comes */
};

/* Returns the depth of the deepest level found, or -1 if there is none.  There are at most ROOM_MOST_BOXES goals. */
int pulls_run(struct pulls *pulls, const struct room *room, const struct room_set *goals,
              const struct box_places *places);

/* Writes levels of this depth from the last run, at most FOUND_KEPT.  Returns their number. */
unsigned pulls_levels(const struct pulls *pulls, int depth, struct room_level *levels);

/* Whether the n-th of these levels is known to have only one solution. */
bool pulls_is_single(const struct pulls *pulls, int depth, unsigned n);

/* Whether the last run had room for all states. */
bool pulls_met_all(const struct pulls *pulls);

/* --- the search that suits a room: for all placements of the goals at once, or for the plan's own --- */

/* How goals lie: touching, if they can, the second kind in a line; each two steps straight from another; or each one
 * or two steps from another. */
enum goal_area { GOALS_ANYWHERE, GOALS_TOGETHER, GOALS_IN_LINE, GOALS_APART, GOALS_NEAR, GOAL_AREAS };

/* A room with its goals, which are used if it is composed, or too large to compare all placements. */
struct room_plan {
    struct sokoban_draft draft;
    unsigned boxes;
    int goals[ROOM_MOST_BOXES];         /* distinct floor cells of the draft */
    enum composition_symmetry symmetry; /* of the walls */
    enum composition_symmetry mirrored; /* of the goals and boxes; SYMMETRY_ANY: as it comes */
    bool composed;                      /* the goals are an area; else all placements may be compared */
    enum goal_area area;
    /* Of a composed room: */
    struct box_places starts; /* of the boxes; `barred` is not set */
    bool off_rim;             /* boxes start neither in the outermost rows nor columns */
    bool inner_goals;         /* no goals are in those rows and columns either, if there is room elsewhere */
};

/* Places new random goals, as `area` says, in mirror images if they are mirrored.  Returns false if there is no room
 * for them. */
bool room_plan_goals(struct room_plan *plan, struct rng *rng);

/* Moves one goal to a free cell. */
void room_plan_move_goal(struct room_plan *plan, struct rng *rng);

/* Whether all goals are on floor. */
bool room_plan_holds(const struct room_plan *plan);

/* One per thread. */
struct rooms;

struct rooms *rooms_make(void); /* NULL: out of memory */
void rooms_free(struct rooms *rooms);

/* Whether all or many placements of the goals are compared: the plan is not composed, and its room is small enough. */
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
