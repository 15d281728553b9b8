/* Solutions read from text; see moves.h. */
#include "solve/level/moves.h"

#include "games/mover.h"

#include <stdlib.h>

/* Adds a move.  Returns false if memory runs out. */
static bool add(struct move_list *moves, size_t *capacity, game_move move)
{
    if (moves->count == *capacity) {
        size_t more = *capacity == 0 ? 32 : 2 * *capacity;
        game_move *grown = realloc(moves->moves, more * sizeof *grown);
        if (grown == NULL)
            return false;
        moves->moves = grown;
        *capacity = more;
    }
    moves->moves[moves->count++] = move;
    return true;
}

int solution_read(const struct puzzle *puzzle, const char *text, struct move_list *moves)
{
    struct mover mover;
    struct move_reader reader = {.text = text};
    struct complaint complaint = {0};
    size_t capacity = 0;
    *moves = (struct move_list){0};
    int got = -1, result = -1;
    bool made = mover_make(&mover, puzzle), legal = made;
    while (legal) {
        game_move move = 0;
        bool solved = puzzle->rules->solved(puzzle, mover.state);
        got = puzzle->game->read_move(puzzle, mover.state, &reader, &move, &complaint);
        if (got <= 0) {
            result = got < 0 ? (complaint.failed ? -1 : 0) : solved && moves->count > 0;
            break;
        }
        legal = !solved && mover_move(&mover, move);
        if (!legal)
            result = 0;
        else if (!add(moves, &capacity, move))
            break;
    }
    mover_free(&mover);
    if (result != 1) {
        free(moves->moves);
        *moves = (struct move_list){0};
    }
    return result;
}
