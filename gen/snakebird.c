/* Snakebird's proposer: random islands, and climbs from them towards deep levels with one solution
 * in which the birds take turns. */
#include "gen/snakebird.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb.h"
#include "gen/snakebird_draft.h"

enum { MOST_BIRDS = 3, LONGEST = 10, MOST_OF_A_KIND = 30 };

/* Nothing floats in a proposed level. */
static bool sound(const struct puzzle *puzzle)
{
    const struct snakebird *board = snakebird_board(puzzle);
    return !board->floating && !board->drowned;
}

/* Moves, and changes of bird. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    (void)draft;
    const struct move_list *list = &judgement->reported;
    unsigned changes = 0;
    for (size_t i = 1; i < list->count; i++)
        changes += move_piece(list->moves[i]) != move_piece(list->moves[i - 1]);
    return judgement->measure[MEASURE_depth] + changes;
}

static unsigned aim(const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    return 20 + 5 * (unsigned)(wanted->birds.high - 1);
}

static const struct climb_game climb = {
    .starts = 400,
    .edits = 1500,
    .start_states = 20000, /* a level with more is too much work for what it is */
    .states = 20000,
    .climb_states = 6000000,
    .compared = 200,
    .scatter = snakebird_scatter,
    .edit = snakebird_edit,
    .fits = snakebird_fits,
    .sound = sound,
    .worth = worth,
    .aim = aim,
    .take_out = snakebird_take_out,
    .tidies_again = true,
};

static bool in_range(struct number_range range, uint64_t low, uint64_t high, const char *name,
                     struct text *error)
{
    if (range.low >= low && range.high <= high)
        return true;
    text_addf(error, "--%s: from %u to %u", name, (unsigned)low, (unsigned)high);
    return false;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct snakebird_pieces *pieces = proposal->pieces;
    pieces->birds = range_or(pieces->birds, 1, 1);
    pieces->length = range_or(pieces->length, 3, 4);
    pieces->fruit = range_or(pieces->fruit, 0, 2);
    pieces->spikes = range_or(pieces->spikes, 0, 3);
    return in_range(pieces->birds, 1, MOST_BIRDS, "birds", error) &&
           in_range(pieces->length, 1, LONGEST, "length", error) &&
           in_range(pieces->fruit, 0, MOST_OF_A_KIND, "fruit", error) &&
           in_range(pieces->spikes, 0, MOST_OF_A_KIND, "spikes", error);
}

static const struct option_row rows[] = {
    PIECE_ROW(struct snakebird_pieces, birds, 4, "birds"),
    PIECE_ROW(struct snakebird_pieces, length, 16, "segments of a bird"),
    PIECE_ROW(struct snakebird_pieces, fruit, 32, "pieces of fruit"),
    PIECE_ROW(struct snakebird_pieces, spikes, 4095, "spikes"),
};

const struct proposer proposer_snakebird = {
    .game = &game_snakebird,
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
