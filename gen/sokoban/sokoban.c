/* Sokoban's proposer: random rooms with their deepest levels, random pulls, and hill climbing.
 *
 * A unit is one room, one climb or, with --all, one set of walls.  Each yields at most one candidate. */
#include "gen/sokoban/sokoban.h"

#include "games/sokoban/sokoban.h"
#include "gen/climb/draft.h"
#include "gen/sokoban/choice.h"
#include "gen/sokoban/climb.h"
#include "gen/sokoban/pieces.h"

#include <stdlib.h>

enum { METHOD_RETRO, METHOD_REVERSE, METHOD_CLIMB };
static const struct method methods[] = {
    [METHOD_RETRO] = {"retro",
                      "from all ways to place the goals of a random room backwards to the start "
                      "that is farthest away",
                      1000000, 16},
    [METHOD_REVERSE] = {"reverse", "from boxes on their goals backwards by random pulls", 1000000, 256},
    [METHOD_CLIMB] = {"climb", "from a level of retro up: change the room a little, and keep what is better", 20000,
                      16},
    {.name = NULL},
};

enum {
    MOST_PULLS = 200,
    GOALS_TRIED = 4, /* in rooms too large to compare all goals */
    MOST_ALL_CELLS = 25,
    LARGE = 25, /* cells, from which on a room takes long */
};

/* --- rooms --- */

enum {
    ROOMS_DRAWN = 100,   /* attempts to find a room with enough space */
    ROOM_FOR_THREE = 25, /* cells, from which on three boxes are possible by default */
};

/* The largest floor, in cells, that a search handles easily, by number of boxes. */
static const unsigned char most_floor[ROOM_MOST_BOXES + 1] = {64, 64, 64, 56, 44, 36, 32};

/* The default number of boxes, by difficulty and without one. */
static const struct number_range usual_boxes[DIFFICULTY_BAND_COUNT] = {{2, 2}, {2, 3}, {3, 3}, {3, 3}};
static const struct number_range any_boxes = {2, 2};

static struct number_range boxes_wanted(const struct proposal *proposal)
{
    const struct sokoban_pieces *pieces = proposal->pieces;
    bool small = proposal->size.columns * proposal->size.rows < ROOM_FOR_THREE;
    bool simple = proposal->band < 0 || proposal->options->all || small;
    struct number_range usual = simple ? any_boxes : usual_boxes[proposal->band];
    return range_or(pieces->boxes, usual.low, usual.high);
}

static struct number_range walls_wanted(const struct proposal *proposal)
{
    const struct sokoban_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)proposal->size.columns * proposal->size.rows;
    uint64_t boxes = boxes_wanted(proposal).high, low = cells / 8, high = cells / 3;
    uint64_t floor = most_floor[boxes < ROOM_MOST_BOXES ? boxes : ROOM_MOST_BOXES];
    low = cells > floor + low ? cells - floor : low;
    high = cells > floor * 2 / 3 + high ? cells - floor * 2 / 3 : high;
    return range_or(pieces->walls, low, high);
}

bool sokoban_walls_fit(const struct proposal *proposal, const struct sokoban_draft *draft)
{
    unsigned walls = (unsigned)sokoban_draft_size(draft) - sokoban_draft_floor(draft);
    const struct sokoban_pieces *pieces = proposal->pieces;
    return range_holds(pieces->walls, walls);
}

/* Makes a random room with goals.  Returns false if the attempts fail. */
static bool make_plan(const struct proposal *proposal, struct room_plan *plan, struct rng *rng)
{
    struct sokoban_draft *draft = &plan->draft;
    draft->columns = (int)proposal->size.columns;
    draft->rows = (int)proposal->size.rows;
    plan->boxes = range_draw(boxes_wanted(proposal), rng);
    bool good = false;
    for (unsigned n = 0; n < ROOMS_DRAWN && !good; n++) {
        unsigned walls = range_draw(walls_wanted(proposal), rng);
        if (3 * walls > (unsigned)sokoban_draft_size(draft) || rng_below(rng, 2) == 0)
            sokoban_draft_carve(draft, walls, rng);
        else
            sokoban_draft_scatter(draft, walls, rng);
        good = sokoban_draft_spans(draft) && sokoban_draft_has_space(draft);
    }
    return good && room_plan_goals(plan, rng);
}

/* Tries several sets of goals and keeps the best, unless the search compares all goals. */
static bool search_goals(struct rooms *rooms, struct room_plan *plan, struct rng *rng, int *deepest)
{
    bool good = rooms_search(rooms, plan, deepest);
    if (rooms_compare_goals(plan))
        return good;
    struct room_plan best = *plan;
    for (unsigned n = 1; good && n < GOALS_TRIED; n++) {
        int depth;
        good = room_plan_goals(plan, rng) && rooms_search(rooms, plan, &depth);
        if (good && depth > *deepest) {
            best = *plan;
            *deepest = depth;
        }
    }
    *plan = best;
    return good && rooms_search(rooms, plan, deepest);
}

/* Proposes a level of a random room, improved by climbing if `climbs`. */
static void propose_room(const struct proposal *proposal, struct rooms *rooms, uint64_t unit, bool climbs,
                         struct candidate_list *list)
{
    struct rng rng;
    struct room_plan plan;
    int deepest = -1;
    rng_start_candidate(&rng, proposal->options->seed, unit);
    bool good = true;
    if (make_plan(proposal, &plan, &rng))
        good = search_goals(rooms, &plan, &rng, &deepest) &&
               (!climbs || sokoban_climb(proposal, rooms, &plan, &rng, &deepest));
    list->failed |= !good;
    if (good)
        sokoban_choose(proposal, rooms, deepest, &rng, unit, list);
}

/* --- random pulls --- */

static bool overlap(const struct room_set *a, const struct room_set *b)
{
    bool both = false;
    for (unsigned w = 0; w < ROOM_WORDS; w++)
        both = both || (a->words[w] & b->words[w]) != 0;
    return both;
}

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
        fit = !overlap(&level.boxes, &level.goals); /* every box must have to move */
    }
    if (!fit) {
        candidate_add_dropped(list, unit, FILTER_UNFIT);
    } else if (room_write(&room, &level, &rng, &grid)) {
        candidate_add_level(list, unit, &grid);
        grid_free(&grid);
    } else {
        list->failed = true;
    }
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
    if (sokoban_draft_floor(&tidy) != sokoban_draft_floor(draft) || !sokoban_walls_fit(proposal, draft) ||
        !sokoban_draft_spans(draft) || !sokoban_draft_is_first(draft))
        return;
    rng_start_candidate(&rng, 0, unit); /* the same for every seed */
    list->failed |= !rooms_search(rooms, &plan, &deepest);
    if (!list->failed)
        sokoban_choose(proposal, rooms, deepest, &rng, unit, list);
}

/* --- the proposer --- */

static bool check_options(const struct proposal *proposal, struct text *error)
{
    unsigned columns = proposal->size.columns, rows = proposal->size.rows;
    struct number_range boxes = boxes_wanted(proposal), walls = walls_wanted(proposal);
    if (columns * rows > SOKOBAN_DRAFT_CELLS)
        text_addf(error, "--size: %ux%u is too large; a room has %d cells at most", columns, rows, SOKOBAN_DRAFT_CELLS);
    else if (boxes.low < 1 || boxes.high > ROOM_MOST_BOXES)
        text_addf(error, "--boxes: from 1 to %d", ROOM_MOST_BOXES);
    else if (walls.high + 2 * boxes.high + 1 > (uint64_t)columns * rows)
        text_addf(error, "--walls: a room of %u cells has no room left for %u boxes and goals", columns * rows,
                  (unsigned)boxes.high);
    else if (proposal->options->all && columns * rows > MOST_ALL_CELLS)
        text_addf(error, "--all: rooms of up to %d cells", MOST_ALL_CELLS);
    else if (proposal->options->all && boxes.low != boxes.high)
        text_add_string(error, "--all: --boxes must be one number");
    return !text_says(error);
}

static bool start(struct proposal *proposal, struct text *error)
{
    if (!check_options(proposal, error))
        return false;
    unsigned cells = proposal->size.columns * proposal->size.rows;
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
    if (proposal->options->all)
        propose_all(proposal, scratch, unit, list);
    else if (proposal->method == METHOD_REVERSE)
        propose_reverse(proposal, unit, list);
    else
        propose_room(proposal, scratch, unit, proposal->method == METHOD_CLIMB, list);
}

static const struct option_row rows[] = {
    WALLS_ROW(struct sokoban_pieces),
    PIECE_ROW(struct sokoban_pieces, boxes, 64,
              "boxes (default: 2; 2-3 where it is to be medium, 3 where hard or expert)"),
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
