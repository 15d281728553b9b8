/* Snowman's proposer: random levels, and hill climbing towards levels whose only solution is long and alternates
 * between the balls.
 *
 * The ground of a level is mostly snow or mostly bare, and strips of the other kind cut it.  Apart from the player,
 * most levels are symmetric, and stay so: each edit is made in all images. */
#include "gen/snowman/snowman.h"

#include "games/snowman/snowman.h"
#include "gen/climb/climb.h"
#include "gen/climb/composition.h"
#include "gen/climb/draft.h"
#include "solve/judge/judge.h"

#include <stdlib.h>
#include <string.h>

/* --- drafts: the text without the wall around it --- */

static bool is_ball(unsigned char c)
{
    return c >= '1' && c <= '7';
}

/* The player, who has no image, and what he stands on. */
static const char alone[] = "#@", under[] = "-*";

enum { MOST_SIDE = 20 };

/* Whether a draft looks drawn: no cell is a dead end, the player is not in a corner, and hardly any ground differs from
 * all that is beside it. */
static bool is_neat(const struct grid *draft)
{
    enum { MOST_LONE = 2 };
    unsigned lone = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        unsigned walls = 0, across = 0, like = 0;
        for (unsigned way = 0; way < DIRECTIONS; way++) {
            int next = grid_beside(draft, cell, way);
            unsigned char other = next < 0 ? 'X' : draft->cells[next];
            walls += other == 'X';
            across += other == 'X' && (way == LEFT || way == RIGHT);
            like += other != 'X' && (is_ball(other) || (strchr("*=@", other) != NULL) == (strchr("*=@", c) != NULL));
        }
        bool player = c == '#' || c == '@', corner = across > 0 && walls > across;
        if (c != 'X' && (walls >= 3 || (player && corner)))
            return false;
        lone += c != 'X' && !is_ball(c) && like == 0;
    }
    return lone <= MOST_LONE;
}

/* Whether a draft looks drawn and has the requested pieces.  Edits in mirror images may change their
 * numbers. */
static bool fits(const struct grid *draft, const void *pieces)
{
    const struct snowman_pieces *wanted = pieces;
    unsigned balls = 0, targets = draft_count(draft, "+=");
    for (int cell = 0; cell < grid_size(draft); cell++)
        balls += is_ball(draft->cells[cell]) ? (unsigned)__builtin_popcount(draft->cells[cell] - '0') : 0;
    return draft_has(draft, "X", wanted->walls) && draft_has(draft, "*=@", wanted->snow) && balls % 3 == 0 &&
           range_holds(wanted->snowmen, balls / 3) && range_holds(wanted->targets, targets) &&
           (targets == 0 || targets >= balls / 3) && is_neat(draft) &&
           (wanted->loose_balls || composition_holds(wanted->symmetry, draft, alone, under));
}

/* Repeats what was done to a draft since `before` in the mirror images. */
static bool repeat(struct grid *draft, const unsigned char *before, const struct snowman_pieces *wanted)
{
    static const char loose[] = "#@+=11223344556677", loose_under[] = "-*-*-*-*-*-*-*-*-*";
    return composition_repeat(wanted->symmetry, draft, before, wanted->loose_balls ? loose : alone,
                              wanted->loose_balls ? loose_under : under);
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

/* Turns a straight run of ground into snow or bare ground, from its beginning to its end or for a random length. */
static bool lay_strip(struct grid *draft, bool snow, struct rng *rng)
{
    int cell = draft_pick(draft, snow ? "-" : "*", rng);
    bool changed = false;
    if (cell < 0)
        return false;
    unsigned way = rng_below(rng, 2) == 0 ? RIGHT : DOWN;
    unsigned side = (unsigned)(way == RIGHT ? draft->columns : draft->rows);
    unsigned most = rng_below(rng, 2) == 0 ? side : 1 + rng_below(rng, side);
    for (int i = grid_beside(draft, cell, way ^ 2); i >= 0 && strchr("-*+=#@", draft->cells[i]) != NULL;
         i = grid_beside(draft, cell, way ^ 2))
        cell = i; /* to the beginning of the run */
    for (; cell >= 0 && most > 0 && draft->cells[cell] != 'X'; cell = grid_beside(draft, cell, way), most--)
        changed |= set_snow(draft, cell, snow);
    return changed;
}

/* Cuts a rectangle off a corner, or a notch into a side. */
static void cut_outline(struct grid *draft, struct rng *rng)
{
    int high = 1 + (int)rng_below(rng, 2), wide = 1 + (int)rng_below(rng, (uint32_t)(1 + draft->columns / 4));
    int row = rng_below(rng, 3) == 0 ? (int)rng_below(rng, (uint32_t)draft->rows) : 0, column = 0;
    if (row == 0 && rng_below(rng, 4) == 0)
        column = (int)rng_below(rng, (uint32_t)draft->columns);
    row = rng_below(rng, 2) == 0 ? row : draft->rows - high;
    for (int r = row; r < row + high; r++) {
        for (int c = column; c < column + wide; c++) {
            if (grid_at(draft, r, c, 'X') != 'X')
                draft->cells[r * draft->columns + c] = 'X';
        }
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

/* Puts balls, each with its images, on plain ground.  Returns false if there is no room. */
static bool scatter_balls(struct grid *draft, unsigned count, const struct snowman_pieces *wanted, struct rng *rng)
{
    static const char balls[][5] = {"1112", "1124", "1124"};
    enum { TRIES = 100 };
    for (unsigned tries = 0; count > 0; tries++) {
        int cell = draft_pick(draft, "-*", rng), ball_there = draft_pick(draft, "124", rng), orbit[ORBIT_MOST];
        if (cell < 0 || tries == TRIES)
            return false;
        if (ball_there >= 0 && rng_below(rng, 4) != 0) { /* beside another one as a rule */
            cell = grid_beside(draft, ball_there, rng_below(rng, DIRECTIONS));
            if (cell < 0 || strchr("-*", draft->cells[cell]) == NULL)
                continue;
        }
        unsigned images =
            wanted->loose_balls ? 1 : composition_orbit(wanted->symmetry, draft->columns, draft->rows, cell, orbit);
        orbit[0] = cell;
        if (images > count)
            continue;
        unsigned char ball =
            wanted->snowy && rng_below(rng, 4) != 0 ? '1' : (unsigned char)balls[count % 3][rng_below(rng, 4)];
        for (unsigned n = 0; n < images; n++)
            draft->cells[orbit[n]] = ball;
        count -= images;
    }
    return true;
}

/* Draws the outline and the ground, in all images. */
static bool scatter_ground(struct grid *draft, const struct snowman_pieces *wanted, struct rng *rng)
{
    unsigned char before[MOST_SIDE * MOST_SIDE];
    unsigned cells = (unsigned)grid_size(draft);
    memset(draft->cells, '-', cells);
    memcpy(before, draft->cells, cells);
    if (wanted->walls.high > cells / 8) {
        for (unsigned n = rng_below(rng, 3); n > 0; n--)
            cut_outline(draft, rng);
    }
    if (wanted->walls.low > 0 || rng_below(rng, 2) == 0)
        scatter_walls(draft, draw_number(wanted->walls, 0, cells / 12, rng), rng);
    if (!repeat(draft, before, wanted))
        return false;
    memcpy(before, draft->cells, cells);
    if (wanted->snowy) {
        for (int cell = 0; cell < grid_size(draft); cell++)
            set_snow(draft, cell, true);
        memcpy(before, draft->cells, cells);
        for (unsigned n = wanted->covered ? 0 : rng_below(rng, 3); n > 0; n--)
            lay_strip(draft, false, rng);
    } else {
        scatter_snow(draft, draw_number(wanted->snow, 0, cells / 3, rng), rng);
    }
    return repeat(draft, before, wanted);
}

/* Scatters walls, snow, balls, targets and the player. */
static bool scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snowman_pieces *wanted = pieces;
    unsigned snowmen = draw_number(wanted->snowmen, 1, 8, rng);
    if (!scatter_ground(draft, wanted, rng) || !scatter_balls(draft, 3 * snowmen, wanted, rng))
        return false;
    unsigned char before[MOST_SIDE * MOST_SIDE];
    memcpy(before, draft->cells, (size_t)grid_size(draft));
    unsigned targets = 0; /* 0, or at least the number of snowmen */
    if (wanted->targets.high >= snowmen && (wanted->targets.low > 0 || rng_below(rng, 2) != 0))
        targets = draw_number(wanted->targets, snowmen, snowmen + 2, rng);
    for (; targets > 0; targets--) {
        int cell = draft_pick(draft, "-*", rng);
        if (cell < 0)
            return false;
        draft->cells[cell] = draft->cells[cell] == '*' ? '=' : '+';
    }
    if (!repeat(draft, before, wanted))
        return false;
    int player = -1, orbit[ORBIT_MOST];
    for (unsigned tries = 0; tries < 20 && player < 0; tries++) { /* on the axis as a rule */
        int cell = draft_pick(draft, "-*", rng);
        if (cell < 0)
            return false;
        if (composition_orbit(wanted->symmetry, draft->columns, draft->rows, cell, orbit) == 1 ||
            rng_below(rng, 8) == 0)
            player = cell;
    }
    if (player < 0)
        return false;
    draft->cells[player] = draft->cells[player] == '*' ? '@' : '#';
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

static bool toggle_wall(struct grid *draft, const struct snowman_pieces *wanted, struct rng *rng)
{
    int cell = draft_pick(draft, "X-*", rng);
    if (cell < 0)
        return false;
    draft->cells[cell] = draft->cells[cell] != 'X' ? 'X' : wanted->covered || rng_below(rng, 2) == 0 ? '*' : '-';
    return true;
}

/* Adds or removes a wall or snow; moves a ball, a target or the player; or resizes a ball. */
static bool edit_once(struct grid *draft, const struct snowman_pieces *wanted, struct rng *rng)
{
    switch (rng_below(rng, 12)) {
    case 0:
    case 1:
    case 2:
        return toggle_wall(draft, wanted, rng);
    case 3:
    case 4:
    case 5:
        return wanted->covered ? toggle_wall(draft, wanted, rng) : lay_strip(draft, rng_below(rng, 2) == 0, rng);
    case 6:
    case 7:
    case 8: {
        /* Moves the top ball of a random stack, possibly onto a larger ball. */
        int from = draft_pick(draft, "1234567", rng);
        if (from < 0)
            return false;
        unsigned char ball = draft->cells[from] - '0', top = ball & (unsigned char)-ball;
        int to = draft_pick(draft, top == 1 ? "-*246" : top == 2 ? "-*4" : "-*", rng);
        if (to < 0 || to == from)
            return false;
        bool ground = !is_ball(draft->cells[to]);
        draft->cells[from] = ball != top ? (unsigned char)('0' + ball - top) : wanted->snowy ? '*' : '-';
        draft->cells[to] = (unsigned char)(ground ? '0' + top : draft->cells[to] + top);
        return true;
    }
    case 9: {
        static const unsigned char sizes[] = {'1', '2', '4'};
        int cell = draft_pick(draft, "124", rng);
        if (cell < 0)
            return false;
        unsigned char size = sizes[rng_below(rng, 3)];
        bool changed = size != draft->cells[cell];
        draft->cells[cell] = size;
        return changed;
    }
    case 10:
        return move_mark(draft, "#@", rng);
    default:
        return move_mark(draft, "+=", rng);
    }
}

/* Makes one to three small changes, each in all images. */
static bool edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snowman_pieces *wanted = pieces;
    unsigned char before[MOST_SIDE * MOST_SIDE];
    bool changed = false, good = true;
    for (unsigned n = 1 + rng_below(rng, 3); n > 0 && good; n--) {
        memcpy(before, draft->cells, (size_t)grid_size(draft));
        changed |= edit_once(draft, wanted, rng);
        good = repeat(draft, before, wanted);
    }
    return changed && good;
}

/* Removes the n-th part, with its images.  First come walls that are not at the edge; then snow where the ground is
 * bare, or bare cells where the ground is snow. */
static bool take_out(struct grid *draft, unsigned n, const void *pieces)
{
    const struct snowman_pieces *wanted = pieces;
    unsigned char before[MOST_SIDE * MOST_SIDE];
    memcpy(before, draft->cells, (size_t)grid_size(draft));
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (draft->cells[cell] != 'X' || grid_is_edge(draft, cell) || n-- > 0)
            continue;
        draft->cells[cell] = wanted->snowy ? '*' : '-';
        return repeat(draft, before, wanted);
    }
    int cell = draft_find(draft, wanted->snowy ? "-+#" : "*=@", n);
    return cell >= 0 && set_snow(draft, cell, wanted->snowy) && repeat(draft, before, wanted);
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
    CELLS_FOR_TWO = 25, /* with this many or more, two snowmen are possible by default */
    CLASSES_TOLD = 10,
};

/* The worth of a draft: for each growth of a ball, for each change of ball in the solution; and the cost of each
 * essentially different solution after the first. */
static const double GROWTH_WORTH = 0.5, CHANGE_WORTH = 0.05, CLASS_COST = 3;

/* The worth of a draft, assuming that its measures are those that the climb aims at. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    double classes = (double)judgement->essential_low;
    double extra = classes < CLASSES_TOLD ? classes - 1 : CLASSES_TOLD - 1;
    /* How often a ball grows in the solution: the total size of the balls at the end, three per snowman, minus that at
     * the start. */
    static const unsigned char sizes[] = {0, 0, 1, 1, 2, 2, 3, 3};
    unsigned balls = 0, size = 0;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        if (!is_ball(c))
            continue;
        balls += (unsigned)__builtin_popcount(c - '0');
        size += sizes[c - '0'];
    }
    unsigned growth = balls > size ? balls - size : 0;
    /* How often a different ball is pushed than before. */
    unsigned changes = 0;
    const struct move_list *list = &judgement->reported;
    for (size_t n = 1; n < list->count; n++) {
        enum direction direction = move_direction(list->moves[n - 1]);
        int went = (int)move_piece(list->moves[n - 1]) + direction_down[direction] * (draft->columns + 2) +
                   direction_across[direction];
        changes += went != (int)move_piece(list->moves[n]);
    }
    return GROWTH_WORTH * growth + CHANGE_WORTH * changes - CLASS_COST * extra;
}

/* Draws the layout of the level, as people lay out theirs, unless the options say otherwise. */
static void compose(void *pieces, const struct proposal *proposal, struct board_size *size, struct rng *rng)
{
    static const unsigned char shares[SYMMETRY_COUNT] = {
        [SYMMETRY_MIRROR] = 10, [SYMMETRY_FLIP] = 5, [SYMMETRY_BOTH] = 3, [SYMMETRY_NONE] = 1};
    enum { SNOWY = 75, COVERED = 60 }; /* percentages: of all levels, and of those on snow */
    struct snowman_pieces *wanted = pieces;
    if (wanted->symmetry == SYMMETRY_ANY)
        wanted->symmetry = share_draw(shares, SYMMETRY_COUNT, rng);
    if (proposal->options->size.columns == 0)
        *size = composition_size(*size, 3, wanted->symmetry, rng);
    wanted->loose_balls = !composition_has_axis(wanted->symmetry, (int)size->columns, (int)size->rows);
    uint64_t cells = (uint64_t)size->columns * size->rows;
    bool covers = wanted->snow.high >= cells / 2, sparse = wanted->snow.low <= cells / 2;
    wanted->snowy = covers && (!sparse || rng_below(rng, 100) < SNOWY);
    wanted->covered = wanted->snowy && wanted->snow.high >= cells && rng_below(rng, 100) < COVERED;
}

static const struct aim_range aim = {.measure = MEASURE_difficulty, .low = 10, .high = 95, .near = 6, .weight = 0.05};

static const struct climb_game climb = {
    .starts = 40,
    .rivals = 4,
    .edits = 700,
    .start_states = 8000,
    .states = 12000,
    .range = &aim,
    .whole_states = 12000,
    .climb_states = 500000,
    .compared = 40,
    .classes = CLASSES_TOLD,
    .frame = 'X',
    .compose = compose,
    .scatter = scatter,
    .edit = edit,
    .fits = fits,
    .worth = worth,
    .take_out = take_out,
    .tidies_scattered = true,
    .close = close_off,
    .without_start = FILTER_UNSOLVABLE,
};

static bool start(struct proposal *proposal, struct text *error)
{
    struct snowman_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)proposal->size.columns * proposal->size.rows;
    double most = proposal->filters->high[MEASURE_difficulty];
    bool easy = most != UNKNOWN && most < difficulty_band_low(DIFFICULTY_hard); /* levels with two are not */
    pieces->snowmen = range_or(pieces->snowmen, 1, cells < CELLS_FOR_TWO || easy ? 1 : 2);
    pieces->targets = range_or(pieces->targets, 0, 0);
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
    PIECE_ROW(struct snowman_pieces, snow, 4095, "cells with snow (default: any; most levels are mostly snow)"),
    PIECE_ROW(struct snowman_pieces, targets, 64, "cells on which the snowmen must be built (default: 0)"),
    SYMMETRY_ROW(struct snowman_pieces, SYMMETRY_NAMES, "walls, ground and balls"),
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
    .max_side = MOST_SIDE,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct snowman_pieces),
    .start = start,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
