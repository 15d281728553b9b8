/* Climbs of Sokoban rooms; see sokoban_climb.h. */
#include "gen/sokoban_climb.h"

#include "gen/ascent.h"
#include "gen/sokoban_pieces.h"

enum {
    EDITS = 40,
    SHALLOWER = 5, /* levels less deep by more than this part of the deepest are not looked at */
};

struct climb {
    struct ascent ascent;
    struct rooms *rooms;
    struct room_plan plan, next; /* `next` is the edited copy */
    struct rng *rng;
};

static bool edit(void *context)
{
    struct climb *climb = context;
    const struct proposal *proposal = climb->ascent.proposal;
    struct room_plan *next = &climb->next;
    *next = climb->plan;
    if (!rooms_compare_goals(next) && rng_below(climb->rng, 2) == 0) {
        room_plan_move_goal(next, climb->rng);
        return true;
    }
    uint32_t cells = (uint32_t)sokoban_draft_size(&next->draft);
    for (unsigned n = 1 + rng_below(climb->rng, 3); n > 0; n--) {
        uint32_t cell = rng_below(climb->rng, cells);
        next->draft.floor[cell] = !next->draft.floor[cell];
    }
    sokoban_draft_tidy(&next->draft);
    return sokoban_draft_spans(&next->draft) && sokoban_draft_has_space(&next->draft) &&
           sokoban_walls_fit(proposal, &next->draft) && room_plan_holds(next);
}

/* The depth of the deepest level that may have one solution, if there is one among those that are
 * not much less deep than the deepest. */
static double single_depth(const struct rooms *rooms, int deepest)
{
    struct room_level levels[FOUND_KEPT];
    for (int depth = deepest; depth > deepest - deepest / SHALLOWER; depth--) {
        unsigned count = rooms_levels(rooms, depth, levels);
        for (unsigned n = 0; n < count; n++) {
            if (rooms_is_single(rooms, depth, n))
                return depth;
        }
    }
    return deepest / 4.0;
}

static double worth(void *context, double least)
{
    struct climb *climb = context;
    int deepest;
    climb->ascent.failed |= !rooms_search(climb->rooms, &climb->next, &deepest);
    return deepest < least ? deepest : single_depth(climb->rooms, deepest);
}

static void take(void *context)
{
    struct climb *climb = context;
    climb->plan = climb->next;
}

bool sokoban_climb(const struct proposal *proposal, struct rooms *rooms, struct room_plan *plan,
                   struct rng *rng, int *deepest)
{
    static const struct ascent_steps steps = {edit, worth, take, NULL};
    struct climb climb = {
        .ascent = {.proposal = proposal, .edits = EDITS, .most_effort = UINT64_MAX},
        .rooms = rooms,
        .plan = *plan,
        .rng = rng,
    };
    climb.ascent.worth = single_depth(rooms, *deepest);
    ascend(&climb.ascent, &steps, &climb);
    *plan = climb.plan;
    return !climb.ascent.failed && rooms_search(rooms, plan, deepest);
}
