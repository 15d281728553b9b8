/* Proves that a level can no longer be won, and bounds the moves to a win, from the aims (aims.c).
 *
 * The bound on moves: sum the steps that each piece of an aim needs by itself, and divide by the number of pieces that
 * one key moves at most, one step each. */
#include "games/puzzlescript/win_proof.h"

#include "games/puzzlescript/aims.h"
#include "games/puzzlescript/relaxed.h"

/* A piece of an aim in a position. */
struct piece {
    bool free;
    size_t at; /* index in the aim's tables, if not free */
};

/* Finds the next piece from *cell and *n on and advances them past it. Returns false if there is none. */
static bool next_piece(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position, int *cell,
                       int *n, struct piece *piece)
{
    int words = puzzle->program->object_words, size = ps_size(puzzle);
    for (; *cell < size; ++*cell, *n = 0) {
        const uint64_t *here = &position[(size_t)*cell * (size_t)words];
        if (*n == 0 && !meets(here, aim->pieces, words))
            continue;
        for (; *n < aim->count; ++*n)
            if (has_bit(here, aim->ids[*n])) {
                *piece = (struct piece){aim->free[*n], (size_t)*n * (size_t)size + (size_t)*cell};
                ++*n;
                return true;
            }
    }
    return false;
}

/* --- one spot for each piece, or one piece for each spot --- */

enum { MOST_MATCHED = 64 };

struct matching {
    uint64_t spots[MOST_MATCHED]; /* of pieces: bit sets */
    int count, piece_of[MOST_SPOTS];
};

/* Finds a spot for a piece; may move other pieces to other spots (augmenting path). */
static bool place_piece(struct matching *matching, int piece, uint64_t *tried)
{
    for (uint64_t left; (left = matching->spots[piece] & ~*tried) != 0;) {
        int spot = __builtin_ctzll(left);
        *tried |= (uint64_t)1 << spot;
        if (matching->piece_of[spot] < 0 || place_piece(matching, matching->piece_of[spot], tried)) {
            matching->piece_of[spot] = piece;
            return true;
        }
    }
    return false;
}

/* Whether each piece finds a spot of its own (EACH), or each spot a piece of its own (COVER). */
static bool finds_places(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    struct matching matching;
    struct piece piece;
    int cell = 0, n = 0, free_pieces = 0, placed = 0;
    matching.count = 0;
    for (int spot = 0; spot < MOST_SPOTS; spot++)
        matching.piece_of[spot] = -1;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        uint64_t spots = piece.free ? 0 : aim->reached[piece.at];
        free_pieces += piece.free;
        if (piece.free || (aim->kind == EACH && spots == UINT64_MAX))
            continue;
        if (matching.count == MOST_MATCHED)
            return true;
        matching.spots[matching.count++] = spots;
    }
    for (int i = 0; i < matching.count; i++) {
        uint64_t tried = 0;
        placed += place_piece(&matching, i, &tried);
    }
    return aim->kind == COVER ? placed + free_pieces >= aim->spot_count : placed == matching.count;
}

static bool is_out_of_reach(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position,
                            bool at_sight)
{
    struct piece piece;
    int cell = 0, n = 0, able = 0;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        uint16_t steps = piece.free ? 0 : aim->steps[piece.at];
        bool good = piece.free || (at_sight ? steps == 0 || !aim->stays[piece.at] : steps != PS_FAR);
        if (!good && aim->kind == EACH)
            return true;
        able += good;
    }
    return aim->kind == COVER ? able < aim->spot_count : aim->kind == ONE && able == 0;
}

bool ps_has_win_proof(const struct ps_puzzle *puzzle)
{
    return puzzle->win_proof->count > 0;
}

bool ps_is_dead(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        if (puzzle_prunes(&puzzle->puzzle, PS_PRUNE_PIECES) && is_out_of_reach(puzzle, aim, position, false))
            return true;
        if (puzzle_prunes(&puzzle->puzzle, PS_PRUNE_PLACES) && aim->spot_count > 0 &&
            !finds_places(puzzle, aim, position))
            return true;
    }
    return false;
}

bool ps_is_lost(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    for (int i = 0; i < win_proof->count; i++)
        if (is_out_of_reach(puzzle, &win_proof->aims[i], position, true))
            return true;
    return false;
}

/* --- moves --- */

/* The sum of the steps from each spot to the nearest piece. If the player may serve as a piece, the sum is 0. */
static unsigned long sum_of_spots(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    unsigned long sum = 0;
    size_t all = aim_table_size(puzzle, aim);
    for (int spot = 0; spot < aim->spot_count; spot++) {
        struct piece piece;
        unsigned least = PS_FAR;
        int cell = 0, n = 0;
        while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
            unsigned steps = piece.free ? 0 : aim->spot_steps[(size_t)spot * all + piece.at];
            least = steps < least ? steps : least;
        }
        sum += least == PS_FAR ? 0 : least;
    }
    return sum;
}

static unsigned long sum_of_pieces(const struct ps_puzzle *puzzle, const struct ps_aim *aim, const uint64_t *position)
{
    struct piece piece;
    unsigned long sum = 0, least = PS_FAR;
    int cell = 0, n = 0;
    while (next_piece(puzzle, aim, position, &cell, &n, &piece)) {
        unsigned steps = piece.free || aim->steps[piece.at] == PS_FAR ? 0 : aim->steps[piece.at];
        sum += steps;
        least = steps < least ? steps : least;
    }
    return aim->kind == ONE ? least == PS_FAR ? 0 : least : sum;
}

unsigned ps_least_moves(const struct ps_puzzle *puzzle, const uint64_t *position)
{
    const struct ps_win_proof *win_proof = puzzle->win_proof;
    unsigned long most = 1;
    for (int i = 0; i < win_proof->count; i++) {
        const struct ps_aim *aim = &win_proof->aims[i];
        if (aim->a_key == 0)
            continue;
        unsigned long sum =
            aim->kind == COVER ? sum_of_spots(puzzle, aim, position) : sum_of_pieces(puzzle, aim, position);
        unsigned long moves = (sum + aim->a_key - 1) / aim->a_key;
        most = moves > most ? moves : most;
    }
    return (unsigned)most;
}
