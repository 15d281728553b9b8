/* Snowman's proposer: random levels, and hill climbing towards levels whose only solution is long and alternates
 * between the balls. */
#include "gen/snowman/snowman.h"

#include "games/snowman/snowman.h"
#include "gen/climb/climb.h"
#include "gen/climb/draft.h"
#include "gen/snowman/draft.h"
#include "solve/judge/difficulty.h"

enum {
    CELLS_FOR_TWO = 25, /* from which on two snowmen are possible by default */
    CLASSES_TOLD = 10,
    LEAST_SNOW = 5, /* by default */
    MOST_SNOW = 20,
};

/* The worth of a draft: for each cell of snow that matters, for each growth of a ball, for each change of ball in
 * the solution; and the cost of each essentially different solution after the first. */
static const double SNOW_WORTH = 2.5, GROWTH_WORTH = 2, CHANGE_WORTH = 0.05, CLASS_COST = 3;

/* Counts how often a different ball is pushed than before. */
static unsigned count_changes(const struct move_list *list, int columns)
{
    unsigned changes = 0;
    for (size_t n = 1; n < list->count; n++) {
        enum direction direction = move_direction(list->moves[n - 1]);
        int went =
            (int)move_piece(list->moves[n - 1]) + direction_down[direction] * columns + direction_across[direction];
        changes += went != (int)move_piece(list->moves[n]);
    }
    return changes;
}

/* Counts how often a ball grows in the solution: the total size of the balls at the end, three per snowman, minus
 * that at the start. */
static unsigned count_growth(const struct grid *draft)
{
    static const unsigned char sizes[] = {0, 0, 1, 1, 2, 2, 3, 3};
    unsigned balls = 0, size = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        if (c < '1' || c > '7')
            continue;
        balls += (unsigned)__builtin_popcount(c - '0');
        size += sizes[c - '0'];
    }
    return balls > size ? balls - size : 0;
}

/* The worth of a draft, assuming that all its snow matters and its measures are those that the climb aims at. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    double classes = (double)judgement->essential_low;
    double extra = classes < CLASSES_TOLD ? classes - 1 : CLASSES_TOLD - 1;
    return SNOW_WORTH * draft_count(draft, "*=@") + GROWTH_WORTH * count_growth(draft) +
           CHANGE_WORTH * count_changes(&judgement->reported, draft->columns + 2) - CLASS_COST * extra;
}

/* The parts that should matter: the snow. */
static struct part_range live(const struct grid *draft)
{
    return (struct part_range){draft_count(draft, "X"), draft_count(draft, "*=@")};
}

static const struct aim_range aim = {.measure = MEASURE_difficulty, .low = 10, .high = 95, .near = 3, .weight = 0.05};

static const struct climb_game climb = {
    .starts = 400,
    .rivals = 4,
    .edits = 700,
    .start_states = 4000,
    .states = 4000,
    .range = &aim,
    .whole_states = 60000,
    .climb_states = 2500000,
    .live = live,
    .idle_cost = 2.5,
    .idle_of = 4,
    .compared = 40,
    .classes = CLASSES_TOLD,
    .frame = 'X',
    .scatter = snowman_scatter,
    .edit = snowman_edit,
    .fits = snowman_fits,
    .worth = worth,
    .take_out = snowman_take_out,
    .tidies_scattered = true,
    .close = snowman_close,
    .without_start = FILTER_UNSOLVABLE,
};

/* The default maximum number of snowmen: levels with two are not easy. */
static uint64_t most_snowmen(const struct proposal *proposal, uint64_t cells)
{
    double most = proposal->filters->high[MEASURE_difficulty];
    return cells < CELLS_FOR_TWO || (most != UNKNOWN && most < difficulty_band_low(DIFFICULTY_hard)) ? 1 : 2;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct snowman_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)proposal->size.columns * proposal->size.rows;
    pieces->snowmen = range_or(pieces->snowmen, 1, most_snowmen(proposal, cells));
    pieces->targets = range_or(pieces->targets, 0, 0);
    uint64_t most = 4 * cells / 5 < MOST_SNOW ? 4 * cells / 5 : MOST_SNOW;
    pieces->snow = range_or(pieces->snow, most < LEAST_SNOW ? most : LEAST_SNOW, most);
    uint64_t needed = 3 * pieces->snowmen.low + pieces->walls.low + 1;
    needed += pieces->targets.low > 0 ? pieces->snowmen.low : 0;
    if (pieces->snowmen.high == 0) {
        text_add_string(error, "--snowmen: a level has at least one");
        return false;
    }
    if (pieces->targets.high > 0 && pieces->targets.high < pieces->snowmen.low) {
        text_add_string(error, "--targets: every snowman needs one, if there are any");
        return false;
    }
    if (pieces->targets.low > 0 && pieces->snowmen.high > pieces->targets.high)
        pieces->snowmen.high = pieces->targets.high;
    if (needed > cells) {
        text_addf(error, "a level of %llu cells has no room for all that is asked for", (unsigned long long)cells);
        return false;
    }
    return true;
}

static const struct option_row rows[] = {
    WALLS_ROW(struct snowman_pieces),
    PIECE_ROW(struct snowman_pieces, snowmen, 8, "snowmen to build (default 1-2, in small and in easy levels 1)"),
    PIECE_ROW(struct snowman_pieces, snow, 4095, "cells with snow (default 5-20, in small levels less)"),
    PIECE_ROW(struct snowman_pieces, targets, 64, "places that the snowmen have to be built at (default 0)"),
};

static const struct inventory_item inventory[] = {
    {.counts = "#@", .puts = "#", .low = 1, .high = 1},
    {.option = "snowmen", .counts = "1234567", .puts = "1112", .low = 3, .high = 3, .each = 3},
    {.option = "snow", .counts = "*=@", .puts = "*", .low = 0, .high = 20, .loose = true},
    {.option = "targets", .counts = "+=", .puts = "+", .low = 0, .high = 0},
    {.counts = NULL},
};

const struct proposer proposer_snowman = {
    .game = &game_snowman,
    .inventory = inventory,
    .methods = climb_methods,
    .size = {5, 5},
    .min_side = 3,
    .max_side = 20,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct snowman_pieces),
    .start = start,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
