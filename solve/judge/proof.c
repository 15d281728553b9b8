/* Consistency checks of a judgement; see proof.h. */
#include "solve/judge/proof.h"

#include <stdlib.h>
#include <string.h>

struct replay {
    const struct puzzle *puzzle;
    game_move *moves;              /* [max_moves] */
    unsigned char *state, *states; /* [state_bytes], [max_moves * state_bytes] */
};

/* Makes a move.  Returns false if it is not legal. */
static bool make_move(struct replay *replay, game_move move)
{
    const struct puzzle *puzzle = replay->puzzle;
    size_t size = puzzle->state_bytes;
    unsigned count = puzzle->rules->expand(puzzle, replay->state, replay->moves, replay->states);
    for (unsigned i = 0; i < count; i++) {
        if (replay->moves[i] == move) {
            memcpy(replay->state, replay->states + i * size, size);
            return true;
        }
    }
    return false;
}

static bool solves(struct replay *replay, const struct move_list *solution)
{
    const struct puzzle *puzzle = replay->puzzle;
    puzzle->rules->start(puzzle, replay->state);
    for (size_t n = 0; n < solution->count; n++) {
        if (puzzle->rules->solved(puzzle, replay->state) ||
            puzzle->rules->estimate(puzzle, replay->state) > solution->count - n ||
            !make_move(replay, solution->moves[n]))
            return false;
    }
    return puzzle->rules->solved(puzzle, replay->state);
}

bool judgement_stands(const struct puzzle *puzzle, const struct judgement *judgement)
{
    if (!judgement_has_solution(judgement))
        return judgement->verdict == VERDICT_UNSOLVABLE || judgement->verdict == VERDICT_UNDECIDED;
    size_t capacity = puzzle->max_moves > 0 ? puzzle->max_moves : 1;
    struct replay replay = {.puzzle = puzzle,
                            .moves = calloc(capacity, sizeof *replay.moves),
                            .state = calloc(1, puzzle->state_bytes),
                            .states = calloc(capacity, puzzle->state_bytes)};
    bool good = judgement->measure[MEASURE_depth] == (double)judgement->reported.count &&
                (replay.moves == NULL || replay.state == NULL || replay.states == NULL ||
                 solves(&replay, &judgement->reported) || puzzle_stopped(puzzle)); /* stopped rules prove nothing */
    free(replay.moves);
    free(replay.state);
    free(replay.states);
    return good;
}
