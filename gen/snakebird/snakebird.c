/* Snakebird's proposer: random islands, and hill climbing from them towards the request.  It uses levels with a
 * small complete state graph, because a player does not get lost in the open air there and the measures are cheap. */
#include "gen/snakebird/snakebird.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb/climb.h"
#include "gen/snakebird/draft.h"
#include "gen/snakebird/use.h"

enum { MOST_BIRDS = 3, LONGEST = 10, MOST_OF_A_KIND = 30, TURNS_A_BIRD = 2, MOST_BLOCKS = SNAKEBIRD_BLOCKS };

/* Whether nothing floats in a proposed level. */
static bool sound(const struct puzzle *puzzle)
{
    const struct snakebird *board = snakebird_board(puzzle);
    return !board->floating && !board->drowned;
}

/* Counts how often a different bird moves than before. */
static unsigned count_turns(const struct move_list *list)
{
    unsigned turns = 0;
    for (size_t i = 1; i < list->count; i++)
        turns += move_piece(list->moves[i]) != move_piece(list->moves[i - 1]);
    return turns;
}

/* Birds should take turns, up to a limit. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    enum { ENOUGH = 12 };
    (void)draft;
    unsigned turns = count_turns(&judgement->reported);
    return 0.5 * (turns < ENOUGH ? turns : ENOUGH);
}

/* Counts missing birds, birds that do not need each other, and blocks and portals that the solution does not need. */
static unsigned lacking(const struct puzzle *puzzle, const struct judgement *judgement, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned birds = snakebird_board(puzzle)->birds;
    unsigned missing = birds < wanted->birds.low ? (unsigned)wanted->birds.low - birds : 0;
    bool apart = count_turns(&judgement->reported) < TURNS_A_BIRD * (birds - 1);
    return missing + apart + snakebird_unused(puzzle, judgement);
}

static const struct aim_range aim = {.measure = MEASURE_difficulty, .low = 15, .high = 94, .near = 2, .weight = 0.3};

static const struct climb_game climb = {
    .starts = 10000,
    .growths = 10,
    .edits = 1500,
    .start_states = 1000,
    .states = 3000,
    .climb_states = 400000,
    .compared = 200,
    .vary = snakebird_vary,
    .empty = '-',
    .scatter = snakebird_scatter,
    .missing = snakebird_missing,
    .grow = snakebird_grow,
    .edit = snakebird_edit,
    .fits = snakebird_fits,
    .sound = sound,
    .worth = worth,
    .range = &aim,
    .whole = true,
    .lacking = lacking,
    .idle_cost = 10,
    .take_out = snakebird_take_out,
    .tidies_again = true,
    .tidies_scattered = true,
};

static bool in_range(struct number_range range, uint64_t low, uint64_t high, const char *name, struct text *error)
{
    if (range.low >= low && range.high <= high)
        return true;
    if (high == 0)
        text_addf(error, "--%s: the rules of the document know none", name);
    else
        text_addf(error, "--%s: from %u to %u", name, (unsigned)low, (unsigned)high);
    return false;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct snakebird_pieces *pieces = proposal->pieces;
    pieces->birds = range_or(pieces->birds, 1, MOST_BIRDS);
    pieces->length = range_or(pieces->length, 3, 4);
    pieces->fruit = range_or(pieces->fruit, 0, 2);
    pieces->spikes = range_or(pieces->spikes, 0, 3);
    bool plain = proposal->variant.rules == SNAKEBIRD_DOCUMENT; /* has neither blocks nor portals */
    pieces->blocks = range_or(pieces->blocks, 0, plain ? 0 : 1);
    pieces->portals = range_or(pieces->portals, 0, plain ? 0 : 1);
    return in_range(pieces->birds, 1, MOST_BIRDS, "birds", error) &&
           in_range(pieces->length, 1, LONGEST, "length", error) &&
           in_range(pieces->fruit, 0, MOST_OF_A_KIND, "fruit", error) &&
           in_range(pieces->spikes, 0, MOST_OF_A_KIND, "spikes", error) &&
           in_range(pieces->blocks, 0, plain ? 0 : MOST_BLOCKS, "blocks", error) &&
           in_range(pieces->portals, 0, plain ? 0 : 1, "portals", error);
}

static const struct option_row rows[] = {
    PIECE_ROW(struct snakebird_pieces, birds, MOST_BIRDS, "birds"),
    PIECE_ROW(struct snakebird_pieces, length, LONGEST, "segments of a bird"),
    PIECE_ROW(struct snakebird_pieces, fruit, MOST_OF_A_KIND, "pieces of fruit"),
    PIECE_ROW(struct snakebird_pieces, spikes, MOST_OF_A_KIND, "spikes"),
    PIECE_ROW(struct snakebird_pieces, blocks, MOST_BLOCKS, "blocks that can be pushed"),
    PIECE_ROW(struct snakebird_pieces, portals, 1, "portals of two ends"),
};

static const struct inventory_item inventory[] = {
    {.option = "birds", .counts = "Aa0N", .puts = "Aa0N", .in_turn = true, .low = 1, .high = 1, .length = "length"},
    {.counts = "*", .puts = "*", .low = 1, .high = 1},
    {.option = "fruit", .counts = "+", .puts = "+", .low = 0, .high = 2},
    {.option = "spikes", .counts = "^", .puts = "^", .low = 0, .high = 2},
    {.option = "blocks", .counts = "%&$!;:,=/", .puts = "%&$!;:,=/", .in_turn = true, .low = 0, .high = 0},
    {.option = "portals", .counts = "@", .puts = "@", .low = 0, .high = 0, .each = 2},
    {.counts = NULL},
};

const struct proposer proposer_snakebird = {
    .game = &game_snakebird,
    .inventory = inventory,
    .methods = climb_methods,
    .size = {8, 8},
    .min_side = 4,
    .max_side = SNAKEBIRD_MOST_SIDE,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct snakebird_pieces),
    .start = start,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
