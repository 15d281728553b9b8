/* Internals that the parts of a session share; see session.h. session.c plays, session_hint.c gives hints. */
#ifndef ONLYWAY_PLAY_SESSION_INSIDE_H
#define ONLYWAY_PLAY_SESSION_INSIDE_H

#include "games/mover.h"
#include "play/session.h"

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
    struct stand *stands;                       /* [press_capacity + 1] the start and after each press */
    size_t presses, last_press, press_capacity; /* presses made; presses that redo can reach */
    game_move *moves;                           /* [move_capacity] */
    unsigned char *states;                      /* [move_capacity + 1] */
    unsigned char *prospects;                   /* [move_capacity + 1] enum prospect */
    size_t move_capacity;
    struct mover mover; /* finds the state after a move */
    struct plan plan;
    int64_t optimum;
    unsigned char *keys; /* buffer of session_route */
    size_t key_capacity;
};

static inline const struct game_keys *session_keys(const struct session *session)
{
    return session->puzzle->game->keys;
}

/* The state after the first `moves` moves. */
static inline unsigned char *session_state(const struct session *session, size_t moves)
{
    return session->states + moves * session->puzzle->state_bytes;
}

static inline unsigned char *session_state_now(const struct session *session)
{
    return session_state(session, session_moves(session));
}

/* Makes a move in a state.  Returns false if it is illegal. */
bool session_make_move(struct session *session, const unsigned char *state, game_move move, unsigned char *after);

void plan_free(struct plan *plan);

/* Makes moves from a state to the goal the plan.  Returns false if they do not lead to the goal or memory runs out
 * (then *failed is true). */
bool session_plan(struct session *session, const unsigned char *state, const game_move *moves, size_t count,
                  bool *failed);

/* The index of a state on the plan, or -1. */
int64_t session_find_on_plan(const struct session *session, const unsigned char *state);

/* Copies what is known about a state: WON to the earlier states, LOST to the later ones. */
void session_spread(struct session *session, size_t moves);

/* How many presses to undo to reach the state after `moves` moves. */
size_t session_undo_to(const struct session *session, size_t moves);

#endif
