/* Snakebird's proposer: random islands, and hill climbing from them towards the request.  It uses levels with a
 * small complete state graph, because a player does not get lost in the open air there and the measures are cheap.
 *
 * Ground consists of islands, and edits preserve that: new ground grows on old ground. */
#include "gen/snakebird/snakebird.h"

#include "games/snakebird/snakebird.h"
#include "gen/climb/climb.h"
#include "gen/climb/draft.h"

#include <stdlib.h>
#include <string.h>

/* --- placing pieces --- */

/* The heads of birds and the symbols of blocks, in order of use. */
static const char snakebird_heads[] = "Aa0", snakebird_blocks[] = "%&$!;:,=/";

enum { TRIES = 40, MOST_SIDE = 32, MOST_BLOCK_CELLS = 4, LONGEST_BIRD = 26, MOST_ISLANDS_AREA = 14 };

/* Counts how many of the characters occur, up to the first one that does not. */
static unsigned count_first(const struct grid *draft, const char *characters)
{
    unsigned count = 0;
    while (characters[count] != '\0' && memchr(draft->cells, characters[count], (size_t)grid_size(draft)) != NULL)
        count++;
    return count;
}

/* The number of birds or blocks in use, counted from the first character. */
static unsigned draft_birds(const struct grid *draft)
{
    return count_first(draft, snakebird_heads);
}

static unsigned draft_blocks(const struct grid *draft)
{
    return count_first(draft, snakebird_blocks);
}

/* The character beside a cell; air outside the draft. */
static unsigned char draft_beside(const struct grid *draft, int cell, int direction)
{
    int next = grid_beside(draft, cell, (unsigned)direction);
    return next < 0 ? '-' : draft->cells[next];
}

/* Counts the neighbours of a cell that hold a character. */
static unsigned draft_count_beside(const struct grid *draft, int cell, unsigned char c)
{
    unsigned count = 0;
    for (int i = 0; i < DIRECTIONS; i++)
        count += draft_beside(draft, cell, i) == c;
    return count;
}

/* The functions below try random places.  The bool ones return false, and change nothing, if they find none.
 *
 * Finds a random cell with a character; -1 if none was found. */
static int draft_hit(const struct grid *draft, unsigned char c, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = (int)rng_below(rng, (uint32_t)grid_size(draft));
        if (draft->cells[cell] == c)
            return cell;
    }
    return -1;
}

/* Puts one character into the air. */
static bool place_one(struct grid *draft, unsigned char c, struct rng *rng)
{
    int cell = draft_hit(draft, '-', rng);
    if (cell >= 0)
        draft->cells[cell] = c;
    return cell >= 0;
}

/* Puts a spike beside ground. */
static bool place_spike(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = draft_hit(draft, '-', rng);
        if (cell >= 0 && draft_count_beside(draft, cell, '#') > 0) {
            draft->cells[cell] = '^';
            return true;
        }
    }
    return false;
}

/* Puts the two ends of a portal some distance apart. */
static bool place_portal(struct grid *draft, struct rng *rng)
{
    enum { LEAST_DISTANCE = 3 };
    int columns = draft->columns;
    for (int i = 0; i < TRIES; i++) {
        int a = draft_hit(draft, '-', rng), b = draft_hit(draft, '-', rng);
        if (a >= 0 && b >= 0 && abs(a / columns - b / columns) + abs(a % columns - b % columns) >= LEAST_DISTANCE) {
            draft->cells[a] = draft->cells[b] = '@';
            return true;
        }
    }
    return false;
}

/* Puts an island: a flat top, possibly with a step or a wall on it, and a body that narrows downwards. */
static void place_island(struct grid *draft, struct rng *rng)
{
    int widest = draft->columns / 2 + 1, width = 2 + (int)rng_below(rng, (uint32_t)(widest - 1));
    int left = (int)rng_below(rng, (uint32_t)(draft->columns - width + 1));
    int right = left + width - 1, top = 2 + (int)rng_below(rng, (uint32_t)(draft->rows - 2));
    int bottom = top + (int)rng_below(rng, 3);
    for (int row = top; row <= bottom && row < draft->rows && left <= right; row++) {
        memset(draft->cells + row * draft->columns + left, '#', (size_t)(right - left + 1));
        left += (int)rng_below(rng, 2);
        right -= (int)rng_below(rng, 2);
    }
    if (rng_below(rng, 2) == 0) {
        int column = left + (int)rng_below(rng, (uint32_t)(right >= left ? right - left + 1 : 1));
        for (int row = top - 1 - (int)rng_below(rng, 2); row >= 0 && row < top; row++)
            draft->cells[row * draft->columns + column] = '#';
    }
}

/* Whether a cell's content may hold a piece up: ground, fruit, a bird or a block, but nothing that pieces fall
 * through or die on. */
static bool may_hold(unsigned char c)
{
    return strchr("-^*@", c) == NULL;
}

/* A random path through air that starts above something that may hold it up.  Returns the number of its cells. */
static unsigned walk_through_air(struct grid *draft, unsigned length, int *body, struct rng *rng)
{
    unsigned count = 0;
    int cell = draft_hit(draft, '-', rng);
    if (cell < 0 || !may_hold(draft_beside(draft, cell, DOWN)))
        return 0;
    while (cell >= 0 && count < length) {
        body[count++] = cell;
        draft->cells[cell] = '.';
        int d = (int)rng_below(rng, DIRECTIONS), from = cell;
        cell = -1;
        for (int k = 0; k < DIRECTIONS && cell < 0; k++, d = (d + 1) % DIRECTIONS) {
            int next = grid_beside(draft, from, (unsigned)d);
            if (next >= 0 && draft->cells[next] == '-')
                cell = next;
        }
    }
    for (unsigned i = 0; i < count; i++)
        draft->cells[body[i]] = '-';
    return count;
}

/* Puts a bird.  It starts on something that may hold it up and extends through air. */
static bool place_bird(struct grid *draft, unsigned char head, unsigned length, struct rng *rng)
{
    int body[LONGEST_BIRD];
    for (int i = 0; i < TRIES; i++) {
        if (walk_through_air(draft, length, body, rng) < length)
            continue;
        bool reversed = rng_below(rng, 2) == 0;
        for (unsigned k = 0; k < length; k++)
            draft->cells[body[k]] = (unsigned char)(head + (reversed ? length - 1 - k : k));
        return true;
    }
    return false;
}

/* Puts a block of a few cells in the same way. */
static bool place_block(struct grid *draft, unsigned char symbol, struct rng *rng)
{
    int body[MOST_BLOCK_CELLS];
    unsigned length = 1 + rng_below(rng, MOST_BLOCK_CELLS);
    for (int i = 0; i < TRIES; i++) {
        if (walk_through_air(draft, length, body, rng) < length)
            continue;
        for (unsigned k = 0; k < length; k++)
            draft->cells[body[k]] = symbol;
        return true;
    }
    return false;
}

/* Replaces a bird by air. */
static void remove_bird(struct grid *draft, unsigned char head)
{
    unsigned letters = head == '0' ? 10 : 26;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        if (c >= head && c < head + letters)
            draft->cells[cell] = '-';
    }
}

/* Replaces all cells with one character by air. */
static void remove_all(struct grid *draft, unsigned char c)
{
    for (int cell = 0; cell < grid_size(draft); cell++)
        draft->cells[cell] = draft->cells[cell] == c ? '-' : draft->cells[cell];
}

/* --- drafts --- */

/* Selects a number from a range by `*turn`, and divides `*turn` for the next range. */
static uint64_t in_turn(struct number_range range, uint64_t *turn)
{
    uint64_t many = range.high - range.low + 1, number = range.low + *turn % many;
    *turn /= many;
    return number;
}

/* Sets a unit's number of birds and its upper limits on blocks and portals; they rotate with the unit number. */
static void vary(void *pieces, uint64_t unit)
{
    struct snakebird_pieces *wanted = pieces;
    uint64_t turn = unit;
    wanted->birds.low = wanted->birds.high = in_turn(wanted->birds, &turn);
    wanted->blocks.high = in_turn(wanted->blocks, &turn);
    wanted->portals.high = in_turn(wanted->portals, &turn);
}

/* The number of birds still missing from a draft, which is scattered with one; `grow` adds one. */
static unsigned missing(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    return (unsigned)wanted->birds.low - draft_birds(draft);
}

static bool grow(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned char head = (unsigned char)snakebird_heads[draft_birds(draft)];
    return place_bird(draft, head, range_draw(wanted->length, rng), rng);
}

/* Scatters islands, a bird and blocks that stand on them, fruit, spikes, a portal and an exit. */
static bool scatter(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    memset(draft->cells, '-', (size_t)grid_size(draft));
    unsigned islands = 2 + rng_below(rng, (uint32_t)(1 + grid_size(draft) / 30));
    for (unsigned i = 0; i < islands; i++)
        place_island(draft, rng);
    bool good = true;
    for (unsigned i = range_draw(wanted->spikes, rng); i > 0 && good; i--)
        good = place_spike(draft, rng);
    for (unsigned i = 0; i < wanted->blocks.high && good; i++)
        good = place_block(draft, (unsigned char)snakebird_blocks[i], rng);
    good = good && grow(draft, pieces, rng);
    for (unsigned i = range_draw(wanted->fruit, rng); i > 0 && good; i--)
        good = place_one(draft, '+', rng);
    if (wanted->portals.high > 0)
        good = good && place_portal(draft, rng);
    return good && place_one(draft, '*', rng);
}

/* --- edits --- */

/* Ground grows on ground, and any of its cells may be removed. */
static void change_ground(struct grid *draft, struct rng *rng)
{
    for (int i = 0; i < TRIES; i++) {
        int cell = (int)rng_below(rng, (uint32_t)grid_size(draft));
        if (draft->cells[cell] == '#') {
            draft->cells[cell] = '-';
            return;
        }
        if (draft->cells[cell] == '-' && draft_count_beside(draft, cell, '#') > 0) {
            draft->cells[cell] = '#';
            return;
        }
    }
}

static void move_one(struct grid *draft, unsigned char c, struct rng *rng)
{
    int from = draft_hit(draft, c, rng);
    if (from >= 0 && place_one(draft, c, rng))
        draft->cells[from] = '-';
}

static void change_fruit(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned count = draft_count(draft, "+"), kind = rng_below(rng, 4);
    int cell = draft_hit(draft, '+', rng);
    if (kind == 0 && count < wanted->fruit.high)
        place_one(draft, '+', rng);
    else if (kind == 1 && count > wanted->fruit.low && cell >= 0)
        draft->cells[cell] = '-';
    else
        move_one(draft, '+', rng);
}

static void change_spikes(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned count = draft_count(draft, "^"), kind = rng_below(rng, 3);
    int cell = draft_hit(draft, '^', rng);
    bool fewer = kind != 0 && count > (kind == 1 ? wanted->spikes.low : 0) && cell >= 0;
    if (fewer)
        draft->cells[cell] = '-';
    if ((kind == 2 && fewer) || (!fewer && count < wanted->spikes.high))
        place_spike(draft, rng);
}

static bool change_bird(struct grid *draft, const struct snakebird_pieces *wanted, struct rng *rng)
{
    unsigned birds = draft_birds(draft);
    unsigned char head = (unsigned char)snakebird_heads[rng_below(rng, birds > 0 ? birds : 1)];
    remove_bird(draft, head);
    return place_bird(draft, head, range_draw(wanted->length, rng), rng);
}

static bool change_block(struct grid *draft, unsigned blocks, struct rng *rng)
{
    unsigned char symbol = (unsigned char)snakebird_blocks[rng_below(rng, blocks)];
    remove_all(draft, symbol);
    return place_block(draft, symbol, rng);
}

/* Changes a piece that not every level has; if there is none, ground. */
static bool change_other(struct grid *draft, struct rng *rng)
{
    unsigned blocks = draft_blocks(draft), portals = draft_count(draft, "@") / 2;
    unsigned kind = blocks + portals == 0 ? 0 : 1 + rng_below(rng, blocks + portals);
    if (kind > 0 && kind <= blocks)
        return change_block(draft, blocks, rng);
    if (kind == 0)
        change_ground(draft, rng);
    else
        move_one(draft, '@', rng);
    return true;
}

/* If a bird or block finds no new place, the draft is left damaged; the caller has a copy. */
static bool edit(struct grid *draft, const void *pieces, struct rng *rng)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned kind = rng_below(rng, 100);
    if (kind >= 86)
        return change_bird(draft, wanted, rng);
    if (kind >= 76)
        change_spikes(draft, wanted, rng);
    else if (kind >= 66)
        move_one(draft, '*', rng);
    else if (kind >= 56)
        change_fruit(draft, wanted, rng);
    else if (kind >= 46)
        return change_other(draft, rng);
    if (kind < 46)
        change_ground(draft, rng);
    if (kind < 15)
        change_ground(draft, rng);
    return true;
}

/* --- requirements --- */

/* Replaces the ground connected to a cell.  Returns the number of cells replaced. */
static unsigned repaint(struct grid *draft, int cell, unsigned char from, unsigned char to)
{
    unsigned count = 1;
    draft->cells[cell] = to;
    for (int i = 0; i < DIRECTIONS; i++) {
        if (draft_beside(draft, cell, i) == from)
            count += repaint(draft, grid_beside(draft, cell, (unsigned)i), from, to);
    }
    return count;
}

static bool ground_is_fit(const struct grid *draft)
{
    unsigned islands = 0, small = 0;
    unsigned char cells[MOST_SIDE * MOST_SIDE];
    struct grid copy = {draft->columns, draft->rows, cells};
    draft_copy(&copy, draft);
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (cells[cell] != '#')
            continue;
        islands++;
        small += repaint(&copy, cell, '#', '-') == 1;
    }
    return islands >= 1 && islands <= 2 + (unsigned)grid_size(draft) / MOST_ISLANDS_AREA && small <= 1;
}

/* Whether the numbers of pieces are as requested, and the ground consists of a few islands, almost none of them a
 * single cell. */
static bool fits(const struct grid *draft, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned ends = draft_count(draft, "@");
    unsigned birds = draft_birds(draft);
    if (birds == 0 || birds > wanted->birds.high || ends % 2 != 0 ||
        !range_holds(wanted->blocks, draft_blocks(draft)) || !range_holds(wanted->portals, ends / 2) ||
        !draft_has(draft, "+", wanted->fruit) || !draft_has(draft, "^", wanted->spikes) || draft_count(draft, "*") != 1)
        return false;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        if (draft->cells[cell] == '^' && draft_count_beside(draft, cell, '#') == 0)
            return false;
    }
    return ground_is_fit(draft);
}

/* --- parts --- */

/* Removes the n-th piece in excess of the required minimum: a block or the portal.  Returns the number of such
 * pieces.  After a block is removed, the last block takes its symbol. */
static unsigned take_out_piece(struct grid *draft, unsigned n, const struct snakebird_pieces *wanted)
{
    unsigned blocks = draft_blocks(draft), portals = draft_count(draft, "@") / 2;
    unsigned loose_blocks = blocks > wanted->blocks.low ? blocks : 0;
    unsigned loose_portals = portals > wanted->portals.low ? 1 : 0;
    if (n < loose_blocks) {
        unsigned char last = (unsigned char)snakebird_blocks[blocks - 1];
        remove_all(draft, (unsigned char)snakebird_blocks[n]);
        for (int cell = 0; cell < grid_size(draft); cell++)
            draft->cells[cell] = draft->cells[cell] == last ? (unsigned char)snakebird_blocks[n] : draft->cells[cell];
    } else if (n < loose_blocks + loose_portals) {
        remove_all(draft, '@');
    }
    return loose_blocks + loose_portals;
}

/* Removes the n-th part: a block, the portal, an island, the tip of one, a fruit or a spike. */
static bool take_out(struct grid *draft, unsigned n, const void *pieces)
{
    const struct snakebird_pieces *wanted = pieces;
    unsigned fruit = draft_count(draft, "+"), spikes = draft_count(draft, "^");
    unsigned loose_pieces = take_out_piece(draft, n, wanted);
    if (n < loose_pieces)
        return true;
    n -= loose_pieces;
    for (int cell = 0; cell < grid_size(draft); cell++) {
        unsigned char c = draft->cells[cell];
        bool loose = (c == '+' && fruit > wanted->fruit.low) || (c == '^' && spikes > wanted->spikes.low);
        if (c == '#' && draft_beside(draft, cell, UP) != '#' && draft_beside(draft, cell, LEFT) != '#') {
            if (n-- == 0) { /* each island has such a corner */
                repaint(draft, cell, '#', '-');
                return true;
            }
        }
        if (loose || (c == '#' && draft_count_beside(draft, cell, '#') <= 1)) {
            if (n-- == 0) {
                draft->cells[cell] = '-';
                return true;
            }
        }
    }
    return false;
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
    unsigned char states[CAPACITY * bytes + sizeof(uint64_t)];
    unsigned count = board->rules == SNAKEBIRD_ORIGINAL ? snakebird_expand_original(board, state, moves, states)
                                                        : snakebird_expand_document(board, state, moves, states);
    for (unsigned i = 0; i < count; i++) {
        if (moves[i] == move) {
            memcpy(states, states + i * bytes, bytes);
            snakebird_unpack(board, states, state);
            return true;
        }
    }
    return false;
}

static bool all_gone(const struct snakebird *board, const struct snakebird_state *state)
{
    bool gone = state->fruit == 0;
    for (unsigned i = 0; i < board->birds; i++)
        gone = gone && state->bird[i].length == 0;
    return gone;
}

/* Whether a block of the same shape is where `block` started. */
static bool is_covered(const struct snakebird *board, const struct snakebird_state *state, unsigned block)
{
    bool covered = false;
    for (unsigned k = 0; k < board->blocks; k++)
        covered |= board->block[k].shape == board->block[block].shape && state->block[k] == board->settled.block[block];
    return covered;
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
        for (unsigned k = 0; k < board->blocks; k++)
            *left |= (unsigned)!is_covered(board, &state, k) << k;
    }
    return all_gone(board, &state);
}

unsigned snakebird_unused(const struct puzzle *puzzle, const struct judgement *judgement)
{
    const struct snakebird *board = snakebird_board(puzzle);
    const struct move_list *list = &judgement->reported;
    unsigned unused = 0, left, without;
    if (board->blocks > 0)
        solves(board, board->settled, list, &left);
    for (unsigned i = 0; i < board->blocks; i++) {
        struct snakebird_state state = board->settled;
        state.block[i] = 0;
        unused += !(left >> i & 1) || solves(board, state, list, &without);
    }
    if (board->portal[0] != 0) {
        struct snakebird plain = *board;
        plain.portal[0] = plain.portal[1] = 0;
        unused += solves(&plain, board->settled, list, &without);
    }
    return unused;
}

/* --- worth --- */

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
    .vary = vary,
    .empty = '-',
    .scatter = scatter,
    .missing = missing,
    .grow = grow,
    .edit = edit,
    .fits = fits,
    .sound = sound,
    .worth = worth,
    .range = &aim,
    .whole = true,
    .lacking = lacking,
    .idle_cost = 10,
    .take_out = take_out,
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
    PIECE_ROW(struct snakebird_pieces, length, LONGEST, "segments per bird"),
    PIECE_ROW(struct snakebird_pieces, fruit, MOST_OF_A_KIND, "pieces of fruit"),
    PIECE_ROW(struct snakebird_pieces, spikes, MOST_OF_A_KIND, "spikes"),
    PIECE_ROW(struct snakebird_pieces, blocks, MOST_BLOCKS, "blocks that can be pushed"),
    PIECE_ROW(struct snakebird_pieces, portals, 1, "pairs of portals"),
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
