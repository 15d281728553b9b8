/* Snowman's proposer: random levels, and hill climbing towards levels whose only solution is long and alternates
 * between the balls. */
#include "gen/snowman/snowman.h"

#include "games/snowman/snowman.h"
#include "gen/climb/climb.h"
#include "gen/climb/draft.h"
#include "solve/judge/judge.h"

#include <stdlib.h>
#include <string.h>

/* --- drafts: the text without the wall around it --- */

static bool is_ball(unsigned char c)
{
    return c >= '1' && c <= '7';
}

static bool fits(const struct grid *draft, const void *pieces)
{
    const struct snowman_pieces *wanted = pieces;
    return draft_has(draft, "X", wanted->walls) && draft_has(draft, "*=@", wanted->snow);
}

/* Adds or removes snow on a cell.  Returns false if there is none to remove, or if the cell cannot take snow. */
static bool set_snow(struct grid *draft, int cell, bool snow)
{
    static const char bare[] = "-+#", covered[] = "*=@";
    const char *from = snow ? bare : covered, *to = snow ? covered : bare;
    const char *found = strchr(from, draft->cells[cell]);
    if (found == NULL)
        return false;
    draft->cells[cell] = (unsigned char)to[found - from];
    return true;
}

/* A random number between `low` and `high`, clamped to a range that may have no upper limit. */
static unsigned draw_number(struct number_range range, unsigned low, unsigned high, struct rng *rng)
{
    if (low > range.high)
        low = (unsigned)range.high;
    if (low < range.low)
        low = (unsigned)range.low;
    if (high > range.high)
        high = (unsigned)range.high;
    if (high < low)
        high = low;
    return low + rng_below(rng, high - low + 1);
}

/* Walls grow from the border and from each other, so that they cluster. */
static void scatter_walls(struct grid *draft, unsigned count, struct rng *rng)
{
    for (unsigned tries = 0; count > 0 && tries < 2000; tries++) {
        int cell = draft_pick(draft, "-", rng);
        if (cell < 0)
            return;
        unsigned beside = 0;
        for (int i = 0; i < DIRECTIONS; i++)
            beside += grid_at(draft, cell / draft->columns + direction_down[i],
                              cell % draft->columns + direction_across[i], 'X') == 'X';
        if (beside == 0 && rng_below(rng, 4) != 0)
            continue;
        draft->cells[cell] = 'X';
        count--;
    }
}

/* Snow forms patches. */
static void scatter_snow(struct grid *draft, unsigned count, struct rng *rng)
{
    for (unsigned tries = 0; count > 0 && tries < 200; tries++) {
        int middle = draft_pick(draft, "-", rng);
        if (middle < 0)
            return;
        int high = 1 + (int)rng_below(rng, 3), wide = 1 + (int)rng_below(rng, 4);
        for (int i = 0; i < high * wide && count > 0; i++) {
            int row = middle / draft->columns + i / wide;
            int column = middle % draft->columns + i % wide;
            if (grid_at(draft, row, column, 'X') == '-') {
                draft->cells[row * draft->columns + column] = '*';
                count--;
            }
        }
    }
}

/* Draws 0, or at least as many targets as there are snowmen. */
static unsigned draw_targets(struct number_range range, unsigned snowmen, struct rng *rng)
{
    if (range.high < snowmen || (range.low == 0 && rng_below(rng, 2) == 0))
        return 0;
    return draw_number(range, snowmen, snowmen + 2, rng);
}

/* Scatters walls, snow, balls, targets and the player. */
static bool scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snowman_pieces *wanted = pieces;
    static const char balls[][4] = {{'1', '1', '1', '1'}, {'1', '1', '1', '2'}, {'1', '1', '2', '4'}};
    unsigned cells = (unsigned)grid_size(draft);
    unsigned snowmen = draw_number(wanted->snowmen, 1, 8, rng);
    memset(draft->cells, '-', cells);
    scatter_walls(draft, draw_number(wanted->walls, 0, cells / 8, rng), rng);
    scatter_snow(draft, draw_number(wanted->snow, cells / 3, 4 * cells / 5, rng), rng);
    for (unsigned i = 0; i < 3 * snowmen; i++) {
        int cell = draft_pick(draft, "-*", rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = (unsigned char)balls[i % 3][rng_below(rng, 4)];
    }
    for (unsigned targets = draw_targets(wanted->targets, snowmen, rng); targets > 0; targets--) {
        int cell = draft_pick(draft, "-*", rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = draft->cells[cell] == '*' ? '=' : '+';
    }
    int player = draft_pick(draft, "-*", rng);
    if (player < 0)
        return false;
    draft->cells[player] = draft->cells[player] == '*' ? '@' : '#';
    return true;
}

/* Moves the top ball of a random stack, possibly onto a larger ball. */
static bool move_ball(struct grid *draft, struct rng *rng)
{
    int from = draft_pick(draft, "1234567", rng);
    unsigned char ball = draft->cells[from] - '0', top = ball & (unsigned char)-ball;
    int to = draft_pick(draft, top == 1 ? "-*246" : top == 2 ? "-*4" : "-*", rng);
    if (to < 0 || to == from)
        return false;
    bool ground = !is_ball(draft->cells[to]);
    draft->cells[from] = ball == top ? '-' : (unsigned char)('0' + ball - top);
    draft->cells[to] = (unsigned char)(ground ? '0' + top : draft->cells[to] + top);
    return true;
}

static bool move_mark(struct grid *draft, const char *marks, struct rng *rng)
{
    int from = draft_pick(draft, marks, rng), to = draft_pick(draft, "-*", rng);
    if (from < 0 || to < 0)
        return false;
    bool was_snow = draft->cells[from] == marks[1], is_snow = draft->cells[to] == '*';
    draft->cells[from] = was_snow ? '*' : '-';
    draft->cells[to] = (unsigned char)marks[is_snow];
    return true;
}

static bool change_size(struct grid *draft, struct rng *rng)
{
    static const unsigned char sizes[] = {'1', '2', '4'};
    int cell = draft_pick(draft, "124", rng);
    if (cell < 0)
        return false;
    unsigned char size = sizes[rng_below(rng, 3)];
    bool changed = size != draft->cells[cell];
    draft->cells[cell] = size;
    return changed;
}

static bool toggle_wall(struct grid *draft, struct rng *rng)
{
    int cell = draft_pick(draft, "X-*", rng);
    if (cell < 0)
        return false;
    draft->cells[cell] = draft->cells[cell] != 'X' ? 'X' : rng_below(rng, 2) == 0 ? '-' : '*';
    return true;
}

/* Adds or removes snow where it can matter: beside a ball or other snow. */
static bool toggle_snow(struct grid *draft, struct rng *rng)
{
    int near = draft_pick(draft, "1234567*=@", rng);
    unsigned way = rng_below(rng, DIRECTIONS);
    int row = near / draft->columns + direction_down[way];
    int column = near % draft->columns + direction_across[way];
    if (near < 0 || row < 0 || row >= draft->rows || column < 0 || column >= draft->columns)
        return false;
    int cell = row * draft->columns + column;
    return set_snow(draft, cell, true) || set_snow(draft, cell, false);
}

/* Adds or removes a wall or snow; moves a ball, a target or the player; or resizes a ball. */
static bool edit_once(struct grid *draft, struct rng *rng)
{
    switch (rng_below(rng, 12)) {
    case 0:
    case 1:
    case 2:
        return toggle_wall(draft, rng);
    case 3:
    case 4:
    case 5:
        return toggle_snow(draft, rng);
    case 6:
    case 7:
    case 8:
        return move_ball(draft, rng);
    case 9:
        return change_size(draft, rng);
    case 10:
        return move_mark(draft, "#@", rng);
    default:
        return move_mark(draft, "+=", rng);
    }
}

/* Makes one to three small changes that keep the numbers of balls and targets. */
static bool edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    (void)pieces;
    bool changed = false;
    for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--)
        changed |= edit_once(draft, rng);
    return changed;
}

/* Removes the n-th part: walls first, then snow. */
static bool take_out(struct grid *draft, unsigned n, const void *pieces)
{
    (void)pieces;
    unsigned walls = draft_count(draft, "X");
    if (n < walls) {
        draft->cells[draft_find(draft, "X", n)] = '-';
        return true;
    }
    int cell = draft_find(draft, "*=@", n - walls);
    return cell >= 0 && set_snow(draft, cell, false);
}

/* Turns into wall what the player could not reach even without balls.  Returns false if memory runs out. */
static bool close_off(struct grid *draft)
{
    size_t size = (size_t)grid_size(draft);
    bool *reached = calloc(size, sizeof *reached);
    int *queue = calloc(size, sizeof *queue);
    bool good = reached != NULL && queue != NULL;
    for (size_t cell = 0; good && cell < size; cell++) {
        if (draft->cells[cell] == '#' || draft->cells[cell] == '@')
            grid_flood(draft, (int)cell, 'X', reached, queue);
    }
    for (size_t cell = 0; good && cell < size; cell++) {
        if (!reached[cell] && !is_ball(draft->cells[cell]))
            draft->cells[cell] = 'X';
    }
    free(reached);
    free(queue);
    return good;
}

/* --- worth --- */

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
    .scatter = scatter,
    .edit = edit,
    .fits = fits,
    .worth = worth,
    .take_out = take_out,
    .tidies_scattered = true,
    .close = close_off,
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
        text_add_string(error, "--targets: there must be none, or one for each snowman");
        return false;
    }
    if (pieces->targets.low > 0 && pieces->snowmen.high > pieces->targets.high)
        pieces->snowmen.high = pieces->targets.high;
    if (needed > cells) {
        text_addf(error, "a level of %llu cells has no room for all these pieces", (unsigned long long)cells);
        return false;
    }
    return true;
}

static const struct option_row rows[] = {
    WALLS_ROW(struct snowman_pieces),
    PIECE_ROW(struct snowman_pieces, snowmen, 8, "snowmen to build (default: 1-2; 1 in small or easy levels)"),
    PIECE_ROW(struct snowman_pieces, snow, 4095, "cells with snow (default: 5-20; fewer in small levels)"),
    PIECE_ROW(struct snowman_pieces, targets, 64, "cells on which the snowmen must be built (default: 0)"),
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
