/* The levels of rooms; see sokoban_rooms.h. */
#include "gen/sokoban_rooms.h"

#include <stdlib.h>

enum {
    RETRO_STATES = 100000,    /* of a room */
    RETRO_PLACEMENTS = 40000,
    RETRO_WORDS = 8,          /* of a state's set, in large rooms */
    RETRO_WORK = 1 << 17,     /* words of all sets, up to which all goals are compared */
    PULLED_STATES = 100000,
};

struct rooms {
    struct room room;
    struct retro *retro[ROOM_MOST_BOXES + 1]; /* made when first needed */
    struct pulls *pulls;                      /* likewise */
    struct retro *last;                       /* which of them the last search was; NULL: pulls */
};

/* --- plans --- */

static bool is_goal(const struct room_plan *plan, int cell, unsigned count)
{
    bool goal = false;
    for (unsigned n = 0; n < count; n++)
        goal = goal || plan->goals[n] == cell;
    return goal;
}

/* Draws the n-th goal; those before it stay. */
static void draw_goal(struct room_plan *plan, unsigned n, unsigned others, struct rng *rng)
{
    int cell;
    do {
        cell = (int)rng_below(rng, (uint32_t)sokoban_draft_size(&plan->draft));
    } while (!plan->draft.floor[cell] || is_goal(plan, cell, others));
    plan->goals[n] = cell;
}

bool room_plan_goals(struct room_plan *plan, struct rng *rng)
{
    if (sokoban_draft_floor(&plan->draft) < 2 * plan->boxes + 1)
        return false;
    for (unsigned n = 0; n < plan->boxes; n++)
        draw_goal(plan, n, n, rng);
    return true;
}

void room_plan_move_goal(struct room_plan *plan, struct rng *rng)
{
    draw_goal(plan, rng_below(rng, plan->boxes), plan->boxes, rng);
}

bool room_plan_holds(const struct room_plan *plan)
{
    bool holds = true;
    for (unsigned n = 0; n < plan->boxes; n++)
        holds = holds && plan->draft.floor[plan->goals[n]];
    return holds;
}

/* --- searches --- */

struct rooms *rooms_make(void)
{
    return calloc(1, sizeof(struct rooms));
}

void rooms_free(struct rooms *rooms)
{
    for (unsigned boxes = 0; boxes <= ROOM_MOST_BOXES; boxes++) {
        if (rooms->retro[boxes] != NULL)
            retro_free(rooms->retro[boxes]);
    }
    if (rooms->pulls != NULL)
        pulls_free(rooms->pulls);
    free(rooms);
}

bool rooms_compare_goals(const struct room_plan *plan)
{
    unsigned cells = sokoban_draft_floor(&plan->draft);
    double placements = 1;
    for (unsigned k = 0; k < plan->boxes && cells > k; k++)
        placements *= (double)(cells - k) / (k + 1);
    return cells <= ROOM_WORD && placements <= RETRO_PLACEMENTS;
}

bool rooms_search(struct rooms *rooms, const struct room_plan *plan, int *deepest)
{
    *deepest = -1;
    rooms->last = NULL;
    room_make(&rooms->room, &plan->draft);
    if (rooms_compare_goals(plan)) {
        struct retro **retro = &rooms->retro[plan->boxes];
        if (*retro == NULL)
            *retro = retro_make(plan->boxes, RETRO_STATES, RETRO_WORK, RETRO_WORDS);
        rooms->last = *retro;
        if (*retro != NULL)
            *deepest = retro_run(*retro, &rooms->room);
        return *retro != NULL;
    }
    if (rooms->pulls == NULL)
        rooms->pulls = pulls_make(PULLED_STATES);
    if (rooms->pulls == NULL)
        return false;
    struct room_set goals = {{0}};
    for (unsigned cell = 0; cell < rooms->room.cells; cell++) {
        if (is_goal(plan, rooms->room.place[cell], plan->boxes))
            room_flip(&goals, cell);
    }
    *deepest = pulls_run(rooms->pulls, &rooms->room, &goals);
    return true;
}

unsigned rooms_levels(const struct rooms *rooms, int depth, struct room_level *levels)
{
    return rooms->last != NULL ? retro_levels(rooms->last, depth, levels)
                               : pulls_levels(rooms->pulls, depth, levels);
}

bool rooms_is_single(const struct rooms *rooms, int depth, unsigned n)
{
    return rooms->last != NULL ? retro_is_single(rooms->last, depth, n)
                               : pulls_is_single(rooms->pulls, depth, n);
}

const struct room *rooms_room(const struct rooms *rooms)
{
    return &rooms->room;
}
