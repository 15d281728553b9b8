/* Hill climbing for Sokoban rooms; see climb.h. */
#include "gen/sokoban/climb.h"

#include "games/sokoban/sokoban.h"
#include "gen/climb/ascent.h"
#include "gen/sokoban/pieces.h"
#include "solve/judge/judge.h"

enum {
    EDITS = 40,
    SHALLOWER = 5,       /* levels whose depth is lower by more than 1/SHALLOWER of the deepest are not examined */
    MOST_STATES = 50000, /* of a level whose luck is measured */
    LUCK_WEIGHT = 2,     /* pushes that one unit of luck is worth */
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

/* Finds the luck that a level needs, or 0 if that takes too long.  Returns false on failure. */
static bool find_luck(const struct climb *climb, const struct room_level *level, double *luck)
{
    struct grid grid;
    struct rng rng = *climb->rng; /* a copy, because the player's cell does not matter */
    struct complaint complaint;
    struct judgement judgement;
    struct request request = {.limits = {.max_states = MOST_STATES,
                                         .max_memory = climb->ascent.proposal->options->max_memory,
                                         .interrupted = climb->ascent.proposal->stop},
                              .measures = MEASURES_ALL,
                              .enough = 2};
    if (!room_write(rooms_room(climb->rooms), level, &rng, &grid))
        return false;
    struct puzzle *puzzle = game_sokoban.load(&grid, climb->ascent.proposal->variant, &complaint);
    grid_free(&grid);
    if (puzzle == NULL)
        return false;
    bool good = judge(puzzle, &request, &judgement);
    game_sokoban.free(puzzle);
    if (!good)
        return false;
    *luck = judgement.measure[MEASURE_luck] == UNKNOWN ? 0 : judgement.measure[MEASURE_luck];
    judgement_free(&judgement);
    return true;
}

/* The worth of the room of the last search: the depth and luck of its deepest level with a single solution, if one
 * exists not far below the deepest level. */
static double room_worth(struct climb *climb, int deepest)
{
    struct room_level levels[FOUND_KEPT];
    for (int depth = deepest; depth > deepest - deepest / SHALLOWER; depth--) {
        unsigned count = rooms_levels(climb->rooms, depth, levels);
        for (unsigned n = 0; n < count; n++) {
            double luck = 0;
            if (!rooms_is_single(climb->rooms, depth, n))
                continue;
            climb->ascent.failed |= !find_luck(climb, &levels[n], &luck);
            return depth + LUCK_WEIGHT * luck;
        }
    }
    return deepest / 4.0;
}

static double worth(void *context, double least)
{
    (void)least;
    struct climb *climb = context;
    int deepest;
    climb->ascent.failed |= !rooms_search(climb->rooms, &climb->next, &deepest);
    return climb->ascent.failed ? WORTHLESS : room_worth(climb, deepest);
}

static void take(void *context)
{
    struct climb *climb = context;
    climb->plan = climb->next;
}

bool sokoban_climb(const struct proposal *proposal, struct rooms *rooms, struct room_plan *plan, struct rng *rng,
                   int *deepest)
{
    static const struct ascent_steps steps = {edit, worth, take, NULL};
    struct climb climb = {
        .ascent = {.proposal = proposal, .edits = EDITS, .most_effort = UINT64_MAX},
        .rooms = rooms,
        .plan = *plan,
        .rng = rng,
    };
    climb.ascent.worth = room_worth(&climb, *deepest);
    ascend(&climb.ascent, &steps, &climb);
    *plan = climb.plan;
    return !climb.ascent.failed && rooms_search(rooms, plan, deepest);
}
