/* Someone who plays some levels, one after the other. */
#ifndef ONLYWAY_PLAY_PLAYER_H
#define ONLYWAY_PLAY_PLAYER_H

#include "games/draw/face.h"
#include "play/board.h"
#include "play/flow.h"
#include "play/input.h"
#include "play/marks.h"
#include "play/screen.h"
#include "play/background.h"
#include "solve/arcade/autopilot.h"
#include "solve/level/jobs.h"

enum { MESSAGE_CAPACITY = 400, LEAST_ROWS = 8, LEAST_COLUMNS = 24 };

/* What Enter does, after a message that says so. */
enum offer { OFFER_NOTHING, OFFER_MOVE, OFFER_UNDO, OFFER_LEVEL };

/* What is known of a level besides its puzzle. */
struct player_level {
    uint64_t key;        /* by which `marks` know it */
    bool solved;         /* now or in an earlier run */
    double difficulty;   /* UNKNOWN where no report tells */
    const char *inexact; /* why there is no exact answer about it; NULL: there is */
};

struct player {
    const struct job *jobs; /* [count] levels, all with a puzzle */
    size_t count, current;
    struct player_level *levels;   /* [count] */
    struct marks *marks;           /* of levels that were ever solved */
    struct limits limits;          /* of a search */
    const struct autopilot *pilot; /* of Snake's classic game; NULL: the player himself */
    uint64_t seed;
    bool quit;

    /* The level at hand. */
    struct session *session;
    int64_t fewest; /* moves of a shortest solution; -1: not known; -2: there is none */
    struct background_search solution, hint;
    struct background_search look; /* whether a way leads on */
    bool in_vain;                  /* that was not found out of the state at hand */
    double tick;                   /* when the next is due; 0: time does not matter */
    bool plays_on;                 /* the hint is wanted to play the solution */
    bool playing;                  /* the solution is being played */
    int haste;                     /* how often its speed was doubled */
    unsigned char *keys;           /* presses of the last hint, to be played from key_next on */
    size_t key_count, key_next;
    enum offer offer;
    size_t undo; /* OFFER_UNDO: presses */
    char message[MESSAGE_CAPACITY];
    enum paint message_paint;
};

static inline const struct job *player_job(const struct player *player)
{
    return &player->jobs[player->current];
}

static inline const struct puzzle *player_puzzle(const struct player *player)
{
    return player_job(player)->puzzle;
}

static inline const struct face *player_face(const struct player *player)
{
    return face_of(player_puzzle(player)->game);
}

/* Plays until the player or a signal has enough.  False: out of memory. */
bool player_run(struct player *player);

/* --- what is painted (player.c) --- */

/* A window: text above, the board, text below from `bottom` on. */
struct frame {
    struct flow head; /* where the text above goes on */
    int bottom;
};

/* Paints what is below the board: a message, and the names of some keys, with two spaces between them.
 * False: the window is too small, which is all that is said. */
bool paint_frame(const char *message, enum paint paint, const char *keys, struct frame *frame);

/* Begins another row of the text above. */
void frame_next_row(struct frame *frame);

/* Paints the board, between the text above and that below. */
void frame_paint_board(const struct frame *frame, const struct board *board);

/* --- pages over the level (pages.c); they return when they are left, or memory runs out --- */

void page_help(enum mode mode, const struct face_words *words);

/* Shows a text until a key is pressed. */
void page_message(const char *text);

/* Lets the player choose a level; returns the one chosen, or the current one. */
size_t page_levels(const struct player *player);

/* --- Snake's classic game (arcade.c).  False: out of memory --- */

bool arcade_run(struct player *player);

#endif
