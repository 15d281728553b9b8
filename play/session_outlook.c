/* Dead ends that are known without asking for a hint; see session.h.
 *
 * Prospects only get worse: if the goal can be reached from a state, it can be reached from all earlier ones; if
 * not, it cannot be reached from any later one.  After a move from a state that is known, at most one search is
 * therefore needed. */
#include "play/session_inside.h"

const unsigned char *session_state_after(const struct session *session, size_t moves)
{
    return session_state(session, moves);
}

/* What is known about the state after `moves` moves, including from the plan. */
static enum prospect prospect_of(struct session *session, size_t moves)
{
    unsigned char *prospect = &session->prospects[moves];
    if (*prospect == OPEN && session_find_on_plan(session, session_state(session, moves)) >= 0) {
        *prospect = WON;
        session_spread(session, moves);
    }
    return (enum prospect) * prospect;
}

/* For a lost state: how far back the last state with a solution is, or which state must be searched to find out. */
static struct outlook look_back(const struct session *session, size_t lost)
{
    size_t first = lost, before;
    while (first > 0 && session->prospects[first - 1] == LOST)
        first--;
    for (before = first; before > 0 && session->prospects[before - 1] == OPEN; before--)
        ;
    if (first == 0)
        return (struct outlook){.kind = OUTLOOK_HOPELESS};
    if (before < first)
        return (struct outlook){.kind = OUTLOOK_DOUBT, .moves = before + (first - before) / 2};
    return (struct outlook){.kind = OUTLOOK_DEAD_END, .undo = session_undo_to(session, first - 1)};
}

struct outlook session_outlook(struct session *session)
{
    size_t moves = session_moves(session);
    if (session_solved(session))
        return (struct outlook){.kind = OUTLOOK_GOOD};
    switch (prospect_of(session, moves)) {
    case WON:
        break;
    case LOST:
        return look_back(session, moves);
    case OPEN:
        return (struct outlook){.kind = OUTLOOK_DOUBT, .moves = moves};
    }
    return (struct outlook){.kind = OUTLOOK_GOOD};
}

void session_tell(struct session *session, size_t moves, const game_move *way, size_t count)
{
    bool failed;
    if (way != NULL && !session_plan(session, session_state(session, moves), way, count, &failed))
        return;
    session->prospects[moves] = way == NULL ? LOST : WON;
    session_spread(session, moves);
}
