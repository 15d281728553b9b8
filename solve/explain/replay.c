/* Replays solutions in changed levels; see replay.h. */
#include "solve/explain/replay.h"

#include "games/mover.h"

#include <string.h>

/* Returns the cell that a label is about, or -1. */
static int cell_of(const struct puzzle *puzzle, game_move move)
{
    const struct game *game = puzzle->game;
    return game == NULL || game->move_cell == NULL ? -1 : game->move_cell(puzzle, move);
}

/* Returns whether labels of two levels belong to the same piece.  Its cell identifies it, or else its name. */
static bool are_of_one_piece(const struct puzzle *one, game_move a, const struct puzzle *other, game_move b)
{
    enum { NAME_CAPACITY = 32 };
    char first[NAME_CAPACITY], second[NAME_CAPACITY];
    int cell = cell_of(one, a);
    if (cell >= 0)
        return cell_of(other, b) == cell;
    one->game->write_moves(one, &a, 1, first, sizeof first);
    other->game->write_moves(other, &b, 1, second, sizeof second);
    return strcmp(first, second) == 0;
}

/* Finds the label that a move has in the changed level and returns whether it is legal there.  Overwrites the moves
 * and states in the mover. */
static bool translate(const struct puzzle *from, struct mover *mover, game_move move, game_move *label)
{
    const struct puzzle *changed = mover->puzzle;
    *label = move;
    if (from == NULL || (cell_of(from, move) < 0 && from->game->same_piece == NULL))
        return true; /* there is only one piece */
    unsigned count = changed->rules->expand(changed, mover->state, mover->moves, mover->states);
    for (unsigned i = 0; i < count; i++) {
        *label = mover->moves[i];
        if (move_way(*label) == move_way(move) && are_of_one_piece(from, move, changed, *label))
            return true;
    }
    return false;
}

bool replay_solves(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                   game_move *labels, bool *failed)
{
    struct mover mover;
    if (!mover_make(&mover, changed)) {
        mover_free(&mover);
        *failed = true;
        return false;
    }
    bool good = true;
    for (size_t n = 0; good && n < count; n++) {
        game_move label;
        good = !changed->rules->solved(changed, mover.state) && translate(from, &mover, moves[n], &label) &&
               mover_move(&mover, label);
        if (good && labels != NULL)
            labels[n] = label;
    }
    good = good && changed->rules->solved(changed, mover.state);
    mover_free(&mover);
    return good;
}

/* Returns whether two positions look alike, apart from one cell. */
static bool look_alike(const struct mover *a, const struct mover *b, int cell, bool *failed)
{
    struct grid drawn[2] = {{0}, {0}};
    bool good =
        a->puzzle->game->draw(a->puzzle, a->state, &drawn[0]) && b->puzzle->game->draw(b->puzzle, b->state, &drawn[1]);
    bool alike = good && drawn[0].columns == drawn[1].columns && drawn[0].rows == drawn[1].rows;
    for (int i = 0; alike && i < grid_size(&drawn[0]); i++)
        alike = i == cell || drawn[0].cells[i] == drawn[1].cells[i];
    *failed |= !good;
    grid_free(&drawn[0]);
    grid_free(&drawn[1]);
    return alike;
}

bool replay_goes_same(const struct puzzle *from, const struct puzzle *changed, const game_move *moves, size_t count,
                      int cell, bool *failed)
{
    struct mover mover, other;
    bool made = mover_make(&mover, from);
    made = mover_make(&other, changed) && made;
    bool same = made && look_alike(&mover, &other, cell, failed);
    for (size_t n = 0; same && n < count; n++) {
        game_move label;
        same = mover_move(&mover, moves[n]) && translate(from, &other, moves[n], &label) && mover_move(&other, label) &&
               look_alike(&mover, &other, cell, failed);
    }
    *failed |= !made;
    mover_free(&mover);
    mover_free(&other);
    return same;
}

bool replay_to(const struct puzzle *puzzle, const game_move *moves, size_t count, unsigned char *state)
{
    struct mover mover;
    bool good = mover_make(&mover, puzzle);
    for (size_t n = 0; good && n < count; n++)
        good = mover_move(&mover, moves[n]);
    if (good)
        memcpy(state, mover.state, puzzle->state_bytes);
    mover_free(&mover);
    return good;
}
