/* Sokoban's proposer: random rooms with their deepest levels, random pulls, and hill climbing.
 *
 * A unit is one room, one climb or, with --all, one set of walls.  Each yields at most one candidate. */
#include "games/sokoban/sokoban.h"
#include "gen/climb/ascent.h"
#include "gen/climb/draft.h"
#include "gen/sokoban/looks.h"
#include "solve/judge/judge.h"

#include <stdlib.h>
#include <string.h>

/* Sokoban's options. */
struct sokoban_pieces {
    struct number_range walls, boxes;
    unsigned symmetry; /* of the walls */
};

enum { METHOD_RETRO, METHOD_REVERSE, METHOD_CLIMB };
static const struct method methods[] = {
    [METHOD_RETRO] = {"retro",
                      "search backwards from every placement of the goals in a random room to the "
                      "start that is farthest away",
                      1000000, 16},
    [METHOD_REVERSE] = {"reverse", "put the boxes on their goals and pull them at random", 1000000, 256},
    [METHOD_CLIMB] = {"climb",
                      "start with a level of method retro, change the room a little at a time and keep what is better",
                      20000, 16},
    {.name = NULL},
};

enum {
    MOST_PULLS = 200,
    GOALS_TRIED = 4, /* in rooms too large to compare all goals */
    MOST_ALL_CELLS = 25,
    LARGE = 25, /* a room of this many cells or more takes long */
};

/* --- rooms --- */

enum {
    PLANS_DRAWN = 24,    /* rooms with goals, of which one is taken by its looks */
    GOALS_DRAWN = 6,     /* placements of the goals, likewise */
    ROOM_FOR_THREE = 25, /* with this many cells or more, three boxes are possible by default */
};

/* The largest floor, in cells, that a search handles easily, by number of boxes. */
static const unsigned char most_floor[ROOM_MOST_BOXES + 1] = {64, 64, 64, 56, 44, 36, 32};

/* The default number of boxes, by difficulty and without one. */
static const struct number_range usual_boxes[DIFFICULTY_BAND_COUNT] = {{2, 3}, {2, 4}, {3, 4}, {3, 5}};
static const struct number_range any_boxes = {2, 5};

static struct number_range boxes_wanted(const struct proposal *proposal)
{
    const struct sokoban_pieces *pieces = proposal->pieces;
    bool small = proposal->size.columns * proposal->size.rows < ROOM_FOR_THREE;
    if (small || proposal->options->all)
        return range_or(pieces->boxes, 2, 2);
    struct number_range usual = proposal->band < 0 ? any_boxes : usual_boxes[proposal->band];
    return range_or(pieces->boxes, usual.low, usual.high);
}

/* Draws the number of boxes; of the usual numbers, each as often as people use it. */
static unsigned draw_boxes(const struct proposal *proposal, struct rng *rng)
{
    static const unsigned char shares[] = {[2] = 22, [3] = 45, [4] = 22, [5] = 11};
    const struct sokoban_pieces *pieces = proposal->pieces;
    struct number_range wanted = boxes_wanted(proposal);
    if (pieces->boxes.high != ANY_NUMBER || wanted.low < 2 || wanted.high >= sizeof shares)
        return range_draw(wanted, rng);
    return (unsigned)wanted.low + share_draw(shares + wanted.low, (unsigned)(wanted.high - wanted.low + 1), rng);
}

static struct number_range walls_wanted(const struct proposal *proposal, struct board_size size)
{
    const struct sokoban_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)size.columns * size.rows;
    uint64_t boxes = boxes_wanted(proposal).high, low = cells / 6, high = cells * 9 / 20;
    uint64_t floor = most_floor[boxes < ROOM_MOST_BOXES ? boxes : ROOM_MOST_BOXES];
    low = cells > floor + low ? cells - floor : low;
    high = cells > floor * 2 / 3 + high ? cells - floor * 2 / 3 : high;
    return range_or(pieces->walls, low, high);
}

/* Whether a room has the requested number of walls. */
static bool walls_fit(const struct proposal *proposal, const struct sokoban_draft *draft)
{
    unsigned walls = (unsigned)sokoban_draft_size(draft) - sokoban_draft_floor(draft);
    const struct sokoban_pieces *pieces = proposal->pieces;
    return range_holds(pieces->walls, walls);
}

static bool percent(unsigned chance, struct rng *rng)
{
    return rng_below(rng, 100) < chance;
}

/* The root of a number, rounded, but no less than 3 and no more than `most`. */
static unsigned side_up_to(unsigned square, unsigned most)
{
    unsigned side = 3;
    while (side < most && (2 * side + 1) * (2 * side + 1) <= 4 * square)
        side++;
    return side;
}

/* Draws a size near the usual one that gives the boxes as much floor as people give them. */
static struct board_size draw_size(const struct proposal *proposal, unsigned boxes, struct rng *rng)
{
    /* boxes for a hundred cells of floor, and columns for ten rows */
    static const unsigned char boxes_by_floor[] = {7, 9, 11, 12, 14, 15, 17, 19, 23, 28},
                               aspects[] = {6, 7, 9, 10, 10, 11, 12, 14, 16, 22};
    enum { WIDER = COMPOSITION_WIDER, HIGHER = 3, USUAL_CELLS = 25, FLOOR = 69, PERCENT = 100 };
    struct board_size usual = proposal->size;
    unsigned by_floor = boxes_by_floor[rng_below(rng, sizeof boxes_by_floor)];
    unsigned aspect = aspects[rng_below(rng, sizeof aspects)];
    unsigned cells = boxes * PERCENT * PERCENT / (by_floor * FLOOR) * usual.columns * usual.rows / USUAL_CELLS;
    return (struct board_size){side_up_to(cells * aspect / 10, usual.columns + WIDER),
                               side_up_to(cells * 10 / aspect, usual.rows + HIGHER)};
}

/* Draws the composition of a room: its size if none was requested, its symmetry, how goals lie, and how boxes start.
 * Each occurs as often as in people's levels. */
static void compose(const struct proposal *proposal, struct room_plan *plan, struct rng *rng)
{
    static const unsigned char shares[SYMMETRY_COUNT] = {
        [SYMMETRY_NONE] = 79, [SYMMETRY_MIRROR] = 7, [SYMMETRY_FLIP] = 6, [SYMMETRY_TURN] = 5, [SYMMETRY_BOTH] = 3};
    /* of pieces between walls of the symmetry BOTH */
    static const unsigned char both_shares[SYMMETRY_COUNT] = {
        [SYMMETRY_MIRROR] = 3, [SYMMETRY_FLIP] = 3, [SYMMETRY_TURN] = 2, [SYMMETRY_BOTH] = 1};
    /* by number of goals: one or two, three, more */
    static const unsigned char areas[][GOAL_AREAS] = {
        {[GOALS_IN_LINE] = 56, [GOALS_APART] = 26, [GOALS_NEAR] = 12, [GOALS_ANYWHERE] = 6},
        {[GOALS_TOGETHER] = 18, [GOALS_IN_LINE] = 46, [GOALS_APART] = 8, [GOALS_NEAR] = 20, [GOALS_ANYWHERE] = 8},
        {[GOALS_TOGETHER] = 40, [GOALS_IN_LINE] = 26, [GOALS_APART] = 8, [GOALS_NEAR] = 20, [GOALS_ANYWHERE] = 6}};
    /* how boxes start, in levels with two boxes, three, four, more */
    static const struct {
        unsigned char touching, close, in_line;
    } chances[] = {{50, 82, 70}, {70, 78, 37}, {58, 60, 20}, {80, 75, 5}};
    enum { COMPOSED = 97, OFF_RIM = 95, INNER = 48, MIRRORED = 85, NONE_HOME = 74, ONE_HOME = 90, FEW = 2, MANY = 5 };
    const struct sokoban_pieces *pieces = proposal->pieces;
    plan->boxes = draw_boxes(proposal, rng);
    plan->symmetry = pieces->symmetry != SYMMETRY_ANY ? pieces->symmetry : share_draw(shares, SYMMETRY_COUNT, rng);
    struct board_size size =
        proposal->options->size.columns != 0 ? proposal->size : draw_size(proposal, plan->boxes, rng);
    plan->draft.columns = (int)size.columns;
    plan->draft.rows = (int)size.rows;
    if (plan->symmetry != SYMMETRY_NONE && percent(MIRRORED, rng))
        plan->mirrored =
            plan->symmetry == SYMMETRY_BOTH ? share_draw(both_shares, SYMMETRY_COUNT, rng) : plan->symmetry;
    plan->composed = percent(COMPOSED, rng) || plan->mirrored != SYMMETRY_ANY;
    plan->area = (enum goal_area)share_draw(areas[plan->boxes < 3 ? 0 : plan->boxes == 3 ? 1 : 2], GOAL_AREAS, rng);
    struct box_places *starts = &plan->starts;
    unsigned boxes = plan->boxes;
    if (boxes >= FEW) {
        unsigned kind = (boxes < MANY ? boxes : MANY) - FEW;
        starts->touching = percent(chances[kind].touching, rng);
        starts->apart = !starts->touching;
        starts->close = percent(chances[kind].close, rng);
        starts->in_line = percent(chances[kind].in_line, rng);
        unsigned home = rng_below(rng, 100);
        if (home >= NONE_HOME)
            starts->on_goals = (struct number_range){home < ONE_HOME ? 1 : 2, home < ONE_HOME ? 1 : boxes - 1};
    }
    if (plan->mirrored != SYMMETRY_ANY) {
        starts->symmetry = plan->mirrored;
        starts->close = starts->in_line = false;
    }
    plan->inner_goals = percent(INNER, rng);
    plan->off_rim = percent(OFF_RIM, rng);
}

/* Makes a random room.  Returns false if the attempts fail. */
static bool make_room(const struct proposal *proposal, struct room_plan *plan, struct rng *rng)
{
    enum { HALLS = 8, ROOMS = 75, NICHE = 25, TRIES = 12 };
    struct sokoban_draft *draft = &plan->draft;
    struct board_size size = {(unsigned)draft->columns, (unsigned)draft->rows};
    for (unsigned n = 0; n < TRIES; n++) {
        unsigned walls = range_draw(walls_wanted(proposal, size), rng);
        if (percent(HALLS, rng))
            memset(draft->floor, true, sizeof draft->floor);
        else if (percent(ROOMS, rng))
            sokoban_draft_rooms(draft, rng);
        else if (3 * walls > (unsigned)sokoban_draft_size(draft) || rng_below(rng, 2) == 0)
            sokoban_draft_carve(draft, walls, rng);
        else
            sokoban_draft_scatter(draft, walls, rng);
        for (unsigned cuts = rng_below(rng, 4); cuts > 0; cuts--)
            sokoban_draft_cut(draft, rng);
        for (unsigned pillars = rng_below(rng, 3); pillars > 0; pillars--)
            sokoban_draft_toggle(draft, false, rng);
        sokoban_draft_mirror(draft, plan->symmetry);
        sokoban_draft_tidy(draft);
        if (plan->symmetry == SYMMETRY_NONE && percent(NICHE, rng))
            sokoban_draft_toggle(draft, true, rng);
        if (sokoban_draft_spans(draft) && sokoban_draft_has_space(draft) && walls_fit(proposal, draft) &&
            sokoban_draft_floor(draft) <= most_floor[plan->boxes] && sokoban_draft_is_symmetric(draft, plan->symmetry))
            return true;
    }
    return false;
}

/* Places the goals of a plan again, by their looks.  Returns false if there is no room for them. */
static bool place_goals(struct room_plan *plan, struct rng *rng)
{
    struct room_plan plans[GOALS_DRAWN];
    int sums[GOALS_DRAWN];
    for (unsigned n = 0; n < GOALS_DRAWN; n++) {
        plans[n] = *plan;
        if (!room_plan_goals(&plans[n], rng))
            return false;
        sums[n] = looks_of_goals(&plans[n]);
    }
    *plan = plans[looks_draw(sums, GOALS_DRAWN, rng)];
    return true;
}

/* Makes a random room with goals.  Returns false if the attempts fail. */
static bool make_plan(const struct proposal *proposal, struct room_plan *plan, struct rng *rng)
{
    struct room_plan plans[PLANS_DRAWN];
    int sums[PLANS_DRAWN];
    unsigned count = 0;
    for (unsigned n = 0; n < PLANS_DRAWN; n++) {
        plans[count] = (struct room_plan){0};
        compose(proposal, &plans[count], rng);
        if (!make_room(proposal, &plans[count], rng) || !room_plan_goals(&plans[count], rng))
            continue;
        sums[count] = looks_of_plan(&plans[count]);
        count++;
    }
    if (count == 0)
        return false;
    *plan = plans[looks_draw(sums, count, rng)];
    return true;
}

/* --- climbing --- */

enum {
    EDITS = 40,
    CLIMB_SHALLOWER = 5, /* levels that are shallower than the deepest by more than a fifth are not examined */
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
        if (next->composed && (next->area != GOALS_ANYWHERE || next->mirrored != SYMMETRY_ANY))
            return room_plan_goals(next, climb->rng);
        room_plan_move_goal(next, climb->rng);
        return true;
    }
    uint32_t cells = (uint32_t)sokoban_draft_size(&next->draft);
    for (unsigned n = 1 + rng_below(climb->rng, 3); n > 0; n--) {
        uint32_t cell = rng_below(climb->rng, cells);
        next->draft.floor[cell] = !next->draft.floor[cell];
    }
    sokoban_draft_repeat(&next->draft, &climb->plan.draft, next->symmetry);
    sokoban_draft_tidy(&next->draft);
    return sokoban_draft_is_symmetric(&next->draft, next->symmetry) && sokoban_draft_spans(&next->draft) &&
           sokoban_draft_has_space(&next->draft) && walls_fit(proposal, &next->draft) && room_plan_holds(next);
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
                              .measures = MEASURES_AUTO,
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
    for (int depth = deepest; depth > deepest - deepest / CLIMB_SHALLOWER; depth--) {
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

static void accept(void *context)
{
    struct climb *climb = context;
    climb->plan = climb->next;
}

/* Improves a plan by small changes to its room that do not reduce the depth of its deepest level.  *deepest is that
 * depth, and is updated for the improved plan, whose levels are those of the last search.  Returns false if memory runs
 * out. */
static bool climb_room(const struct proposal *proposal, struct rooms *rooms, struct room_plan *plan, struct rng *rng,
                       int *deepest)
{
    static const struct ascent_steps steps = {edit, worth, accept, NULL};
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

/* --- the level of a room to propose ---
 *
 * A room has levels of every depth up to its deepest.  If no filter asks for easier levels, only the deepest are
 * good enough, because in others part of the room would be unused.  If one does, a level that is too hard is
 * followed by one with fewer pushes, so almost every room has a level that fits. */

enum {
    SHALLOWER = 10, /* levels that are shallower than the deepest by more than a tenth are skipped */
    STEP_DOWN = 8,  /* after a level that was too hard, the depth decreases by an eighth */
    MOST_JUDGED = 24,
};

/* Proposes a level if no filter rejects it.  Returns the filter that did, or filter_count. */
static size_t propose_if_kept(const struct proposal *proposal, const struct room *room, const struct room_level *level,
                              struct rng *rng, uint64_t number, struct candidate_list *list)
{
    struct grid grid;
    struct complaint complaint;
    struct judgement judgement;
    struct request request = {.limits = {.max_states = proposal->options->max_states,
                                         .max_memory = proposal->options->max_memory,
                                         .interrupted = proposal->stop},
                              .enough = filters_enough(proposal->filters)};
    if (!room_write(room, level, rng, &grid)) {
        list->failed = true;
        return 0;
    }
    size_t filter = 0;
    struct puzzle *puzzle = game_sokoban.load(&grid, proposal->variant, &complaint);
    list->failed |= puzzle == NULL;
    /* The level is first judged without measures, which is enough for most. */
    for (bool clear = puzzle != NULL; clear; request.measures = MEASURES_AUTO) {
        if (!judge(puzzle, &request, &judgement)) {
            list->failed = true;
            filter = 0;
            break;
        }
        filter = filters_check(proposal->filters, &judgement);
        clear = request.measures == MEASURES_NONE &&
                (judgement.verdict == VERDICT_UNIQUE || judgement.verdict == VERDICT_MULTIPLE) &&
                (uint64_t)judgement.essential_low <= proposal->filters->max_essential;
        judgement_free(&judgement);
    }
    if (puzzle != NULL)
        game_sokoban.free(puzzle);
    if (filter == filter_count)
        candidate_add_level(list, number, true, &grid);
    else
        grid_free(&grid);
    return filter;
}

/* Proposes the first level of the last search's room that passes the filters, starting with the deepest levels.
 * Proposes only that one, because the levels of a room are very similar.  If no level passes, the room counts as
 * rejected by the last of the filters that rejected a level.  `deepest` is the result of the search. */
static void choose_level(const struct proposal *proposal, const struct rooms *rooms, int deepest, struct rng *rng,
                         uint64_t number, struct candidate_list *list)
{
    int low, depth;
    unsigned judged = 0;
    size_t last = 0;
    /* With --all, every room is examined in full, without the quick test. */
    bool one = proposal->filters->max_essential == 1 && !proposal->options->all;
    if (deepest < 0) {
        candidate_add_dropped(list, number, filter_index(FILTER_UNFIT));
        return;
    }
    const struct filter_settings *wanted = proposal->filters;
    double least = wanted->low[MEASURE_depth], most = wanted->high[MEASURE_depth];
    bool limited = false; /* some filter sets an upper limit on a measure */
    for (int i = 0; i < MEASURE_COUNT; i++)
        limited = limited || wanted->high[i] != UNKNOWN;
    depth = most != UNKNOWN && most < deepest ? (int)most : deepest;
    low = limited ? 1 : deepest - deepest / SHALLOWER;
    if (least > low)
        low = least < FOUND_DEPTHS ? (int)least : FOUND_DEPTHS;
    while (depth >= low && judged < MOST_JUDGED) {
        struct room_level levels[FOUND_KEPT];
        unsigned count = rooms_levels(rooms, depth, levels);
        unsigned order[FOUND_KEPT];
        bool too_hard = false;
        /* Levels are judged in an order drawn by the looks of their boxes.  With --all it does not change. */
        int sums[FOUND_KEPT];
        for (unsigned n = 0; n < count; n++) {
            order[n] = n;
            sums[n] = looks_of_boxes(rooms_room(rooms), &levels[n]);
        }
        for (unsigned n = 0; n + 1 < count && !proposal->options->all; n++) {
            unsigned drawn = n + looks_draw(sums + n, count - n, rng), moved = order[drawn];
            int sum = sums[drawn];
            order[drawn] = order[n];
            sums[drawn] = sums[n];
            order[n] = moved;
            sums[n] = sum;
        }
        for (unsigned n = 0; n < count && !too_hard && judged < MOST_JUDGED; n++) {
            unsigned i = order[n];
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
    candidate_add_dropped(list, number, last > 0 ? last : filter_index(FILTER_ESSENTIAL));
}

/* --- a random room --- */

/* Tries several sets of goals and keeps the best, unless the search compares all goals. */
static bool search_goals(struct rooms *rooms, struct room_plan *plan, struct rng *rng, int *deepest)
{
    bool good = rooms_search(rooms, plan, deepest);
    if (rooms_compare_goals(plan))
        return good;
    struct room_plan best = *plan;
    for (unsigned n = 1; good && n < GOALS_TRIED; n++) {
        int depth;
        good = place_goals(plan, rng) && rooms_search(rooms, plan, &depth);
        if (good && depth > *deepest) {
            best = *plan;
            *deepest = depth;
        }
    }
    *plan = best;
    return good && rooms_search(rooms, plan, deepest);
}

/* --- random pulls --- */

static void propose_reverse(const struct proposal *proposal, uint64_t unit, struct candidate_list *list)
{
    struct rng rng;
    struct room_plan plan;
    struct room room;
    struct room_level level;
    struct grid grid;
    rng_start_candidate(&rng, proposal->options->seed, unit);
    bool fit = make_plan(proposal, &plan, &rng);
    if (fit) {
        room_make(&room, &plan.draft);
        level.goals = level.boxes = room_pick_cells(&room, plan.boxes, &rng);
        unsigned player;
        do {
            player = rng_below(&rng, room.cells);
        } while (room_has(&level.boxes, player));
        for (unsigned pulls = rng_below(&rng, MOST_PULLS); pulls > 0; pulls--) {
            if (!room_pull(&room, &level.boxes, &player, &rng))
                break;
        }
        level.region = room_walk(&room, &level.boxes, player);
        for (unsigned w = 0; w < ROOM_WORDS; w++)
            fit = fit && (level.boxes.words[w] & level.goals.words[w]) == 0; /* every box must have to move */
    }
    if (fit)
        candidate_add_level(list, unit, room_write(&room, &level, &rng, &grid), &grid);
    else
        candidate_add_dropped(list, unit, filter_index(FILTER_UNFIT));
}

/* --- every room --- */

static void propose_all(const struct proposal *proposal, struct rooms *rooms, uint64_t unit,
                        struct candidate_list *list)
{
    struct rng rng;
    struct room_plan plan = {.boxes = (unsigned)boxes_wanted(proposal).low};
    struct sokoban_draft *draft = &plan.draft;
    int deepest = -1;
    draft->columns = (int)proposal->size.columns;
    draft->rows = (int)proposal->size.rows;
    for (int cell = 0; cell < sokoban_draft_size(draft); cell++)
        draft->floor[cell] = !(unit >> cell & 1);
    struct sokoban_draft tidy = *draft;
    sokoban_draft_tidy(&tidy);
    if (sokoban_draft_floor(&tidy) != sokoban_draft_floor(draft) || !walls_fit(proposal, draft) ||
        !sokoban_draft_spans(draft) || !sokoban_draft_is_first(draft))
        return;
    rng_start_candidate(&rng, 0, unit); /* the same for every seed */
    list->failed |= !rooms_search(rooms, &plan, &deepest);
    if (!list->failed)
        choose_level(proposal, rooms, deepest, &rng, unit, list);
}

/* --- the proposer --- */

static bool start(struct proposal *proposal, struct text *error)
{
    unsigned columns = proposal->size.columns, rows = proposal->size.rows, cells = columns * rows;
    struct number_range boxes = boxes_wanted(proposal), walls = walls_wanted(proposal, proposal->size);
    if (cells > SOKOBAN_DRAFT_CELLS)
        text_addf(error, "--size: %ux%u is too large; a room has %d cells at most", columns, rows, SOKOBAN_DRAFT_CELLS);
    else if (boxes.low < 1 || boxes.high > ROOM_MOST_BOXES)
        text_addf(error, "--boxes: a room has from 1 to %d", ROOM_MOST_BOXES);
    else if (walls.high + 2 * boxes.high + 1 > cells)
        text_addf(error, "--walls: a room of %u cells has no room left for %u boxes and goals", cells,
                  (unsigned)boxes.high);
    else if (proposal->options->all && cells > MOST_ALL_CELLS)
        text_addf(error, "--all: only for rooms of up to %d cells", MOST_ALL_CELLS);
    else if (proposal->options->all && boxes.low != boxes.high)
        text_add_string(error, "--all: --boxes must be one number");
    if (text_says(error))
        return false;
    if (proposal->options->all) {
        proposal->units = UINT64_C(1) << cells;
        proposal->patience = 0;
        proposal->batch = 1024;
    } else if (proposal->method != METHOD_REVERSE && cells > LARGE) {
        proposal->batch = 1;
    }
    return true;
}

static void *scratch_make(const struct proposal *proposal)
{
    (void)proposal;
    return rooms_make();
}

static void scratch_free(void *scratch)
{
    rooms_free(scratch);
}

static void propose(const struct proposal *proposal, void *scratch, uint64_t unit, struct candidate_list *list)
{
    if (proposal->options->all) {
        propose_all(proposal, scratch, unit, list);
    } else if (proposal->method == METHOD_REVERSE) {
        propose_reverse(proposal, unit, list);
    } else { /* a level of a random room, improved by climbing if wanted */
        struct rng rng;
        struct room_plan plan;
        int deepest = -1;
        rng_start_candidate(&rng, proposal->options->seed, unit);
        bool good = true;
        if (make_plan(proposal, &plan, &rng))
            good = search_goals(scratch, &plan, &rng, &deepest) &&
                   (proposal->method != METHOD_CLIMB || climb_room(proposal, scratch, &plan, &rng, &deepest));
        list->failed |= !good;
        if (good)
            choose_level(proposal, scratch, deepest, &rng, unit, list);
    }
}

static const struct option_row rows[] = {
    WALLS_ROW(struct sokoban_pieces),
    PIECE_ROW(struct sokoban_pieces, boxes, 64,
              "boxes (default: 2-5; 2 in small rooms; by difficulty 2-3, 2-4, 3-4 or 3-5)"),
    SYMMETRY_ROW(struct sokoban_pieces, SYMMETRY_NAMES, "the walls, and often of boxes and goals"),
};

static const struct inventory_item inventory[] = {
    {.counts = "@+", .puts = "@", .low = 1, .high = 1},
    {.option = "boxes", .counts = "$*", .puts = "$", .low = 2, .high = 3},
    {.counts = ".*+", .puts = ".", .like = 2},
    {.counts = NULL},
};

const struct proposer proposer_sokoban = {
    .game = &game_sokoban,
    .inventory = inventory,
    .methods = methods,
    .size = {5, 5},
    .sizes = {{5, 5}, {5, 5}, {6, 6}, {7, 7}},
    .min_side = 2,
    .max_side = 20,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct sokoban_pieces),
    .can_list_all = true,
    .start = start,
    .scratch_make = scratch_make,
    .scratch_free = scratch_free,
    .propose = propose,
};
