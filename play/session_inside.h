/* What the parts of a session share; see session.h.  session.c plays, session_hint.c gives
 * hints. */
#ifndef ONLYWAY_PLAY_SESSION_INSIDE_H
#define ONLYWAY_PLAY_SESSION_INSIDE_H

#include "games/mover.h"
#include "play/session.h"

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
    struct stand *stands;                       /* [press_capacity + 1] the start and after each press */
    size_t presses, last_press, press_capacity; /* made; that redo can make again */
    game_move *moves;                           /* [move_capacity] */
    unsigned char *states;                      /* [move_capacity + 1] */
    unsigned char *prospects;                   /* [move_capacity + 1] enum prospect */
    size_t move_capacity;
    struct mover mover; /* looks up what a move leads to */
    struct plan plan;
    int64_t optimum;
    unsigned char *keys; /* of the last route */
    size_t key_capacity;
};

static inline const struct game_keys *session_keys(const struct session *session)
{
    return session->puzzle->game->keys;
}

/* The state after so many of the moves. */
static inline unsigned char *session_state(const struct session *session, size_t moves)
{
    return session->states + moves * session->puzzle->state_bytes;
}

static inline unsigned char *session_state_now(const struct session *session)
{
    return session_state(session, session_moves(session));
}

/* Makes a move in a state.  False: it is not legal. */
bool session_make_move(struct session *session, const unsigned char *state, game_move move, unsigned char *after);

void plan_free(struct plan *plan);

/* Takes moves from a state to the goal as the plan.  False: they do not lead there, or memory
 * ran out (then *failed). */
bool session_plan(struct session *session, const unsigned char *state, const game_move *moves, size_t count,
                  bool *failed);

/* Where a state is on the plan, or -1. */
int64_t session_find_on_plan(const struct session *session, const unsigned char *state);

/* What holds for a state holds for the earlier ones if it can be won, for the later ones if it
 * is lost. */
void session_spread(struct session *session, size_t moves);

/* How many presses lead back to the state after so many moves. */
size_t session_undo_to(const struct session *session, size_t moves);

#endif
