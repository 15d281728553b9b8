/* Hints for a level being played; see session.h.
 *
 * A solution that was found is kept as the plan.  Hints along it, even after undo, need no search, and they follow
 * one solution instead of switching between equally short ones. */
#include "play/session_inside.h"

#include "solve/judge/hint_solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plan_free(struct plan *plan)
{
    free(plan->moves);
    free(plan->states);
    *plan = (struct plan){0};
}

bool session_plan(struct session *session, const unsigned char *state, const game_move *moves, size_t count,
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
               session_make_move(session, plan.states + n * bytes, moves[n], plan.states + (n + 1) * bytes);
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
    if (!session_plan(session, session->states, moves, count, &failed))
        return false;
    session->optimum = (int64_t)count;
    return true;
}

int64_t session_optimum(const struct session *session)
{
    return session->optimum;
}

int64_t session_find_on_plan(const struct session *session, const unsigned char *state)
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
    if (session_find_on_plan(session, session_state(session, moves)) >= 0)
        *prospect = WON;
    else if (*prospect == OPEN || (*prospect == WON && plan)) {
        struct hint_way way;
        enum search_end result =
            hint_solver_find(session->puzzle, session_state(session, moves), session->moves, moves, limits, &way);
        bool failed = result == SEARCH_NO_MEMORY;
        if (result == SEARCH_FOUND)
            session_plan(session, session_state(session, moves), way.moves, way.count, &failed);
        if (result == SEARCH_FOUND && moves == 0)
            session->optimum = (int64_t)way.count;
        if (result != SEARCH_LIMIT)
            *prospect = result == SEARCH_NONE ? LOST : WON;
        memcpy(reason, way.reason, sizeof way.reason);
        hint_solver_free(&way);
        return !failed;
    }
    return true;
}

void session_spread(struct session *session, size_t moves)
{
    unsigned char *prospects = session->prospects;
    for (size_t n = moves; n > 0 && prospects[n] == WON; n--)
        prospects[n - 1] = WON;
    for (size_t n = moves; n < session_moves(session) && prospects[n] == LOST; n++)
        prospects[n + 1] = LOST;
}

/* Finds the latest state before `lost` from which there is a solution: first in steps that double, then by
 * bisection.  *known is false if a limit was hit; otherwise *moves is the number of moves to that state, or SIZE_MAX
 * if there is none.  Returns false if memory runs out. */
static bool look_back(struct session *session, size_t lost, const struct limits *limits, size_t *moves, bool *known)
{
    char reason[sizeof((struct hint_way *)0)->reason];
    size_t won = SIZE_MAX, step = 1; /* SIZE_MAX acts as -1, the state before the first one */
    while (lost != won + 1) {
        size_t middle = won == SIZE_MAX ? (lost > step ? lost - step : 0) : won + (lost - won) / 2;
        if (!look_ahead(session, middle, false, limits, reason))
            return false;
        if (session->prospects[middle] == OPEN) {
            *known = false;
            return true;
        }
        session_spread(session, middle);
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

size_t session_undo_to(const struct session *session, size_t moves)
{
    size_t press = session->presses;
    while (session->stands[press].moves > moves)
        press--;
    return session->presses - press;
}

static bool hint_undo(struct session *session, const struct limits *limits, struct hint *hint)
{
    size_t moves;
    bool known;
    if (!look_back(session, session_moves(session), limits, &moves, &known))
        return false;
    hint->kind = !known ? HINT_LOST : moves == SIZE_MAX ? HINT_HOPELESS : HINT_UNDO;
    if (hint->kind == HINT_UNDO)
        hint->undo = session_undo_to(session, moves);
    return true;
}

/* Makes a hint of the plan's move from its n-th state. */
static bool hint_keys(struct session *session, size_t n, struct hint *hint)
{
    hint->kind = HINT_KEYS;
    hint->move = session->plan.moves[n];
    hint->left = session->plan.count - n;
    return session_route(session, hint->move, &hint->keys, &hint->key_count);
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
        int64_t n = session_find_on_plan(session, session_state(session, moves));
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
