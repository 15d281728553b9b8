/* Theseus's proposer: random mazes, and hill climbing from them towards long escapes in which Theseus has to wait and
 * turn back.  A draft is the whole text, including the wall around it. */
#include "games/theseus/theseus.h"
#include "gen/climb/climb.h"
#include "gen/climb/draft.h"

#include <string.h>

static struct board_size text_size(struct board_size size)
{
    return (struct board_size){2 * size.columns + 1, 2 * size.rows + 1};
}

/* The number of places for walls between cells, and the cell of the n-th.  Places between horizontal neighbours
 * come first. */
static unsigned count_places(const struct grid *draft)
{
    return (unsigned)(grid_size(draft) / 2 - draft->columns - draft->rows + 2);
}

static int find_place(const struct grid *draft, unsigned n)
{
    int columns = draft->columns / 2, rows = draft->rows / 2, place = (int)n;
    int beside = rows * (columns - 1);
    if (place < beside)
        return (2 * (place / (columns - 1)) + 1) * draft->columns + 2 * (place % (columns - 1)) + 2;
    place -= beside;
    return (2 * (place / columns) + 2) * draft->columns + 2 * (place % columns) + 1;
}

static int pick_cell(const struct grid *draft, struct rng *rng)
{
    int row = 2 * (int)rng_below(rng, (uint32_t)draft->rows / 2) + 1;
    return row * draft->columns + 2 * (int)rng_below(rng, (uint32_t)draft->columns / 2) + 1;
}

static bool scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    (void)pieces;
    unsigned share = 15 + rng_below(rng, 35);
    memset(draft->cells, '#', (size_t)grid_size(draft));
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (cell / draft->columns % 2 == 1 && cell % draft->columns % 2 == 1)
            draft->cells[cell] = ' ';
    }
    for (unsigned n = 0; n < count_places(draft); n++)
        draft->cells[find_place(draft, n)] = rng_below(rng, 100) < share ? '#' : ' ';
    for (const char *piece = "TME"; *piece != '\0'; piece++) {
        int cell = pick_cell(draft, rng);
        if (draft->cells[cell] != ' ')
            return false;
        draft->cells[cell] = (unsigned char)*piece;
    }
    return true;
}

/* Toggles walls, or moves some of the three pieces. */
static bool edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    (void)pieces;
    static const char *const marks[] = {"T", "M", "E"};
    bool changed = false;
    for (unsigned n = 1 + rng_below(rng, 3); n > 0; n--) {
        unsigned kind = rng_below(rng, 12);
        if (kind < 3) {
            int from = draft_find(draft, marks[kind], 0), to = pick_cell(draft, rng);
            if (draft->cells[to] != ' ')
                continue;
            draft->cells[to] = draft->cells[from];
            draft->cells[from] = ' ';
        } else {
            unsigned char *place = &draft->cells[find_place(draft, rng_below(rng, count_places(draft)))];
            *place = *place == '#' ? ' ' : '#';
        }
        changed = true;
    }
    return changed;
}

/* Every draft is a maze with one of each piece. */
static bool fits(const struct grid *draft, const void *pieces)
{
    (void)draft;
    (void)pieces;
    return true;
}

/* The number of moves, plus a bonus for each wait and each change of direction. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    (void)draft;
    const struct move_list *list = &judgement->reported;
    double worth = judgement->measure[MEASURE_depth];
    for (size_t i = 1; i < list->count; i++)
        worth += move_way(list->moves[i]) == MOVE_ACTION                    ? 1
                 : move_way(list->moves[i]) != move_way(list->moves[i - 1]) ? 0.5
                                                                            : 0;
    return worth;
}

static bool take_out(struct grid *draft, unsigned n, const void *pieces)
{
    (void)pieces;
    for (unsigned i = 0; i < count_places(draft); i++) {
        unsigned char *place = &draft->cells[find_place(draft, i)];
        if (*place == '#' && n-- == 0) {
            *place = ' ';
            return true;
        }
    }
    return false;
}

static const struct climb_game climb = {
    .starts = 400,
    .edits = 1500,
    .start_states = 40000,
    .states = 40000,
    .climb_states = 2000000,
    .compared = 100,
    .draft_size = text_size,
    .scatter = scatter,
    .edit = edit,
    .fits = fits,
    .worth = worth,
    .usual_depth = 12,
    .take_out = take_out,
    .tidies_again = true,
    .tidies_scattered = true,
};

static const struct inventory_item inventory[] = {
    {.counts = "T", .puts = "T", .low = 1, .high = 1},
    {.counts = "M", .puts = "M", .low = 1, .high = 1},
    {.counts = "E", .puts = "E", .low = 1, .high = 1},
    {.counts = NULL},
};

const struct proposer proposer_theseus = {
    .game = &game_theseus,
    .inventory = inventory,
    .methods = climb_methods,
    .size = {7, 7},
    .sizes = {{5, 5}, {6, 6}, {7, 7}, {7, 7}},
    .min_side = 2,
    .max_side = 20,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
