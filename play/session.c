/* A level being played; see session.h. */
#include "play/session_inside.h"

#include <stdlib.h>
#include <string.h>

/* --- opening and closing --- */

static bool reserve_presses(struct session *session)
{
    if (session->presses < session->press_capacity)
        return true;
    size_t capacity = session->press_capacity == 0 ? 64 : 2 * session->press_capacity;
    struct stand *stands = realloc(session->stands, (capacity + 1) * sizeof *stands);
    if (stands == NULL)
        return false;
    session->stands = stands;
    session->press_capacity = capacity;
    return true;
}

static bool reserve_moves(struct session *session)
{
    if (session->move_capacity > 0 && session_moves(session) < session->move_capacity)
        return true;
    size_t capacity = session->move_capacity == 0 ? 64 : 2 * session->move_capacity;
    size_t bytes = session->puzzle->state_bytes;
    game_move *moves = realloc(session->moves, capacity * sizeof *moves);
    session->moves = moves != NULL ? moves : session->moves;
    unsigned char *states = capacity + 1 > SIZE_MAX / bytes ? NULL : realloc(session->states, (capacity + 1) * bytes);
    session->states = states != NULL ? states : session->states;
    unsigned char *prospects = realloc(session->prospects, capacity + 1);
    session->prospects = prospects != NULL ? prospects : session->prospects;
    if (moves == NULL || states == NULL || prospects == NULL)
        return false;
    session->move_capacity = capacity;
    return true;
}

struct session *session_open(const struct puzzle *puzzle)
{
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    session->puzzle = puzzle;
    session->optimum = -1;
    if (!mover_make(&session->mover, puzzle) || !reserve_presses(session) || !reserve_moves(session)) {
        session_close(session);
        return NULL;
    }
    puzzle->rules->start(puzzle, session->states);
    session->prospects[0] = OPEN;
    const struct game_keys *keys = session_keys(session);
    session->stands[0] = (struct stand){.hand = keys == NULL ? 0 : keys->hand(puzzle)};
    if (!puzzle_stopped(puzzle))
        return session;
    session_close(session);
    return NULL;
}

void session_close(struct session *session)
{
    if (session == NULL)
        return;
    free(session->stands);
    free(session->moves);
    free(session->states);
    free(session->prospects);
    mover_free(&session->mover);
    plan_free(&session->plan);
    free(session->keys);
    free(session);
}

/* --- playing --- */

bool session_make_move(struct session *session, const unsigned char *state, game_move move, unsigned char *after)
{
    const unsigned char *made = mover_after(&session->mover, state, move);
    if (made != NULL)
        memcpy(after, made, session->puzzle->state_bytes);
    return made != NULL;
}

/* Makes a move, if it is legal, and updates the hand. */
static bool take_move(struct session *session, game_move move, unsigned *hand)
{
    size_t moves = session_moves(session);
    const struct game_keys *keys = session_keys(session);
    unsigned char *after = session_state(session, moves + 1);
    if (!session_make_move(session, session_state(session, moves), move, after))
        return false;
    session->moves[moves] = move;
    session->prospects[moves + 1] = session->prospects[moves] == LOST ? LOST : OPEN;
    if (keys != NULL && keys->keep != NULL)
        *hand = keys->keep(session->puzzle, after, *hand);
    return true;
}

bool session_press(struct session *session, unsigned key, enum press *press)
{
    const struct game_keys *keys = session_keys(session);
    struct stand stand = session->stands[session->presses];
    game_move move;
    *press = PRESS_NOTHING;
    if (session_solved(session))
        return true;
    if (!reserve_presses(session) || !reserve_moves(session))
        return false;
    if (keys != NULL)
        *press = keys->press(session->puzzle, session_state_now(session), key, &stand.hand, &move);
    else if (key_is_move(session->puzzle->game, key, &move))
        *press = PRESS_MOVE;
    if (*press == PRESS_MOVE && !take_move(session, move, &stand.hand))
        *press = PRESS_NOTHING;
    if (puzzle_stopped(session->puzzle))
        return false;
    if (*press == PRESS_NOTHING)
        return true;
    stand.moves += *press == PRESS_MOVE;
    session->last_press = ++session->presses;
    session->stands[session->presses] = stand;
    return true;
}

bool session_route(struct session *session, game_move move, const unsigned char **keys, size_t *count)
{
    const struct puzzle *puzzle = session->puzzle;
    const struct game_keys *play = session_keys(session);
    unsigned hand = session_hand(session);
    const unsigned char *state = session_state_now(session);
    *count = play == NULL ? 1 : play->route(puzzle, state, hand, move, NULL, 0);
    if (*count > session->key_capacity) {
        unsigned char *larger = realloc(session->keys, *count);
        if (larger == NULL)
            return false;
        session->keys = larger;
        session->key_capacity = *count;
    }
    if (play == NULL)
        session->keys[0] = (unsigned char)key_of_move(move);
    else
        play->route(puzzle, state, hand, move, session->keys, *count);
    *keys = session->keys;
    return !puzzle_stopped(puzzle);
}

unsigned session_next_piece(const struct session *session)
{
    const struct game_keys *keys = session_keys(session);
    return keys == NULL || keys->next == NULL
               ? KEY_NONE
               : keys->next(session->puzzle, session_state_now(session), session_hand(session));
}

bool session_undo(struct session *session)
{
    if (session->presses == 0)
        return false;
    session->presses--;
    return true;
}

bool session_redo(struct session *session)
{
    if (session->presses == session->last_press)
        return false;
    session->presses++;
    return true;
}

void session_restart(struct session *session)
{
    session->presses = 0;
}

/* --- what the player sees --- */

bool session_solved(const struct session *session)
{
    return session->puzzle->rules->solved(session->puzzle, session_state_now(session));
}

size_t session_moves(const struct session *session)
{
    return session->stands[session->presses].moves;
}

size_t session_presses(const struct session *session)
{
    return session->presses;
}

const game_move *session_made(const struct session *session)
{
    return session->moves;
}

unsigned session_hand(const struct session *session)
{
    return session->stands[session->presses].hand;
}

unsigned char session_symbol(const struct session *session, unsigned piece)
{
    const struct game_keys *keys = session_keys(session);
    return keys == NULL || keys->symbol == NULL ? 0 : keys->symbol(session->puzzle, piece);
}

/* Marks the first cell of a trail that has only one cell, because the drawing need not show it.  Returns false if
 * memory runs out. */
static bool show_start(const struct session *session, struct grid *grid)
{
    int cell;
    size_t length = session_trail(session, &cell, 1);
    if (length == 1)
        grid->cells[cell] = session->puzzle->game->head;
    return length != SIZE_MAX;
}

bool session_draw(const struct session *session, struct grid *grid)
{
    const struct puzzle *puzzle = session->puzzle;
    const struct game_keys *keys = session_keys(session);
    if (!puzzle->game->draw(puzzle, session_state_now(session), grid))
        return false;
    if (keys != NULL && keys->show != NULL)
        keys->show(puzzle, session_state_now(session), session_hand(session), grid);
    bool good = !puzzle_stopped(puzzle) && show_start(session, grid);
    if (!good)
        grid_free(grid);
    return good;
}

bool session_points(const struct session *session,
                    bool (*points)(const struct puzzle *, const unsigned char *, unsigned, struct point_image *),
                    struct point_image *image)
{
    return points(session->puzzle, session_state_now(session), session_hand(session), image);
}

const char *session_said(const struct session *session, unsigned key)
{
    const struct language *language = session->puzzle->game->language;
    return language == NULL || session_solved(session)
               ? NULL
               : language->said(session->puzzle, session_state_now(session), session_hand(session), key);
}

size_t session_trail(const struct session *session, int *cells, size_t capacity)
{
    const struct puzzle *puzzle = session->puzzle;
    return puzzle->game->trail == NULL
               ? 0
               : puzzle->game->trail(puzzle, session->moves, session_moves(session), cells, capacity);
}
