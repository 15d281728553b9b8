/* Snakebird's proposer: hill climbing from drafts of islands towards the request.  It keeps only drafts whose complete
 * state graph is small: there, a player does not get lost in the open air, and the measures are cheap. */
#include "gen/snakebird/snakebird.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb/climb.h"
#include "gen/climb/composition.h"
#include "gen/climb/draft.h"

#include <string.h>

/* --- units --- */

enum { MOST_BIRDS = 3, MOST_FRUIT = 2 }; /* by default */

/* Selects a number from a range by `*turn`, and divides `*turn` for the next range. */
static uint64_t in_turn(struct number_range range, uint64_t *turn)
{
    uint64_t many = range.high - range.low + 1, number = range.low + *turn % many;
    *turn /= many;
    return number;
}

/* Sets a unit's number of birds and its upper limits on blocks and portals; they rotate with the unit number.  Units
 * with one bird succeed twenty times as often as those with several.  They are few by default, so that a third of the
 * levels kept have one bird, as among people's levels. */
static void vary(void *pieces, uint64_t unit)
{
    struct snakebird_pieces *wanted = pieces;
    bool all = wanted->birds.low == 1 && wanted->birds.high == MOST_BIRDS;
    uint64_t turn = all ? unit / 3 : unit;
    uint64_t few = unit % 32 == 12 ? 1 : unit % 8 == 5 ? 3 : 2;
    uint64_t birds = all ? few : in_turn(wanted->birds, &turn);
    wanted->birds.low = wanted->birds.high = birds;
    wanted->blocks.high = in_turn(wanted->blocks, &turn);
    wanted->portals.high = in_turn(wanted->portals, &turn);
}

/* Draws the layout of a level, and how much its birds take turns, as in levels that people made. */
static void compose(void *pieces, const struct proposal *proposal, struct board_size *size, struct rng *rng)
{
    static const unsigned char shares[SYMMETRY_COUNT] = {[SYMMETRY_MIRROR] = 1, [SYMMETRY_NONE] = 11};
    static const unsigned char corners[] = {21, 26, 31, 38, 44}, fruit[] = {0, 1, 1, 2, 2};
    static const struct number_range of_two[] = {{2, 2}, {2, 3}, {3, 3}, {3, 4}, {3, 4}};
    enum { LOW_EXITS = 2, CLOSE_EXITS = 8, FREE_OF_SPIKES = 5 }; /* one level in this many */
    enum { MOVES_FOR_TURNS = 16, ROOMY = 6 };
    struct snakebird_pieces *wanted = pieces;
    unsigned birds = (unsigned)wanted->birds.low;
    if (wanted->symmetry == SYMMETRY_ANY)
        wanted->symmetry = share_draw(shares, SYMMETRY_COUNT, rng);
    wanted->low_exit = birds > 2 || rng_below(rng, LOW_EXITS) == 0;
    wanted->open_exit = rng_below(rng, birds > 2 ? 2 : CLOSE_EXITS) != 0;
    wanted->corners = corners[birds > 2 ? sizeof corners - 1 : rng_below(rng, sizeof corners)];
    uint64_t few = fruit[rng_below(rng, sizeof fruit)];
    if (wanted->fruit.low == 0 && wanted->fruit.high == MOST_FRUIT)
        wanted->fruit.low = wanted->fruit.high = few;
    if (rng_below(rng, FREE_OF_SPIKES) == 0)
        wanted->spikes.high = wanted->spikes.low;
    double most = proposal->filters->high[MEASURE_difficulty];
    bool easy = most != UNKNOWN && most < difficulty_band_low(DIFFICULTY_medium);
    struct number_range lengths = birds == 1   ? (struct number_range){3, 5}
                                  : birds == 2 ? of_two[rng_below(rng, sizeof of_two / sizeof *of_two)]
                                               : (struct number_range){2, 3};
    wanted->length = range_or(wanted->length, lengths.low, lengths.high);
    struct number_range turns = easy         ? (struct number_range){3, 5}
                                : birds == 2 ? (struct number_range){5, 10}
                                             : (struct number_range){4, 6};
    wanted->turns = birds == 1 ? 0 : range_draw(turns, rng);
    wanted->moves = birds == 1 ? 0 : 3;
    double depth = proposal->filters->high[MEASURE_depth];
    if (depth != UNKNOWN && depth < MOVES_FOR_TURNS) /* too few moves for so many turns */
        wanted->turns = wanted->moves = 0;
    if (proposal->options->size.columns == 0) { /* smaller for three birds, which have many states */
        unsigned less = birds > 2 ? 2 : 0, more = COMPOSITION_WIDER - 2 * less;
        struct number_range columns = {size->columns - 3 - less, size->columns + more};
        struct number_range rows = {size->rows - 2 - less, size->rows + more};
        size->columns = range_draw(columns, rng);
        size->rows = range_draw(rows, rng);
    }
    if (size->columns < ROOMY || size->rows < ROOMY) {
        wanted->low_exit = true;
        wanted->open_exit = false;
        wanted->corners = 0;
    }
}

/* --- what a solution uses ---
 *
 * The solution is replayed without a block or the portal: with the block removed from the start, or on a board without
 * the portal. */

enum { CAPACITY = SNAKEBIRD_BIRDS * DIRECTIONS };

/* Makes a move.  Returns false if it is illegal. */
static bool play(const struct snakebird *board, struct snakebird_state *state, game_move move)
{
    game_move moves[CAPACITY];
    size_t bytes = board->puzzle.state_bytes;
    unsigned char states[CAPACITY * bytes + sizeof(uint64_t)], before[bytes];
    snakebird_pack(board, state, before);
    unsigned count = board->rules == SNAKEBIRD_ORIGINAL ? snakebird_expand_original(board, before, moves, states)
                                                        : snakebird_expand_document(board, before, moves, states);
    for (unsigned i = 0; i < count; i++) {
        if (moves[i] == move) {
            memcpy(states, states + i * bytes, bytes);
            snakebird_unpack(board, states, state);
            return true;
        }
    }
    return false;
}

/* Whether the moves solve a board from a state.  *left receives the set of blocks whose start position is vacant at
 * some time. */
static bool solves(const struct snakebird *board, struct snakebird_state state, const struct move_list *list,
                   unsigned *left)
{
    *left = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!play(board, &state, list->moves[i]))
            return false;
        for (unsigned k = 0; k < board->blocks; k++) {
            /* A block of the same shape may be where this one started. */
            bool covered = false;
            for (unsigned n = 0; n < board->blocks; n++)
                covered |= board->block[n].shape == board->block[k].shape && state.block[n] == board->settled.block[k];
            *left |= (unsigned)!covered << k;
        }
    }
    bool gone = state.fruit == 0;
    for (unsigned i = 0; i < board->birds; i++)
        gone = gone && state.bird[i].length == 0;
    return gone;
}

/* Whether two states are equal except for a block. */
static bool alike(const struct snakebird *board, const struct snakebird_state *a, const struct snakebird_state *b,
                  unsigned block)
{
    bool same = a->fruit == b->fruit;
    for (unsigned i = 0; i < board->birds; i++) {
        const struct snakebird_bird *one = &a->bird[i], *other = &b->bird[i];
        same = same && one->head == other->head && one->length == other->length &&
               memcmp(one->trail, other->trail, sizeof one->trail) == 0;
    }
    for (unsigned i = 0; i < board->blocks; i++)
        same = same && (i == block || a->block[i] == b->block[i]);
    return same;
}

/* Counts the moves that would be illegal or end otherwise on another board without the portal or, if there is such a
 * block, without that block, and those that move the block. */
static unsigned count_concerned(const struct snakebird *board, const struct snakebird *other,
                                const struct move_list *list, unsigned block)
{
    struct snakebird_state state = board->settled;
    unsigned concerned = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct snakebird_state before = state, without = state;
        bool moved = false;
        if (block < board->blocks)
            without.block[block] = 0;
        if (!play(board, &state, list->moves[i]))
            return concerned;
        if (block < board->blocks)
            moved = state.block[block] != before.block[block];
        concerned += moved || !play(other, &without, list->moves[i]) || !alike(board, &state, &without, block);
    }
    return concerned;
}

unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement)
{
    enum { LEAST_CONCERNED = 2 };
    const struct snakebird *board = snakebird_board(puzzle);
    const struct move_list *list = &judgement->reported;
    unsigned unused = 0, left, without;
    if (board->blocks > 0)
        solves(board, board->settled, list, &left);
    for (unsigned i = 0; i < board->blocks; i++) {
        struct snakebird_state state = board->settled;
        state.block[i] = 0;
        unused += !(left >> i & 1) || count_concerned(board, board, list, i) < LEAST_CONCERNED ||
                  solves(board, state, list, &without);
    }
    if (board->portal[0] != 0) {
        struct snakebird plain = *board;
        plain.portal[0] = plain.portal[1] = 0;
        unused += count_concerned(board, &plain, list, SNAKEBIRD_BLOCKS) < LEAST_CONCERNED ||
                  solves(&plain, board->settled, list, &without);
    }
    return unused;
}

/* --- worth --- */

enum {
    MOST_SIDE = 32,
    MOST_OF_A_KIND = 30,
    TURNS_A_BIRD = 2,
    TURNS_ENOUGH = 12,
    CLASSES_TOLD = 4,
    MOST_BLOCKS = SNAKEBIRD_BLOCKS
};

/* The worth of a change of bird, and the cost of each essentially different solution after the first. */
static const double TURN_WORTH = 0.5, CLASS_COST = 3;

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

/* Birds should take turns, up to a limit, and few solutions should differ. */
static double worth(const struct judgement *judgement, const struct grid *draft)
{
    (void)draft;
    unsigned turns = count_turns(&judgement->reported);
    double more = (double)judgement->essential_low - 1;
    return TURN_WORTH * (turns < TURNS_ENOUGH ? turns : TURNS_ENOUGH) -
           CLASS_COST * (more < CLASSES_TOLD ? more : CLASSES_TOLD);
}

/* How far a number falls short of the wanted one. */
static unsigned short_of(unsigned wanted, unsigned found)
{
    return found < wanted ? wanted - found : 0;
}

/* Counts missing birds, moves and changes that birds should make and do not, and blocks and portals that the solution
 * does not need. */
static unsigned lacking(const struct puzzle *puzzle, const struct judgement *judgement, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned birds = snakebird_board(puzzle)->birds, least = TURNS_A_BIRD * (birds - 1);
    const struct move_list *list = &judgement->reported;
    unsigned turns = short_of(wanted->turns > least ? wanted->turns : least, count_turns(list));
    /* The moves of the bird that moves least. */
    unsigned moves[MOST_BIRDS] = {0};
    for (size_t i = 0; i < list->count; i++) {
        if (move_piece(list->moves[i]) < MOST_BIRDS)
            moves[move_piece(list->moves[i])]++;
    }
    unsigned fewest = moves[0];
    for (unsigned i = 1; i < birds && i < MOST_BIRDS; i++)
        fewest = moves[i] < fewest ? moves[i] : fewest;
    return short_of((unsigned)wanted->birds.low, birds) + turns + short_of(wanted->moves, fewest) +
           snakebird_unused(puzzle, judgement);
}

static const struct aim_range aim = {.measure = MEASURE_difficulty, .low = 15, .high = 94, .near = 2, .weight = 0.3};

static const struct climb_game climb = {
    .starts = 3000,
    .growths = 10,
    .edits = 1500,
    .rivals = 2,
    .start_states = 1500,
    .states = 6000,
    .climb_states = 1500000,
    .compared = 200,
    .classes = CLASSES_TOLD,
    .vary = vary,
    .compose = compose,
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
    .lacking_cost = 10,
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
        text_addf(error, "--%s: a level has from %u to %u", name, (unsigned)low, (unsigned)high);
    return false;
}

static bool start(struct proposal *proposal, struct text *error)
{
    struct snakebird_pieces *pieces = proposal->pieces;
    pieces->birds = range_or(pieces->birds, 1, MOST_BIRDS);
    pieces->fruit = range_or(pieces->fruit, 0, MOST_FRUIT);
    pieces->spikes = range_or(pieces->spikes, 0, 12);
    bool plain = proposal->variant.rules == SNAKEBIRD_DOCUMENT; /* has neither blocks nor portals */
    pieces->blocks = range_or(pieces->blocks, 0, plain ? 0 : 1);
    pieces->portals = range_or(pieces->portals, 0, plain ? 0 : 1);
    return in_range(pieces->birds, 1, MOST_BIRDS, "birds", error) &&
           (pieces->length.high == ANY_NUMBER || in_range(pieces->length, 1, LONGEST_BIRD, "length", error)) &&
           in_range(pieces->fruit, 0, MOST_OF_A_KIND, "fruit", error) &&
           in_range(pieces->spikes, 0, MOST_OF_A_KIND, "spikes", error) &&
           in_range(pieces->blocks, 0, plain ? 0 : MOST_BLOCKS, "blocks", error) &&
           in_range(pieces->portals, 0, plain ? 0 : 1, "portals", error);
}

static const struct option_row rows[] = {
    PIECE_ROW(struct snakebird_pieces, birds, MOST_BIRDS, "birds"),
    PIECE_ROW(struct snakebird_pieces, length, LONGEST_BIRD, "segments per bird"),
    PIECE_ROW(struct snakebird_pieces, fruit, MOST_OF_A_KIND, "pieces of fruit"),
    PIECE_ROW(struct snakebird_pieces, spikes, MOST_OF_A_KIND, "spikes"),
    PIECE_ROW(struct snakebird_pieces, blocks, MOST_BLOCKS, "blocks that can be pushed"),
    PIECE_ROW(struct snakebird_pieces, portals, 1, "pairs of portals"),
    SYMMETRY_ROW(struct snakebird_pieces, SYMMETRY_NAMES_UPRIGHT, "ground and spikes"),
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
    .size = {11, 10},
    .min_side = 4,
    .max_side = MOST_SIDE,
    .rows = rows,
    .row_count = sizeof rows / sizeof *rows,
    .piece_bytes = sizeof(struct snakebird_pieces),
    .start = start,
    .climb = &climb,
    .scratch_make = climb_make,
    .scratch_free = climb_free,
    .propose = climb_propose,
};
