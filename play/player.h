/* The player of some levels, one after the other. */
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

/* What Enter does after a message that offers it. */
enum offer { OFFER_NOTHING, OFFER_MOVE, OFFER_UNDO, OFFER_LEVEL };

/* What is known about a level besides its puzzle. */
struct player_level {
    uint64_t key;        /* identifies it in `marks` */
    bool solved;         /* now or in an earlier run */
    double difficulty;   /* UNKNOWN if no report has it */
    const char *inexact; /* why searches give no exact answer; NULL: they do */
};

struct player {
    const struct job *jobs; /* [count] levels, all with a puzzle */
    size_t count, current;
    struct player_level *levels;   /* [count] */
    struct marks *marks;           /* the levels that were ever solved */
    struct limits limits;          /* of a search */
    const struct autopilot *pilot; /* plays Snake's classic game; NULL: the player does */
    uint64_t seed;
    bool quit;

    /* The current level. */
    struct session *session;
    int64_t fewest; /* moves of a shortest solution; -1: unknown; -2: there is no solution */
    struct background_search solution, hint;
    struct background_search look; /* searches for a solution from a later state */
    bool in_vain;                  /* no answer was found for the current state */
    double tick;                   /* when the game's next tick is due; 0: the game has no clock */
    bool plays_on;                 /* the hint is only wanted to play the solution */
    bool playing;                  /* the solution is being played */
    int haste;                     /* how often the speed was doubled; negative: halved */
    unsigned char *keys;           /* presses of the last hint; those from key_next on are still to be made */
    size_t key_count, key_next;
    enum offer offer;
    size_t undo; /* OFFER_UNDO: number of presses */
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

/* Plays until the player quits or a signal arrives.  Returns false if memory runs out. */
bool player_run(struct player *player);

/* --- painting (player.c) --- */

/* A window: text above, the board, and text below, which starts at `bottom`. */
struct frame {
    struct flow head; /* where the text above continues */
    int bottom;
};

/* Clears the window and paints the text below the board: a message, and the names of some keys, separated by two
 * spaces.  If the window is too small, paints only that and returns false. */
bool paint_frame(const char *message, enum paint paint, const char *keys, struct frame *frame);

/* Begins another row of the text above. */
void frame_next_row(struct frame *frame);

/* Paints the board between the texts. */
void frame_paint_board(const struct frame *frame, const struct board *board);

/* --- pages over the level (pages.c); they return when the player leaves them or memory runs out --- */

void page_help(enum mode mode, const struct face_words *words);

/* Shows a text until a key is pressed. */
void page_message(const char *text);

/* Lets the player choose a level.  Returns the chosen one, or the current one if none is chosen. */
size_t page_levels(const struct player *player);

/* --- Snake's classic game (arcade.c).  Returns false if memory runs out. --- */

bool arcade_run(struct player *player);

#endif
