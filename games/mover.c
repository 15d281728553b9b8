/* Making single moves; see mover.h. */
#include "games/mover.h"

#include <stdlib.h>
#include <string.h>

bool mover_make(struct mover *mover, const struct puzzle *puzzle)
{
    size_t capacity = puzzle->max_moves > 0 ? puzzle->max_moves : 1;
    *mover = (struct mover){.puzzle = puzzle,
                            .state = calloc(1, puzzle->state_bytes),
                            .moves = calloc(capacity, sizeof *mover->moves),
                            .states = calloc(capacity, puzzle->state_bytes)};
    if (mover->state == NULL || mover->moves == NULL || mover->states == NULL)
        return false;
    puzzle->rules->start(puzzle, mover->state);
    return true;
}

void mover_free(struct mover *mover)
{
    free(mover->state);
    free(mover->moves);
    free(mover->states);
    *mover = (struct mover){0};
}

const unsigned char *mover_after(struct mover *mover, const unsigned char *state, game_move move)
{
    const struct puzzle *puzzle = mover->puzzle;
    unsigned count = puzzle->rules->expand(puzzle, state, mover->moves, mover->states);
    for (unsigned n = 0; n < count; n++) {
        if (mover->moves[n] == move)
            return mover->states + n * puzzle->state_bytes;
    }
    return NULL;
}

bool mover_move(struct mover *mover, game_move move)
{
    const unsigned char *after = mover_after(mover, mover->state, move);
    if (after == NULL)
        return false;
    memcpy(mover->state, after, mover->puzzle->state_bytes);
    return true;
}
