/* A level being played; see session.h.
 *
 * A solution that was found is kept as the plan.  Hints along it, even after undo, need no search, and they follow
 * one solution instead of switching between equally short ones. */
#include "play/session.h"

#include "base/array.h"
#include "games/mover.h"
#include "solve/judge/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known about a state: nothing, that the goal can be reached, or that it cannot. */
enum prospect { OPEN, WON, LOST };

/* After a press: the number of moves made, and the hand (see session_hand). */
struct stand {
    size_t moves;
    unsigned hand;
};

/* A shortest solution from some state, with all its states. */
struct plan {
    game_move *moves;      /* [count] */
    unsigned char *states; /* [count + 1] */
    size_t count;
};

struct session {
    const struct puzzle *puzzle;
    struct stand *stands;                       /* [press_capacity] the start and after each press */
    size_t presses, last_press, press_capacity; /* presses made; presses that redo can reach */
    game_move *moves;                           /* [move_capacity] */
    unsigned char *states;                      /* [move_capacity + 1] */
    unsigned char *prospects;                   /* [move_capacity + 1] enum prospect */
    size_t move_capacity;
    struct mover mover; /* finds the state after a move */
    struct plan plan;
    unsigned char *keys; /* buffer of session_route */
    size_t key_capacity;
};

static const struct game_keys *keys_of(const struct session *session)
{
    return session->puzzle->game->keys;
}

/* The state after the first `moves` moves. */
static unsigned char *state_after(const struct session *session, size_t moves)
{
    return session->states + moves * session->puzzle->state_bytes;
}

static unsigned char *state_now(const struct session *session)
{
    return state_after(session, session_moves(session));
}

static void plan_free(struct plan *plan)
{
    free(plan->moves);
    free(plan->states);
    *plan = (struct plan){0};
}

/* --- opening and closing --- */

static bool reserve_presses(struct session *session)
{
    return ARRAY_RESERVE(session->stands, session->presses + 1, session->press_capacity, 64);
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
    if (!mover_make(&session->mover, puzzle) || !reserve_presses(session) || !reserve_moves(session)) {
        session_close(session);
        return NULL;
    }
    puzzle->rules->start(puzzle, session->states);
    session->prospects[0] = OPEN;
    const struct game_keys *keys = keys_of(session);
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

/* Makes a move in a state.  Returns false if it is illegal. */
static bool make_move(struct session *session, const unsigned char *state, game_move move, unsigned char *after)
{
    const unsigned char *made = mover_after(&session->mover, state, move);
    if (made != NULL)
        memcpy(after, made, session->puzzle->state_bytes);
    return made != NULL;
}

bool session_press(struct session *session, unsigned key, enum press *press)
{
    const struct game_keys *keys = keys_of(session);
    struct stand stand = session->stands[session->presses];
    game_move move;
    *press = PRESS_NOTHING;
    if (session_solved(session))
        return true;
    if (!reserve_presses(session) || !reserve_moves(session))
        return false;
    if (keys != NULL)
        *press = keys->press(session->puzzle, state_now(session), key, &stand.hand, &move);
    else if (key_is_move(session->puzzle->game, key, &move))
        *press = PRESS_MOVE;
    size_t moves = session_moves(session);
    unsigned char *after = state_after(session, moves + 1);
    if (*press == PRESS_MOVE && !make_move(session, state_after(session, moves), move, after))
        *press = PRESS_NOTHING;
    if (*press == PRESS_MOVE) {
        session->moves[moves] = move;
        session->prospects[moves + 1] = session->prospects[moves] == LOST ? LOST : OPEN;
        if (keys != NULL && keys->keep != NULL)
            stand.hand = keys->keep(session->puzzle, after, stand.hand);
    }
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
    const struct game_keys *play = keys_of(session);
    unsigned hand = session_hand(session);
    const unsigned char *state = state_now(session);
    *count = play == NULL ? 1 : play->route(puzzle, state, hand, move, NULL, 0);
    if (*count > session->key_capacity) {
        unsigned char *larger = realloc(session->keys, *count);
        if (larger == NULL)
            return false;
        session->keys = larger;
        session->key_capacity = *count;
    }
    if (play == NULL)
        session->keys[0] = (unsigned char)(move_way(move) == MOVE_ACTION ? KEY_ACTION : move_way(move));
    else
        play->route(puzzle, state, hand, move, session->keys, *count);
    *keys = session->keys;
    return !puzzle_stopped(puzzle);
}

unsigned session_next_piece(const struct session *session)
{
    const struct game_keys *keys = keys_of(session);
    return keys == NULL || keys->next == NULL ? KEY_NONE
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

/* --- what the player sees --- */

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
    /* Marks the cell of a trail that has only one cell, because the drawing may not show it. */
    int cell;
    size_t length = puzzle_stopped(puzzle) ? SIZE_MAX : session_trail(session, &cell, 1);
    if (length == 1)
        grid->cells[cell] = puzzle->game->head;
    if (length == SIZE_MAX)
        grid_free(grid);
    return length != SIZE_MAX;
}

bool session_points(const struct session *session,
                    bool (*points)(const struct puzzle *, const unsigned char *, unsigned, const uint64_t *,
                                   struct point_image *),
                    const uint64_t *position, struct point_image *image)
{
    return points(session->puzzle, state_now(session), session_hand(session), position, image);
}

const char *session_said(const struct session *session, unsigned key, unsigned *turn)
{
    *turn = 0;
    const struct language *language = session->puzzle->game->language;
    return language == NULL || session_solved(session)
               ? NULL
               : language->said(session->puzzle, state_now(session), session_hand(session), key, turn);
}

size_t session_trail(const struct session *session, int *cells, size_t capacity)
{
    const struct puzzle *puzzle = session->puzzle;
    return puzzle->game->trail == NULL
               ? 0
               : puzzle->game->trail(puzzle, session->moves, session_moves(session), cells, capacity);
}

/* --- hints --- */

/* Sets the plan to moves that lead from a state to the goal.  Returns false if they do not lead to the goal or memory
 * runs out (then *failed is true). */
static bool set_plan(struct session *session, const unsigned char *state, const game_move *moves, size_t count,
                     bool *failed)
{
    const struct puzzle *puzzle = session->puzzle;
    size_t bytes = puzzle->state_bytes;
    struct plan plan = {
        .moves = calloc(count + 1, sizeof *plan.moves), .states = calloc(count + 1, bytes), .count = count};
    *failed = plan.moves == NULL || plan.states == NULL;
    bool good = !*failed;
    if (good)
        memcpy(plan.states, state, bytes);
    for (size_t n = 0; good && n < count; n++) {
        plan.moves[n] = moves[n];
        good = !puzzle->rules->solved(puzzle, plan.states + n * bytes) &&
               make_move(session, plan.states + n * bytes, moves[n], plan.states + (n + 1) * bytes);
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
    return set_plan(session, session->states, moves, count, &failed);
}

/* The index of a state on the plan, or -1. */
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

/* Finds out whether there is a solution from the state after `moves` moves.  With `plan`, the plan then contains
 * one.  If a limit is hit, the prospect stays OPEN and `reason` is set.  Returns false if memory runs out. */
static bool look_ahead(struct session *session, size_t moves, bool plan, const struct limits *limits,
                       char reason[LIMIT_REASON])
{
    unsigned char *prospect = &session->prospects[moves];
    if (find_on_plan(session, state_after(session, moves)) >= 0)
        *prospect = WON;
    else if (*prospect == OPEN || (*prospect == WON && plan)) {
        struct hint_way way;
        enum search_end result =
            hint_solver_find(session->puzzle, state_after(session, moves), session->moves, moves, limits, &way);
        bool failed = result == SEARCH_NO_MEMORY;
        if (result == SEARCH_FOUND)
            set_plan(session, state_after(session, moves), way.moves, way.count, &failed);
        if (result != SEARCH_LIMIT)
            *prospect = result == SEARCH_NONE ? LOST : WON;
        memcpy(reason, way.reason, sizeof way.reason);
        hint_solver_free(&way);
        return !failed;
    }
    return true;
}

/* Copies what is known about a state: WON to the earlier states, LOST to the later ones. */
static void spread_prospect(struct session *session, size_t moves)
{
    unsigned char *prospects = session->prospects;
    for (size_t n = moves; n > 0 && prospects[n] == WON; n--)
        prospects[n - 1] = WON;
    for (size_t n = moves; n < session_moves(session) && prospects[n] == LOST; n++)
        prospects[n + 1] = LOST;
}

/* The number of presses to undo to get back to the state after `moves` moves. */
static size_t presses_since(const struct session *session, size_t moves)
{
    size_t press = session->presses;
    while (session->stands[press].moves > moves)
        press--;
    return session->presses - press;
}

/* Finds the latest state that has a solution, before the current one, which has none: first goes back in steps that
 * double, then bisects.  Returns false if memory runs out. */
static bool hint_undo(struct session *session, const struct limits *limits, struct hint *hint)
{
    char reason[LIMIT_REASON];
    size_t lost = session_moves(session), won = SIZE_MAX, step = 1; /* SIZE_MAX acts as -1, before the first state */
    while (lost != won + 1) {
        size_t middle = won == SIZE_MAX ? (lost > step ? lost - step : 0) : won + (lost - won) / 2;
        if (!look_ahead(session, middle, false, limits, reason))
            return false;
        if (session->prospects[middle] == OPEN) { /* a limit was hit */
            hint->kind = HINT_LOST;
            return true;
        }
        spread_prospect(session, middle);
        if (session->prospects[middle] == WON)
            won = middle;
        else
            lost = middle;
        step *= 2;
    }
    hint->kind = won == SIZE_MAX ? HINT_HOPELESS : HINT_UNDO;
    if (hint->kind == HINT_UNDO)
        hint->undo = presses_since(session, won);
    return true;
}

bool session_hint(struct session *session, const struct limits *limits, struct hint *hint)
{
    *hint = (struct hint){.kind = HINT_SOLVED};
    size_t moves = session_moves(session);
    if (session_solved(session))
        return true;
    if (session->puzzle->inexact != NULL) {
        hint->kind = HINT_UNKNOWN;
        snprintf(hint->reason, sizeof hint->reason, "%s", session->puzzle->inexact);
        return true;
    }
    if (!look_ahead(session, moves, true, limits, hint->reason))
        return false;
    switch ((enum prospect)session->prospects[moves]) {
    case LOST:
        return hint_undo(session, limits, hint);
    case WON: {
        int64_t n = find_on_plan(session, state_after(session, moves));
        if (n >= 0) {
            hint->kind = HINT_KEYS;
            hint->move = session->plan.moves[(size_t)n];
            hint->left = session->plan.count - (size_t)n;
            return session_route(session, hint->move, &hint->keys, &hint->key_count);
        }
        break;
    }
    case OPEN:
        break;
    }
    hint->kind = HINT_UNKNOWN;
    return true;
}

/* --- outlook --- */

const unsigned char *session_state_after(const struct session *session, size_t moves)
{
    return state_after(session, moves);
}

struct outlook session_outlook(struct session *session)
{
    size_t moves = session_moves(session);
    if (session_solved(session))
        return (struct outlook){.kind = OUTLOOK_GOOD};
    unsigned char *prospect = &session->prospects[moves];
    if (*prospect == OPEN && find_on_plan(session, state_after(session, moves)) >= 0) {
        *prospect = WON;
        spread_prospect(session, moves);
    }
    switch ((enum prospect) * prospect) {
    case WON:
        break;
    case LOST: {
        /* How far back the last state with a solution is, or the state to search to find out. */
        size_t first = moves, before;
        while (first > 0 && session->prospects[first - 1] == LOST)
            first--;
        for (before = first; before > 0 && session->prospects[before - 1] == OPEN; before--)
            ;
        if (first == 0)
            return (struct outlook){.kind = OUTLOOK_HOPELESS};
        if (before < first)
            return (struct outlook){.kind = OUTLOOK_DOUBT, .moves = before + (first - before) / 2};
        return (struct outlook){.kind = OUTLOOK_DEAD_END, .undo = presses_since(session, first - 1)};
    }
    case OPEN:
        return (struct outlook){.kind = OUTLOOK_DOUBT, .moves = moves};
    }
    return (struct outlook){.kind = OUTLOOK_GOOD};
}

void session_tell(struct session *session, size_t moves, const game_move *way, size_t count)
{
    bool failed;
    if (way != NULL && !set_plan(session, state_after(session, moves), way, count, &failed))
        return;
    session->prospects[moves] = way == NULL ? LOST : WON;
    spread_prospect(session, moves);
}
