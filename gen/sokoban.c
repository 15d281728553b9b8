/* Sokoban's proposer: drafts of rooms with their deepest levels, random pulls, and climbs.
 *
 * A unit is one room, one climb, or, with --all, one set of walls. */
#include "gen/sokoban.h"

#include "games/sokoban/sokoban.h"
#include "gen/ascent.h"
#include "gen/draft.h"
#include "gen/sokoban_retro.h"
#include "solve/judge.h"

#include <stdlib.h>

enum { METHOD_RETRO, METHOD_REVERSE, METHOD_CLIMB };
static const struct method methods[] = {[METHOD_RETRO] = {"retro", 1000000, 16},
                                        [METHOD_REVERSE] = {"reverse", 1000000, 256},
                                        [METHOD_CLIMB] = {"climb", 20000, 16},
                                        {NULL, 0, 0}};

enum {
    MOST_STATES = 200000,     /* of a room */
    MOST_WORDS = 4 << 20,     /* of its sets */
    EDITS = 40,
    MOST_PULLS = 200,
    SHALLOWER = 10,           /* levels less deep by more than this part of a room's deepest are left */
    NUMBERS_OF_UNIT = RETRO_DEPTHS * RETRO_KEPT, /* candidates are numbered unit * this + n */
    MOST_ALL_CELLS = 25,
    LARGE = 25, /* cells, from which on one room is much work */
};

/* Its options. */
struct sokoban_pieces {
    struct number_range walls, boxes;
};

/* A thread's own. */
struct scratch {
    struct retro *retro[RETRO_MOST_BOXES + 1]; /* made when first needed */
};

static struct retro *retro_for(struct scratch *scratch, unsigned boxes)
{
    if (scratch->retro[boxes] == NULL)
        scratch->retro[boxes] = retro_make(boxes, MOST_STATES, MOST_WORDS);
    return scratch->retro[boxes];
}

static struct number_range boxes_wanted(const struct proposal *proposal)
{
    const struct sokoban_pieces *pieces = proposal->pieces;
    return range_or(pieces->boxes, 2, 2);
}

static struct number_range walls_wanted(const struct proposal *proposal)
{
    const struct sokoban_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)proposal->size.columns * proposal->size.rows;
    return range_or(pieces->walls, cells / 8, cells / 3);
}

static void propose_level(const struct sokoban_draft *draft, const struct retro_level *level,
                          uint64_t number, struct candidate_list *list)
{
    struct grid grid;
    if (sokoban_draft_write(draft, level->boxes, level->goals, level->player, &grid)) {
        candidate_add_level(list, number, &grid);
        grid_free(&grid);
    } else {
        list->failed = true;
    }
}

/* --- the deepest levels of a room --- */

/* The first filter that drops a level, or filter_count; it is judged without measures first, which
 * is enough for most. */
static size_t filter_level(const struct proposal *proposal, const struct puzzle *puzzle,
                           struct candidate_list *list)
{
    struct judgement judgement;
    struct request request = {.limits = {.max_states = proposal->options->max_states,
                                         .max_memory = proposal->options->max_memory,
                                         .interrupted = proposal->stop},
                              .enough = filters_enough(proposal->filters)};
    for (;; request.measures = true) {
        if (!judge(puzzle, &request, &judgement)) {
            list->failed = true;
            return 0;
        }
        size_t filter = filters_check(proposal->filters, &judgement);
        bool clear = (judgement.verdict == VERDICT_UNIQUE ||
                      judgement.verdict == VERDICT_MULTIPLE) &&
                     (uint64_t)judgement.essential_low <= proposal->filters->max_essential;
        judgement_free(&judgement);
        if (!clear || request.measures)
            return filter;
    }
}

/* Proposes a level if no filter drops it.  Returns the filter that did. */
static size_t propose_if_kept(const struct proposal *proposal, const struct sokoban_draft *draft,
                              const struct retro_level *level, uint64_t number,
                              struct candidate_list *list)
{
    struct grid grid;
    struct complaint complaint;
    if (!sokoban_draft_write(draft, level->boxes, level->goals, level->player, &grid)) {
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

/* Proposes the first level of the room of the last run that would be kept, going from the deepest
 * levels down, and no other: they would be much alike.  If there is none, the filter that came last
 * among those that dropped them is said to have dropped the room. */
static void propose_deepest(const struct proposal *proposal, const struct retro *retro,
                            const struct sokoban_draft *draft, int depth, uint64_t unit,
                            struct candidate_list *list)
{
    uint64_t number = unit * NUMBERS_OF_UNIT;
    size_t last = 0;
    if (depth < 0) {
        candidate_add_dropped(list, number, FILTER_UNFIT);
        return;
    }
    for (unsigned below = 0; below < RETRO_DEPTHS; below++) {
        struct retro_level levels[RETRO_KEPT];
        unsigned count = retro_levels(retro, below, levels);
        int pushes = retro_depth(retro, below);
        if (pushes < depth - depth / SHALLOWER ||
            pushes < proposal->filters->low[MEASURE_depth])
            break;
        for (unsigned i = 0; i < count && !list->failed; i++) {
            size_t filter =
                propose_if_kept(proposal, draft, &levels[i], number + below * RETRO_KEPT + i, list);
            if (filter == filter_count)
                return;
            last = filter > last ? filter : last;
        }
    }
    candidate_add_filtered(list, number, last > 0 ? last : filter_index(FILTER_MIN));
}

static bool make_draft(const struct proposal *proposal, struct sokoban_draft *draft,
                       struct rng *rng)
{
    draft->columns = (int)proposal->size.columns;
    draft->rows = (int)proposal->size.rows;
    sokoban_draft_scatter(draft, range_draw(walls_wanted(proposal), rng), rng);
    return sokoban_draft_spans(draft);
}

/* Starts a unit: a random room and its deepest start, -1 where there is none.  NULL: out of memory,
 * and the list has failed. */
static struct retro *begin(const struct proposal *proposal, struct scratch *scratch, uint64_t unit,
                           struct rng *rng, struct sokoban_draft *draft, int *depth,
                           struct candidate_list *list)
{
    rng_start_candidate(rng, proposal->options->seed, unit);
    struct retro *retro = retro_for(scratch, range_draw(boxes_wanted(proposal), rng));
    if (retro != NULL)
        *depth = make_draft(proposal, draft, rng) ? retro_run(retro, draft) : -1;
    list->failed |= retro == NULL;
    return retro;
}

static void propose_retro(const struct proposal *proposal, struct scratch *scratch, uint64_t unit,
                          struct candidate_list *list)
{
    struct rng rng;
    struct sokoban_draft draft;
    int depth;
    struct retro *retro = begin(proposal, scratch, unit, &rng, &draft, &depth, list);
    if (retro == NULL)
        return;
    propose_deepest(proposal, retro, &draft, depth, unit, list);
}

/* --- random pulls --- */

static void propose_reverse(const struct proposal *proposal, uint64_t unit,
                            struct candidate_list *list)
{
    struct rng rng;
    struct sokoban_draft draft;
    struct retro_level level;
    rng_start_candidate(&rng, proposal->options->seed, unit);
    unsigned boxes = range_draw(boxes_wanted(proposal), &rng);
    bool fit = make_draft(proposal, &draft, &rng) &&
               (unsigned)__builtin_popcountll(draft.floor) > boxes + 1;
    if (fit) {
        level.goals = level.boxes = sokoban_draft_pick(draft.floor, boxes, &rng);
        uint64_t player = sokoban_draft_pick(draft.floor & ~level.boxes, 1, &rng);
        for (unsigned pulls = rng_below(&rng, MOST_PULLS); pulls > 0; pulls--) {
            if (!sokoban_draft_pull(&draft, &level.boxes, &player, &rng))
                break;
        }
        level.player = (unsigned)__builtin_ctzll(player);
        fit = (level.boxes & level.goals) == 0; /* every box must have to move */
    }
    if (fit)
        propose_level(&draft, &level, unit * NUMBERS_OF_UNIT, list);
    else
        candidate_add_dropped(list, unit * NUMBERS_OF_UNIT, FILTER_UNFIT);
}

/* --- climbs: small changes to a room that do not make its deepest level less deep --- */

static bool walls_fit(const struct proposal *proposal, const struct sokoban_draft *draft)
{
    unsigned cells = proposal->size.columns * proposal->size.rows;
    unsigned walls = cells - (unsigned)__builtin_popcountll(draft->floor);
    const struct sokoban_pieces *pieces = proposal->pieces;
    return range_holds(pieces->walls, walls);
}

struct climb {
    struct ascent ascent;
    struct retro *retro;
    struct sokoban_draft draft, next; /* `next` is the edited copy */
    struct rng rng;
};

static bool edit(void *context)
{
    struct climb *climb = context;
    const struct proposal *proposal = climb->ascent.proposal;
    struct sokoban_draft *next = &climb->next;
    *next = climb->draft;
    for (unsigned n = 1 + rng_below(&climb->rng, 3); n > 0; n--) {
        int row = (int)rng_below(&climb->rng, proposal->size.rows);
        int column = (int)rng_below(&climb->rng, proposal->size.columns);
        next->floor ^= UINT64_C(1) << sokoban_draft_bit(next, row, column);
    }
    sokoban_draft_tidy(next);
    return sokoban_draft_spans(next) && walls_fit(proposal, next);
}

static double worth(void *context, double least)
{
    (void)least;
    struct climb *climb = context;
    return retro_run(climb->retro, &climb->next);
}

static void take(void *context)
{
    struct climb *climb = context;
    climb->draft = climb->next;
}

static void propose_climb(const struct proposal *proposal, struct scratch *scratch, uint64_t unit,
                          struct candidate_list *list)
{
    static const struct ascent_steps steps = {edit, worth, take, NULL};
    struct climb climb = {
        .ascent = {.proposal = proposal, .edits = EDITS, .most_effort = UINT64_MAX}};
    int depth;
    climb.retro = begin(proposal, scratch, unit, &climb.rng, &climb.draft, &depth, list);
    if (climb.retro == NULL)
        return;
    climb.ascent.worth = depth;
    ascend(&climb.ascent, &steps, &climb);
    if (climb.ascent.worth >= 0)
        depth = retro_run(climb.retro, &climb.draft);
    propose_deepest(proposal, climb.retro, &climb.draft, depth, unit, list);
}

/* --- every room --- */

static void propose_all(const struct proposal *proposal, struct scratch *scratch, uint64_t unit,
                        struct candidate_list *list)
{
    struct sokoban_draft draft = {.columns = (int)proposal->size.columns,
                                  .rows = (int)proposal->size.rows};
    for (int cell = 0; cell < draft.columns * draft.rows; cell++) {
        if (!(unit >> cell & 1))
            draft.floor |= UINT64_C(1)
                           << sokoban_draft_bit(&draft, cell / draft.columns, cell % draft.columns);
    }
    struct sokoban_draft tidy = draft;
    sokoban_draft_tidy(&tidy);
    if (tidy.floor != draft.floor || !walls_fit(proposal, &draft) || !sokoban_draft_spans(&draft) ||
        !sokoban_draft_is_first(&draft))
        return;
    struct number_range boxes = boxes_wanted(proposal);
    struct retro *retro = retro_for(scratch, (unsigned)boxes.low);
    list->failed |= retro == NULL;
    if (retro != NULL)
        propose_deepest(proposal, retro, &draft, retro_run(retro, &draft), unit, list);
}

/* --- the proposer --- */

static bool check_options(const struct proposal *proposal, struct text *error)
{
    unsigned columns = proposal->size.columns, rows = proposal->size.rows;
    struct number_range boxes = boxes_wanted(proposal), walls = walls_wanted(proposal);
    if (!sokoban_draft_fits(columns, rows))
        text_addf(error, "--size: %ux%u is too large; (columns + 1) * rows may be %d", columns,
                  rows, SOKOBAN_DRAFT_BITS);
    else if (boxes.low < 1 || boxes.high > RETRO_MOST_BOXES)
        text_addf(error, "--boxes: from 1 to %d", RETRO_MOST_BOXES);
    else if (walls.high + 2 * boxes.high + 1 > (uint64_t)columns * rows)
        text_addf(error, "--walls: a room of %u cells has no room left for %u boxes and goals",
                  columns * rows, (unsigned)boxes.high);
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
        proposal->chunk = 1024;
    } else if (proposal->method != METHOD_REVERSE && cells > LARGE) {
        proposal->chunk = 1;
    }
    return true;
}

static void *scratch_make(const struct proposal *proposal)
{
    (void)proposal;
    return calloc(1, sizeof(struct scratch));
}

static void scratch_free(void *context)
{
    struct scratch *scratch = context;
    for (unsigned boxes = 0; boxes <= RETRO_MOST_BOXES; boxes++) {
        if (scratch->retro[boxes] != NULL)
            retro_free(scratch->retro[boxes]);
    }
    free(scratch);
}

static void propose(const struct proposal *proposal, void *scratch, uint64_t unit,
                    struct candidate_list *list)
{
    if (proposal->options->all)
        propose_all(proposal, scratch, unit, list);
    else if (proposal->method == METHOD_RETRO)
        propose_retro(proposal, scratch, unit, list);
    else if (proposal->method == METHOD_REVERSE)
        propose_reverse(proposal, unit, list);
    else
        propose_climb(proposal, scratch, unit, list);
}

static const struct option_row rows[] = {
    WALLS_ROW(struct sokoban_pieces),
    PIECE_ROW(struct sokoban_pieces, boxes, 64, "boxes"),
};

const struct proposer proposer_sokoban = {
    .game = &game_sokoban,
    .methods = methods,
    .size = {5, 5},
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
