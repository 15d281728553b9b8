/* A level being played: presses of keys, undo and redo, hints.  No input or output, so that a
 * terminal, a web page and tests can all play with it.
 *
 * A press is a key that did something: a move, a walk of one step, another piece chosen.  Undo
 * takes back one press.  Every state on the way is kept with what has been found out about it:
 * once the goal is out of reach it stays so, whatever is pressed, so that how far to go back is
 * found by looking at ever earlier states and then between two of them. */
#ifndef ONLYWAY_PLAY_SESSION_H
#define ONLYWAY_PLAY_SESSION_H

#include "games/game.h"
#include "solve/search/limits.h"

struct session;

/* Starts to play; the puzzle must outlive the session.  NULL: out of memory. */
struct session *session_open(const struct puzzle *puzzle);
void session_close(struct session *session);

/* Presses a key (see games/game.h).  Nothing happens where the key does nothing or
 * the level is solved.  False: out of memory; nothing happened. */
bool session_press(struct session *session, unsigned key, enum press *press);

/* The presses that make a legal move: *count *keys, good until the session is used again.  False: out of
 * memory. */
bool session_route(struct session *session, game_move move, const unsigned char **keys, size_t *count);

/* The key that chooses the next piece, or KEY_NONE. */
unsigned session_next_piece(const struct session *session);

/* False: there is nothing to take back, or to make again. */
bool session_undo(struct session *session);
bool session_redo(struct session *session);

/* Back to the start; redo leads on from there. */
void session_restart(struct session *session);

bool session_solved(const struct session *session);
size_t session_moves(const struct session *session);
size_t session_presses(const struct session *session);

/* The moves made so far, session_moves of them. */
const game_move *session_made(const struct session *session);

/* The cell that the pusher stands on or the chosen piece, in the game's terms; 0 where there is
 * none. */
unsigned session_hand(const struct session *session);

/* The character by which the drawing names a piece, or 0. */
unsigned char session_symbol(const struct session *session, unsigned piece);

/* The level's points, see games/draw/terminal.h: what a game shows them with is handed in.  False: out of memory. */
struct point_image;
bool session_points(const struct session *session,
                    bool (*points)(const struct puzzle *, const unsigned char *, unsigned, struct point_image *),
                    struct point_image *image);

/* What the rules say to a key that is about to be pressed; NULL: nothing. */
const char *session_said(const struct session *session, unsigned key);

/* Draws the level as text, the player where he stands.  False: out of memory; else free the
 * grid. */
bool session_draw(const struct session *session, struct grid *grid);

/* LongCat, Snake: the cells covered, from the first to the head, as row * columns + column of the
 * drawing, as far as there is room.  Returns how many; 0 in other games. */
size_t session_trail(const struct session *session, int *cells, size_t capacity);

enum hint_kind {
    HINT_KEYS,     /* `keys` make the next of the `left` moves of a shortest solution */
    HINT_UNDO,     /* no way leads on from here, but one does `undo` presses before */
    HINT_LOST,     /* no way leads on from here; a limit was hit while looking further back */
    HINT_HOPELESS, /* the level has no solution */
    HINT_SOLVED,
    HINT_UNKNOWN /* a limit was hit; `reason` says which */
};

struct hint {
    enum hint_kind kind;
    const unsigned char *keys; /* [key_count]: good until the session is used again */
    size_t key_count;
    game_move move; /* HINT_KEYS: what they make */
    size_t left;    /* HINT_KEYS: moves to the goal, this one included */
    size_t undo;    /* HINT_UNDO */
    char reason[LIMIT_REASON];
};

/* What to do next.  The limits hold for each search; a way that was found once is remembered.
 * False: out of memory. */
bool session_hint(struct session *session, const struct limits *limits, struct hint *hint);

enum outlook_kind {
    OUTLOOK_GOOD,     /* a way leads on, or the level is solved */
    OUTLOOK_DOUBT,    /* that depends on the state after `moves` moves: look whether a way leads on from there */
    OUTLOOK_DEAD_END, /* no way leads on from here, but one does `undo` presses before */
    OUTLOOK_HOPELESS
};

/* What is known of where the player has come to, without any search. */
struct outlook {
    enum outlook_kind kind;
    size_t moves, undo;
};

struct outlook session_outlook(struct session *session);

/* Tells the session what a search from the state after so many moves came to: a shortest way to the goal, or,
 * `way` NULL, that there is none. */
void session_tell(struct session *session, size_t moves, const game_move *way, size_t count);

/* The state after so many of the moves that were made. */
const unsigned char *session_state_after(const struct session *session, size_t moves);

/* Tells the session a shortest solution from the start, so that hints along it need no search.
 * False: it is no solution, or memory ran out. */
bool session_learn(struct session *session, const game_move *moves, size_t count);

/* Moves in a shortest solution from the start, where known, else -1. */
int64_t session_optimum(const struct session *session);

#endif
