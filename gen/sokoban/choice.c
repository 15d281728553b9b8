/* Selects the level of a room to propose; see choice.h.
 *
 * A room has levels of every depth up to its deepest.  If no filter asks for easier levels, only the deepest are
 * good enough, because in others part of the room would be unused.  If one does, a level that is too hard is
 * followed by one with fewer pushes, so almost every room has a level that fits. */
#include "gen/sokoban/choice.h"

#include "games/sokoban/sokoban.h"
#include "solve/judge/judge.h"

enum {
    SHALLOWER = 10, /* levels whose depth is lower by more than 1/SHALLOWER of the deepest are skipped */
    STEP_DOWN = 8,  /* after a level that was too hard, the depth decreases by 1/STEP_DOWN */
    MOST_JUDGED = 24,
};

/* Returns the first filter that rejects a level, or filter_count.  The level is first judged without measures,
 * which is enough for most. */
static size_t filter_level(const struct proposal *proposal, const struct puzzle *puzzle, struct candidate_list *list)
{
    struct judgement judgement;
    struct request request = {.limits = {.max_states = proposal->options->max_states,
                                         .max_memory = proposal->options->max_memory,
                                         .interrupted = proposal->stop},
                              .enough = filters_enough(proposal->filters)};
    for (;; request.measures = MEASURES_ALL) {
        if (!judge(puzzle, &request, &judgement)) {
            list->failed = true;
            return 0;
        }
        size_t filter = filters_check(proposal->filters, &judgement);
        bool clear = (judgement.verdict == VERDICT_UNIQUE || judgement.verdict == VERDICT_MULTIPLE) &&
                     (uint64_t)judgement.essential_low <= proposal->filters->max_essential;
        judgement_free(&judgement);
        if (!clear || request.measures != MEASURES_NONE)
            return filter;
    }
}

/* Proposes a level if no filter rejects it.  Returns the filter that did, or filter_count. */
static size_t propose_if_kept(const struct proposal *proposal, const struct room *room, const struct room_level *level,
                              struct rng *rng, uint64_t number, struct candidate_list *list)
{
    struct grid grid;
    struct complaint complaint;
    if (!room_write(room, level, rng, &grid)) {
        list->failed = true;
        return 0;
    }
    size_t filter = 0;
    struct puzzle *puzzle = game_sokoban.load(&grid, proposal->variant, &complaint);
    if (puzzle == NULL) {
        list->failed = true;
    } else {
        filter = filter_level(proposal, puzzle, list);
        game_sokoban.free(puzzle);
    }
    if (filter == filter_count)
        candidate_add_level(list, number, &grid);
    grid_free(&grid);
    return filter;
}

/* Whether some filter sets an upper limit on a measure. */
static bool has_ceiling(const struct filter_settings *wanted)
{
    bool has = false;
    for (int i = 0; i < MEASURE_COUNT; i++)
        has = has || wanted->high[i] != UNKNOWN;
    return has;
}

/* Finds the range of depths to try. */
static void find_depths(const struct filter_settings *wanted, int deepest, int *low, int *high)
{
    double least = wanted->low[MEASURE_depth], most = wanted->high[MEASURE_depth];
    *high = most != UNKNOWN && most < deepest ? (int)most : deepest;
    *low = has_ceiling(wanted) ? 1 : deepest - deepest / SHALLOWER;
    if (least > *low)
        *low = least < FOUND_DEPTHS ? (int)least : FOUND_DEPTHS;
}

void sokoban_choose(const struct proposal *proposal, const struct rooms *rooms, int deepest, struct rng *rng,
                    uint64_t number, struct candidate_list *list)
{
    int low, depth;
    unsigned judged = 0;
    size_t last = 0;
    /* With --all, every room is examined in full, without the quick test. */
    bool one = proposal->filters->max_essential == 1 && !proposal->options->all;
    if (deepest < 0) {
        candidate_add_dropped(list, number, FILTER_UNFIT);
        return;
    }
    find_depths(proposal->filters, deepest, &low, &depth);
    while (depth >= low && judged < MOST_JUDGED) {
        struct room_level levels[FOUND_KEPT];
        unsigned count = rooms_levels(rooms, depth, levels);
        bool too_hard = false;
        for (unsigned i = 0; i < count && !too_hard && judged < MOST_JUDGED; i++) {
            if (one && !rooms_is_single(rooms, depth, i))
                continue;
            judged++;
            size_t filter = propose_if_kept(proposal, rooms_room(rooms), &levels[i], rng, number, list);
            if (filter == filter_count || list->failed)
                return;
            last = filter > last ? filter : last;
            too_hard = filters[filter].kind == FILTER_MAX;
        }
        depth -= too_hard ? 1 + depth / STEP_DOWN : 1;
    }
    candidate_add_filtered(list, number, last > 0 ? last : filter_index(FILTER_ESSENTIAL));
}
