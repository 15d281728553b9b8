/* Puzzles without a game; see toys.h. */
#include "tests/toys.h"

#include <stdlib.h>
#include <string.h>

enum lost toy_never_lost(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    (void)state;
    return LOST_NO;
}

unsigned toy_zero(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    (void)state;
    return 0;
}

static void start_with_zeros(const struct puzzle *puzzle, unsigned char *state)
{
    memset(state, 0, puzzle->state_bytes);
}

/* --- river crossing: a state has a bit for each passenger on the far bank; bit 0 is the farmer --- */

static unsigned cross(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    enum { FARMER = 1, WOLF = 2, GOAT = 4, CABBAGE = 8 };
    (void)puzzle;
    unsigned count = 0;
    for (unsigned piece = 0; piece < 4; piece++) {
        unsigned side = *state & FARMER, after = *state ^ (FARMER | 1u << piece);
        if (piece == 0)
            after = *state ^ FARMER;
        if ((*state >> piece & 1) != side)
            continue;
        unsigned alone = side ? after : ~after; /* the passengers on the bank without the farmer */
        if ((alone & GOAT) && (alone & (WOLF | CABBAGE)))
            continue;
        moves[count] = move_make(piece, UP);
        states[count++] = (unsigned char)after;
    }
    return count;
}

static bool all_across(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    return *state == 15;
}

static const struct puzzle_rules river_rules = {
    .start = start_with_zeros,
    .expand = cross,
    .solved = all_across,
    .lost = toy_never_lost,
    .estimate = toy_zero,
};

const struct puzzle river_crossing = {.rules = &river_rules, .state_bytes = 1, .max_moves = 4, .symmetry_count = 1};

/* --- water jugs: a state is the contents of the jugs; piece: fill, empty or pour from a jug --- */

static unsigned pour(const struct puzzle *puzzle, const unsigned char *state, game_move *moves, unsigned char *states)
{
    static const unsigned char holds[2] = {3, 5};
    (void)puzzle;
    unsigned count = 0;
    for (unsigned piece = 0; piece < 6; piece++) {
        unsigned jug = piece & 1, other = !jug;
        unsigned char after[2] = {state[0], state[1]};
        unsigned space = holds[other] - after[other];
        unsigned moved = after[jug] < space ? after[jug] : space;
        after[jug] = piece < 2 ? holds[jug] : piece < 4 ? 0 : (unsigned char)(after[jug] - moved);
        if (piece >= 4)
            after[other] = (unsigned char)(after[other] + moved);
        if (memcmp(after, state, 2) == 0)
            continue;
        memcpy(states + 2 * count, after, 2);
        moves[count++] = move_make(piece, UP);
    }
    return count;
}

static bool four_litres(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    return state[0] == 4 || state[1] == 4;
}

static const struct puzzle_rules jug_rules = {
    .start = start_with_zeros,
    .expand = pour,
    .solved = four_litres,
    .lost = toy_never_lost,
    .estimate = toy_zero,
};

const struct puzzle water_jugs = {.rules = &jug_rules, .state_bytes = 2, .max_moves = 6, .symmetry_count = 1};

/* --- Towers of Hanoi: a state has the peg of each disc, the smallest first --- */

static unsigned move_disc(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                          unsigned char *states)
{
    (void)puzzle;
    unsigned count = 0;
    bool covered[3] = {false};
    for (unsigned disc = 0; disc < HANOI_DISCS; disc++) {
        for (unsigned peg = 0; peg < 3 && !covered[state[disc]]; peg++) {
            if (peg == state[disc] || covered[peg])
                continue;
            memcpy(states + count * HANOI_DISCS, state, HANOI_DISCS);
            states[count * HANOI_DISCS + disc] = (unsigned char)peg;
            moves[count++] = move_make(disc, (enum direction)peg);
        }
        covered[state[disc]] = true;
    }
    return count;
}

static bool tower_moved(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    for (unsigned disc = 0; disc < HANOI_DISCS; disc++) {
        if (state[disc] != 2)
            return false;
    }
    return true;
}

/* A lower bound: each disc that is not on the last peg must move. */
static unsigned discs_to_move(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    unsigned moves = 0;
    for (unsigned disc = 0; disc < HANOI_DISCS; disc++)
        moves += state[disc] != 2;
    return moves;
}

static const struct puzzle_rules hanoi_rules = {
    .start = start_with_zeros,
    .expand = move_disc,
    .solved = tower_moved,
    .lost = toy_never_lost,
    .estimate = discs_to_move,
};

const struct puzzle towers_of_hanoi = {
    .rules = &hanoi_rules, .state_bytes = HANOI_DISCS, .max_moves = 3, .symmetry_count = 1};

/* --- eight puzzle: a state has the tile of each cell; 0 is the hole --- */

static void start_eight(const struct puzzle *puzzle, unsigned char *state)
{
    static const unsigned char hardest[9] = {8, 6, 7, 2, 5, 4, 3, 0, 1};
    memcpy(state, hardest, puzzle->state_bytes);
}

static unsigned slide_tile(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                           unsigned char *states)
{
    static const int step[DIRECTIONS] = {-3, 1, 3, -1};
    unsigned count = 0;
    int hole = (int)((const unsigned char *)memchr(state, 0, 9) - state);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int from = hole - step[direction]; /* the tile there moves in that direction */
        bool sideways = direction == RIGHT || direction == LEFT;
        if (from < 0 || from >= 9 || (sideways && from / 3 != hole / 3))
            continue;
        unsigned char *after = states + 9 * count;
        memcpy(after, state, puzzle->state_bytes);
        after[hole] = state[from];
        after[from] = 0;
        moves[count++] = move_make(0, (enum direction)direction);
    }
    return count;
}

static bool tiles_in_order(const struct puzzle *puzzle, const unsigned char *state)
{
    static const unsigned char order[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
    return memcmp(state, order, puzzle->state_bytes) == 0;
}

/* A lower bound: the distances of all tiles along rows and columns. */
static unsigned tile_ways(const struct puzzle *puzzle, const unsigned char *state)
{
    (void)puzzle;
    int sum = 0;
    for (int cell = 0; cell < 9; cell++) {
        int home = state[cell] - 1, down = cell / 3 - home / 3, across = cell % 3 - home % 3;
        if (home >= 0)
            sum += (down < 0 ? -down : down) + (across < 0 ? -across : across);
    }
    return (unsigned)sum;
}

static const struct puzzle_rules eight_rules = {
    .start = start_eight,
    .expand = slide_tile,
    .solved = tiles_in_order,
    .lost = toy_never_lost,
    .estimate = tile_ways,
};

const struct puzzle eight_puzzle = {.rules = &eight_rules, .state_bytes = 9, .max_moves = 4, .symmetry_count = 1};

/* --- random toys: a state has the cells of the tokens, in order --- */

uint64_t toy_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1du >> 32;
}

static const struct toy *toy_of(const struct puzzle *puzzle)
{
    return (const struct toy *)puzzle;
}

static void toy_start(const struct puzzle *puzzle, unsigned char *state)
{
    memcpy(state, toy_of(puzzle)->start, puzzle->state_bytes);
}

static int neighbour(const struct toy *toy, int cell, int direction)
{
    int row = cell / toy->columns + direction_down[direction];
    int column = cell % toy->columns + direction_across[direction];
    if (row < 0 || column < 0 || row >= toy->rows || column >= toy->columns)
        return -1;
    return row * toy->columns + column;
}

static void sort_tokens(unsigned char *state, unsigned tokens)
{
    for (unsigned i = 1; i < tokens; i++) {
        for (unsigned j = i; j > 0 && state[j] < state[j - 1]; j--) {
            unsigned char swap = state[j];
            state[j] = state[j - 1];
            state[j - 1] = swap;
        }
    }
}

static unsigned toy_expand(const struct puzzle *puzzle, const unsigned char *state, game_move *moves,
                           unsigned char *states)
{
    const struct toy *toy = toy_of(puzzle);
    unsigned count = 0;
    for (unsigned token = 0; token < toy->tokens; token++) {
        for (int direction = 0; direction < DIRECTIONS && toy->cells[state[token]] != 'o'; direction++) {
            int to = neighbour(toy, state[token], direction);
            if (to < 0 || toy->cells[to] == '#' || memchr(state, to, puzzle->state_bytes) != NULL)
                continue;
            unsigned char *after = states + count * puzzle->state_bytes;
            memcpy(after, state, puzzle->state_bytes);
            after[token] = (unsigned char)to;
            sort_tokens(after, toy->tokens);
            moves[count++] = move_make(state[token], (enum direction)direction);
        }
    }
    return count;
}

static unsigned misplaced(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct toy *toy = toy_of(puzzle);
    unsigned number = 0;
    for (unsigned token = 0; token < toy->tokens; token++)
        number += toy->cells[state[token]] != '.';
    return number;
}

static bool toy_solved(const struct puzzle *puzzle, const unsigned char *state)
{
    return misplaced(puzzle, state) == 0;
}

/* A lower bound that can change by more than one with a move. */
static unsigned toy_estimate(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct toy *toy = toy_of(puzzle);
    unsigned sum = 0;
    for (unsigned token = 0; token < toy->tokens; token++)
        sum = sum * 31 + state[token];
    if (toy->estimate == TOY_NONE || (toy->estimate == TOY_PATCHY && sum % 3 == 0))
        return 0;
    return misplaced(puzzle, state);
}

static bool toy_dead(const struct puzzle *puzzle, const unsigned char *state)
{
    const struct toy *toy = toy_of(puzzle);
    for (unsigned token = 0; toy->prunes && token < toy->tokens; token++) {
        if (toy->cells[state[token]] == 'o')
            return true;
    }
    return false;
}

static game_move toy_map_move(const struct puzzle *puzzle, unsigned symmetry, game_move move)
{
    const struct toy *toy = toy_of(puzzle);
    int cell = symmetry_cell(symmetry, toy->columns, toy->rows, (int)move_piece(move));
    return move_make((unsigned)cell, symmetry_direction(symmetry, move_direction(move)));
}

static const struct puzzle_rules toy_rules = {
    .start = toy_start,
    .expand = toy_expand,
    .solved = toy_solved,
    .lost = toy_never_lost,
    .estimate = toy_estimate,
    .map_move = toy_map_move,
    .dead = toy_dead,
};

/* Copies the left half to the right one, so that many toys have a symmetry. */
static void make_symmetric(struct toy *toy, char *text)
{
    for (int cell = 0; cell < toy->columns * toy->rows; cell++)
        text[symmetry_cell(1, toy->columns, toy->rows, cell)] = text[cell];
}

void toy_make(struct toy *toy, uint64_t seed)
{
    uint64_t random = seed * 0x9e3779b97f4a7c15u + 1;
    char text[TOY_CELLS];
    unsigned targets;
    do {
        *toy = (struct toy){.columns = 2 + (int)(toy_random(&random) % 3), .rows = 2 + (int)(toy_random(&random) % 3)};
        int size = toy->columns * toy->rows;
        for (int cell = 0; cell < size; cell++)
            text[cell] = "T.#o T.   "[toy_random(&random) % 10];
        if (toy_random(&random) % 2 == 0)
            make_symmetric(toy, text);
        targets = 0;
        for (int cell = 0; cell < size; cell++) {
            bool token = text[cell] == 'T';
            if (token && toy->tokens < TOY_TOKENS)
                toy->start[toy->tokens] = (unsigned char)cell;
            toy->tokens += token;
            toy->cells[cell] = token ? ' ' : text[cell];
            targets += text[cell] == '.';
        }
    } while (toy->tokens == 0 || toy->tokens > TOY_TOKENS || targets < toy->tokens);
    toy->estimate = (enum toy_estimate)(toy_random(&random) % 3);
    toy->prunes = toy_random(&random) % 2;
    toy->puzzle =
        (struct puzzle){.rules = &toy_rules, .state_bytes = toy->tokens, .max_moves = DIRECTIONS * toy->tokens};
    struct grid grid = {toy->columns, toy->rows, (unsigned char *)text};
    if (!puzzle_find_symmetries(&toy->puzzle, &grid, GRID_SYMMETRIES, 0))
        abort();
}

struct toy toy_plain(const struct toy *toy)
{
    struct toy plain = *toy;
    plain.prunes = false;
    return plain;
}
