/* Snowman's proposer: random levels, and climbs towards those whose only solution is long and goes
 * back and forth between the balls. */
#include "gen/snowman.h"

#include "games/snowman/snowman.h"
#include "gen/climb.h"
#include "gen/snowman_draft.h"

enum {
    CELLS_FOR_TWO = 36, /* from which on there may be two snowmen where none are asked for */
    CLASSES_TOLD = 10,
};

/* How often another ball is pushed than before. */
static unsigned count_changes(const struct move_list *list, int columns)
{
    unsigned changes = 0;
    for (size_t n = 1; n < list->count; n++) {
        enum direction direction = move_direction(list->moves[n - 1]);
        int went = (int)move_piece(list->moves[n - 1]) + direction_down[direction] * columns +
                   direction_across[direction];
        changes += went != (int)move_piece(list->moves[n]);
    }
    return changes;
}

static double worth(const struct judgement *judgement, const struct grid *draft)
{
    double classes = (double)judgement->essential_low;
    double extra = classes < CLASSES_TOLD ? classes - 1 : CLASSES_TOLD - 1;
    return judgement->measure[MEASURE_depth] +
           2 * count_changes(&judgement->reported, draft->columns + 2) - 4 * extra;
}

static const struct climb_game climb = {
    .starts = 400,
    .edits = 300,
    .start_states = 2000,
    .states = 4000,
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

static bool start(struct proposal *proposal, struct text *error)
{
    struct snowman_pieces *pieces = proposal->pieces;
    uint64_t cells = (uint64_t)proposal->size.columns * proposal->size.rows;
    pieces->snowmen = range_or(pieces->snowmen, 1, cells < CELLS_FOR_TWO ? 1 : 2);
    uint64_t needed = (pieces->targets ? 4 : 3) * pieces->snowmen.low + pieces->walls.low + 1;
    if (pieces->snowmen.high == 0) {
        text_add_string(error, "--snowmen: a level has at least one");
        return false;
    }
    if (needed > cells) {
        text_addf(error, "a level of %llu cells has no room for all that is asked for",
                  (unsigned long long)cells);
        return false;
    }
    return true;
}

static const struct option_row rows[] = {
    WALLS_ROW(struct snowman_pieces),
    PIECE_ROW(struct snowman_pieces, snowmen, 8, "snowmen to build"),
    PIECE_ROW(struct snowman_pieces, snow, 4095, "cells with snow"),
    {.name = "targets", .kind = OPTION_FLAG, .offset = offsetof(struct snowman_pieces, targets),
     .group = PIECE_GROUP, .help = "the snowmen have places to be built at"},
};

const struct proposer proposer_snowman = {
    .game = &game_snowman,
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
