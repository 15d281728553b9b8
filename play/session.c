/* A level being played; see session.h. */
#include "play/session.h"

#include "solve/way.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a state: nothing, that a way leads on to the goal, that none does. */
enum prospect { OPEN, WON, LOST };

/* After a press: how many moves were made, and the hand. */
struct stand {
    size_t moves;
    unsigned hand;
};

/* States on a shortest solution, from some state to the goal. */
struct plan {
    game_move *moves;      /* [count] */
    unsigned char *states; /* [count + 1] */
    size_t count;
};

struct session {
    const struct puzzle *puzzle;
    struct stand *stands; /* [press_room + 1] the start and after each press */
    size_t presses, last_press, press_room; /* made; that redo can make again */
    game_move *moves;         /* [move_room] */
    unsigned char *states;    /* [move_room + 1] */
    unsigned char *prospects; /* [move_room + 1] enum prospect */
    size_t move_room;
    game_move *fan_moves;      /* what can be done, while a move is looked up */
    unsigned char *fan_states;
    struct plan plan;
    int64_t optimum;
    unsigned char *keys; /* of the last hint */
    size_t key_room;
};

static const struct game_keys *keys_of(const struct session *session)
{
    return session->puzzle->game->keys;
}

static unsigned char *state_at(const struct session *session, size_t moves)
{
    return session->states + moves * session->puzzle->state_bytes;
}

static unsigned char *state_now(const struct session *session)
{
    return state_at(session, session_moves(session));
}

/* --- opening and closing --- */

static bool make_room_for_presses(struct session *session)
{
    if (session->presses < session->press_room)
        return true;
    size_t room = session->press_room == 0 ? 64 : 2 * session->press_room;
    struct stand *stands = realloc(session->stands, (room + 1) * sizeof *stands);
    if (stands == NULL)
        return false;
    session->stands = stands;
    session->press_room = room;
    return true;
}

static bool make_room_for_moves(struct session *session)
{
    if (session->move_room > 0 && session_moves(session) < session->move_room)
        return true;
    size_t room = session->move_room == 0 ? 64 : 2 * session->move_room;
    size_t bytes = session->puzzle->state_bytes;
    game_move *moves = realloc(session->moves, room * sizeof *moves);
    session->moves = moves != NULL ? moves : session->moves;
    unsigned char *states =
        room + 1 > SIZE_MAX / bytes ? NULL : realloc(session->states, (room + 1) * bytes);
    session->states = states != NULL ? states : session->states;
    unsigned char *prospects = realloc(session->prospects, room + 1);
    session->prospects = prospects != NULL ? prospects : session->prospects;
    if (moves == NULL || states == NULL || prospects == NULL)
        return false;
    session->move_room = room;
    return true;
}

struct session *session_open(const struct puzzle *puzzle)
{
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL)
        return NULL;
    size_t fan = puzzle->max_moves > 0 ? puzzle->max_moves : 1;
    session->puzzle = puzzle;
    session->optimum = -1;
    session->fan_moves = calloc(fan, sizeof *session->fan_moves);
    session->fan_states = calloc(fan, puzzle->state_bytes);
    if (session->fan_moves == NULL || session->fan_states == NULL ||
        !make_room_for_presses(session) || !make_room_for_moves(session)) {
        session_close(session);
        return NULL;
    }
    puzzle->rules->start(puzzle, session->states);
    session->prospects[0] = OPEN;
    const struct game_keys *keys = keys_of(session);
    session->stands[0] = (struct stand){.hand = keys == NULL ? 0 : keys->hand(puzzle)};
    return session;
}

static void plan_free(struct plan *plan)
{
    free(plan->moves);
    free(plan->states);
    *plan = (struct plan){0};
}

void session_close(struct session *session)
{
    if (session == NULL)
        return;
    free(session->stands);
    free(session->moves);
    free(session->states);
    free(session->prospects);
    free(session->fan_moves);
    free(session->fan_states);
    plan_free(&session->plan);
    free(session->keys);
    free(session);
}

/* --- playing --- */

/* Makes a move in a state.  False: it is not legal. */
static bool make_move(struct session *session, const unsigned char *state, game_move move,
                      unsigned char *after)
{
    const struct puzzle *puzzle = session->puzzle;
    unsigned count =
        puzzle->rules->expand(puzzle, state, session->fan_moves, session->fan_states);
    for (unsigned n = 0; n < count; n++) {
        if (session->fan_moves[n] == move) {
            memcpy(after, session->fan_states + n * puzzle->state_bytes, puzzle->state_bytes);
            return true;
        }
    }
    return false;
}

/* Makes the move that was asked for, if it is legal, with the hand after it. */
static bool take_move(struct session *session, game_move move, unsigned *hand)
{
    size_t moves = session_moves(session);
    const struct game_keys *keys = keys_of(session);
    if (!make_move(session, state_at(session, moves), move, state_at(session, moves + 1)))
        return false;
    session->moves[moves] = move;
    session->prospects[moves + 1] = session->prospects[moves] == LOST ? LOST : OPEN;
    if (keys != NULL && keys->keep != NULL)
        *hand = keys->keep(session->puzzle, state_at(session, moves + 1), *hand);
    return true;
}

bool session_press(struct session *session, unsigned key, enum press *press)
{
    const struct game_keys *keys = keys_of(session);
    struct stand stand = session->stands[session->presses];
    game_move move = move_make(0, (enum direction)(key % DIRECTIONS));
    *press = PRESS_NOTHING;
    if (session_solved(session))
        return true;
    if (!make_room_for_presses(session) || !make_room_for_moves(session))
        return false;
    if (keys != NULL)
        *press = keys->press(session->puzzle, state_now(session), key, &stand.hand, &move);
    else if (key < DIRECTIONS)
        *press = PRESS_MOVE;
    if (*press == PRESS_MOVE && !take_move(session, move, &stand.hand))
        *press = PRESS_NOTHING;
    if (*press == PRESS_NOTHING)
        return true;
    stand.moves += *press == PRESS_MOVE;
    session->last_press = ++session->presses;
    session->stands[session->presses] = stand;
    return true;
}

unsigned session_next_piece(const struct session *session)
{
    const struct game_keys *keys = keys_of(session);
    return keys == NULL || keys->next == NULL
               ? KEY_NONE
               : keys->next(session->puzzle, state_now(session), session_hand(session));
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

/* --- what there is to see --- */

bool session_solved(const struct session *session)
{
    return session->puzzle->rules->solved(session->puzzle, state_now(session));
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
    const struct game_keys *keys = keys_of(session);
    return keys == NULL || keys->symbol == NULL ? 0 : keys->symbol(session->puzzle, piece);
}

bool session_draw(const struct session *session, struct grid *grid)
{
    const struct puzzle *puzzle = session->puzzle;
    const struct game_keys *keys = keys_of(session);
    if (!puzzle->game->draw(puzzle, state_now(session), grid))
        return false;
    if (keys != NULL && keys->show != NULL)
        keys->show(puzzle, state_now(session), session_hand(session), grid);
    return true;
}

size_t session_trail(const struct session *session, int *cells, size_t room)
{
    const struct puzzle *puzzle = session->puzzle;
    return puzzle->game->trail == NULL
               ? 0
               : puzzle->game->trail(puzzle, session->moves, session_moves(session), cells, room);
}

/* --- hints --- */

/* Takes moves from a state to the goal as the plan.  False: they do not lead there, or memory
 * ran out (then *failed). */
static bool make_plan(struct session *session, const unsigned char *state, const game_move *moves,
                      size_t count, bool *failed)
{
    const struct puzzle *puzzle = session->puzzle;
    size_t bytes = puzzle->state_bytes;
    struct plan plan = {.moves = calloc(count + 1, sizeof *plan.moves),
                        .states = calloc(count + 1, bytes),
                        .count = count};
    *failed = plan.moves == NULL || plan.states == NULL;
    bool good = !*failed;
    if (good)
        memcpy(plan.states, state, bytes);
    for (size_t n = 0; good && n < count; n++) {
        plan.moves[n] = moves[n];
        good = !puzzle->rules->solved(puzzle, plan.states + n * bytes) &&
               make_move(session, plan.states + n * bytes, moves[n],
                         plan.states + (n + 1) * bytes);
    }
    good = good && puzzle->rules->solved(puzzle, plan.states + count * bytes);
    if (good) {
        plan_free(&session->plan);
        session->plan = plan;
    } else {
        plan_free(&plan);
    }
    return good;
}

bool session_learn(struct session *session, const game_move *moves, size_t count)
{
    bool failed;
    if (!make_plan(session, session->states, moves, count, &failed))
        return false;
    session->optimum = (int64_t)count;
    return true;
}

int64_t session_optimum(const struct session *session)
{
    return session->optimum;
}

/* Where a state is on the plan, or -1. */
static int64_t find_on_plan(const struct session *session, const unsigned char *state)
{
    const struct plan *plan = &session->plan;
    size_t bytes = session->puzzle->state_bytes;
    for (size_t n = 0; plan->moves != NULL && n <= plan->count; n++) {
        if (memcmp(plan->states + n * bytes, state, bytes) == 0)
            return (int64_t)n;
    }
    return -1;
}

/* Finds out whether a way leads on from the state after some moves; with `plan`, one that the
 * plan then holds.  False: out of memory; a limit leaves the prospect open, with the reason. */
static bool look_ahead(struct session *session, size_t moves, bool plan,
                       const struct limits *limits, char *reason)
{
    unsigned char *prospect = &session->prospects[moves];
    if (find_on_plan(session, state_at(session, moves)) >= 0)
        *prospect = WON;
    else if (*prospect == OPEN || (*prospect == WON && plan)) {
        struct way way;
        enum way_result result = way_find(session->puzzle, state_at(session, moves),
                                          session->moves, moves, limits, &way);
        bool failed = result == WAY_FAILED;
        if (result == WAY_FOUND)
            make_plan(session, state_at(session, moves), way.moves, way.count, &failed);
        if (result == WAY_FOUND && moves == 0)
            session->optimum = (int64_t)way.count;
        if (result != WAY_UNKNOWN)
            *prospect = result == WAY_NONE ? LOST : WON;
        memcpy(reason, way.reason, sizeof way.reason);
        way_free(&way);
        return !failed;
    }
    return true;
}

/* What holds for a state holds for the earlier ones if it can be won, for the later ones if it
 * is lost. */
static void spread(struct session *session, size_t moves)
{
    unsigned char *prospects = session->prospects;
    for (size_t n = moves; n > 0 && prospects[n] == WON; n--)
        prospects[n - 1] = WON;
    for (size_t n = moves; n < session_moves(session) && prospects[n] == LOST; n++)
        prospects[n + 1] = LOST;
}

/* The latest of the states before `lost` from which a way leads on: first in steps that double,
 * then between the last two.  *known says whether no limit was in the way; then *moves is that
 * state's, or SIZE_MAX where there is none.  False: out of memory. */
static bool look_back(struct session *session, size_t lost, const struct limits *limits,
                      size_t *moves, bool *known)
{
    char reason[sizeof((struct way *)0)->reason];
    size_t won = SIZE_MAX, step = 1; /* SIZE_MAX is one below 0: the earliest that could be won */
    while (lost != won + 1) {
        size_t middle = won == SIZE_MAX ? (lost > step ? lost - step : 0) : won + (lost - won) / 2;
        if (!look_ahead(session, middle, false, limits, reason))
            return false;
        if (session->prospects[middle] == OPEN) {
            *known = false;
            return true;
        }
        spread(session, middle);
        if (session->prospects[middle] == WON)
            won = middle;
        else
            lost = middle;
        step *= 2;
    }
    *known = true;
    *moves = won;
    return true;
}

static bool hint_undo(struct session *session, const struct limits *limits, struct hint *hint)
{
    size_t moves;
    bool known;
    if (!look_back(session, session_moves(session), limits, &moves, &known))
        return false;
    hint->kind = !known ? HINT_LOST : moves == SIZE_MAX ? HINT_HOPELESS : HINT_UNDO;
    if (hint->kind == HINT_UNDO) {
        size_t press = session->presses;
        while (session->stands[press].moves > moves)
            press--;
        hint->undo = session->presses - press;
    }
    return true;
}

/* The presses that make a move, in session->keys.  Returns how many; 0: out of memory. */
static size_t find_keys(struct session *session, game_move move)
{
    const struct puzzle *puzzle = session->puzzle;
    const struct game_keys *keys = keys_of(session);
    unsigned hand = session_hand(session);
    const unsigned char *state = state_now(session);
    size_t count = keys == NULL ? 1 : keys->route(puzzle, state, hand, move, NULL, 0);
    if (count > session->key_room) {
        unsigned char *larger = realloc(session->keys, count);
        if (larger == NULL)
            return 0;
        session->keys = larger;
        session->key_room = count;
    }
    if (keys == NULL)
        session->keys[0] = (unsigned char)move_direction(move);
    return keys == NULL ? 1 : keys->route(puzzle, state, hand, move, session->keys, count);
}

/* The plan's move from its n-th state. */
static bool hint_keys(struct session *session, size_t n, struct hint *hint)
{
    hint->kind = HINT_KEYS;
    hint->move = session->plan.moves[n];
    hint->left = session->plan.count - n;
    hint->key_count = find_keys(session, hint->move);
    hint->keys = session->keys;
    return hint->key_count > 0;
}

bool session_hint(struct session *session, const struct limits *limits, struct hint *hint)
{
    *hint = (struct hint){.kind = HINT_SOLVED};
    size_t moves = session_moves(session);
    if (session_solved(session))
        return true;
    if (!look_ahead(session, moves, true, limits, hint->reason))
        return false;
    switch ((enum prospect)session->prospects[moves]) {
    case LOST:
        return hint_undo(session, limits, hint);
    case WON: {
        int64_t n = find_on_plan(session, state_at(session, moves));
        if (n >= 0)
            return hint_keys(session, (size_t)n, hint);
        break;
    }
    case OPEN:
        break;
    }
    hint->kind = HINT_UNKNOWN;
    return true;
}
