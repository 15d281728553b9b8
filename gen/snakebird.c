/* Snakebird's proposer: random islands, and climbs from them towards deep levels with one solution in
 * which the birds take turns. */
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

static struct number_range or_default(struct number_range range, uint64_t low, uint64_t high)
{
    return range.high == ANY_NUMBER ? (struct number_range){low, high} : range;
}

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
    const struct gen_options *options = proposal->options;
    struct snakebird_pieces *pieces = proposal->pieces;
    *pieces = (struct snakebird_pieces){
        .birds = or_default(options->birds, 1, 1),
        .length = or_default(options->length, 3, 4),
        .fruit = or_default(options->fruit, 0, 2),
        .spikes = or_default(options->spikes, 0, 3),
    };
    return in_range(pieces->birds, 1, MOST_BIRDS, "birds", error) &&
           in_range(pieces->length, 1, LONGEST, "length", error) &&
           in_range(pieces->fruit, 0, MOST_OF_A_KIND, "fruit", error) &&
           in_range(pieces->spikes, 0, MOST_OF_A_KIND, "spikes", error);
}

const struct proposer proposer_snakebird = {
    .game = &game_snakebird,
    .methods = climb_methods,
    .size = {8, 8},
    .min_side = 4,
    .max_side = SNAKEBIRD_MOST_SIDE,
    .pieces = PIECE_BIRDS | PIECE_LENGTH | PIECE_FRUIT | PIECE_SPIKES | PIECE_RULES,
    .piece_bytes = sizeof(struct snakebird_pieces),
    .start = start,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
