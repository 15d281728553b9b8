/* Whether a level's solution uses its blocks and portals; see use.h.
 *
 * The solution is replayed without one of them: with a block removed from the start, or on a board without the
 * portal. */
#include "gen/snakebird/use.h"

#include "games/snakebird/snakebird.h"

#include <string.h>

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
