/* A level being played: key presses, undo and redo, hints.  It does no input or output, so that a terminal, a web page
 * and tests can all use it.
 *
 * A press is a key press that had an effect: a move, a step of a walk, or the choice of another piece.  Undo takes back
 * one press.  The session keeps every state on the way, and whether it has a solution.  Once the goal is out of reach,
 * it stays out of reach, whatever the player presses.  To find how far to go back, a hint therefore looks at earlier
 * and earlier states and then searches between two of them. */
#ifndef ONLYWAY_PLAY_SESSION_H
#define ONLYWAY_PLAY_SESSION_H

#include "games/game.h"
#include "solve/search/limits.h"

struct session;

/* Starts a session; the puzzle must outlive it.  Returns NULL if memory runs out. */
struct session *session_open(const struct puzzle *puzzle);
void session_close(struct session *session);

/* Presses a key (see games/game.h).  Does nothing if the key has no effect or the level is solved.  Returns false,
 * without any change, if memory runs out. */
bool session_press(struct session *session, unsigned key, enum press *press);

/* Gets the presses that make a legal move; *keys is valid until the next call of session_route or session_hint. Returns
 * false if memory runs out. */
bool session_route(struct session *session, game_move move, const unsigned char **keys, size_t *count);

/* The key that chooses the next piece, or KEY_NONE. */
unsigned session_next_piece(const struct session *session);

/* Return false if there is nothing to undo or redo. */
bool session_undo(struct session *session);
bool session_redo(struct session *session);

/* Goes back to the start; redo makes the presses again. */
void session_restart(struct session *session);

bool session_solved(const struct session *session);
size_t session_moves(const struct session *session);
size_t session_presses(const struct session *session);

/* The moves made so far; session_moves returns their number. */
const game_move *session_made(const struct session *session);

/* The cell of the pusher, or the chosen piece, in the game's own numbering; 0 if there is neither. */
unsigned session_hand(const struct session *session);

/* The character that names a piece in the drawing, or 0. */
unsigned char session_symbol(const struct session *session, unsigned piece);

/* Makes the image of the current state, or of a position on the way to it, with the game's function `points` (see
 * games/draw/face.h).  Returns false if memory runs out. */
struct point_image;
bool session_points(const struct session *session,
                    bool (*points)(const struct puzzle *, const unsigned char *, unsigned, const uint64_t *,
                                   struct point_image *),
                    const uint64_t *position, struct point_image *image);

/* The message that the rules show when a key is pressed in the current state, or NULL.  *turn receives the number of
 * turns before the message; see struct language. */
const char *session_said(const struct session *session, unsigned key, unsigned *turn);

/* Draws the current state as text.  Returns false if memory runs out; otherwise free the grid. */
bool session_draw(const struct session *session, struct grid *grid);

/* LongCat and Snake: the cells covered, from the first to the head, as row * columns + column of the drawing.  Stores
 * at most `capacity` of them.  Returns the number of these cells; 0 in other games; SIZE_MAX if memory runs out. */
size_t session_trail(const struct session *session, int *cells, size_t capacity);

enum hint_kind {
    HINT_KEYS,     /* `keys` make the first of the `left` moves of a shortest solution */
    HINT_UNDO,     /* there is no solution from here, but there is one `undo` presses earlier */
    HINT_LOST,     /* there is no solution from here; a limit was hit while looking further back */
    HINT_HOPELESS, /* the level has no solution */
    HINT_SOLVED,
    HINT_UNKNOWN /* a limit was hit, or no exact answer is possible; `reason` says why */
};

struct hint {
    enum hint_kind kind;
    const unsigned char *keys; /* [key_count]; as of session_route */
    size_t key_count;
    game_move move; /* HINT_KEYS: the move that the keys make */
    size_t left;    /* HINT_KEYS: moves to the goal, this one included */
    size_t undo;    /* HINT_UNDO */
    char reason[LIMIT_REASON];
};

/* Finds out what to do next.  The limits hold for each search.  The session remembers the solutions found.  Returns
 * false if memory runs out. */
bool session_hint(struct session *session, const struct limits *limits, struct hint *hint);

enum outlook_kind {
    OUTLOOK_GOOD,     /* there is a solution from here, or the level is solved */
    OUTLOOK_DOUBT,    /* unknown: search for a solution from the state after `moves` moves */
    OUTLOOK_DEAD_END, /* there is no solution from here, but there is one `undo` presses earlier */
    OUTLOOK_HOPELESS
};

/* The knowledge about the current state without any search. */
struct outlook {
    enum outlook_kind kind;
    size_t moves, undo;
};

struct outlook session_outlook(struct session *session);

/* Tells the session the result of a search from the state after `moves` moves: a shortest solution, or, if `way` is
 * NULL, that there is none. */
void session_tell(struct session *session, size_t moves, const game_move *way, size_t count);

/* The state after the first `moves` of the moves made. */
const unsigned char *session_state_after(const struct session *session, size_t moves);

/* Tells the session a shortest solution from the start, so that hints along it need no search.  Returns false if it
 * is not a solution or memory runs out. */
bool session_learn(struct session *session, const game_move *moves, size_t count);

#endif
