/* The player, who plays a list of levels: display, background searches and commands. */
#ifndef ONLYWAY_PLAY_PLAYER_H
#define ONLYWAY_PLAY_PLAYER_H

#include "base/stop.h"
#include "base/threads.h"
#include "games/draw/face.h"
#include "play/marks.h"
#include "play/screen.h"
#include "play/session.h"
#include "solve/arcade/autopilot.h"
#include "solve/judge/solver.h"
#include "solve/level/jobs.h"

/* --- background searches, while the player waits or plays on --- */

struct background_search {
    struct thread thread;
    bool running;
    atomic_bool done;
    stop_flag stop;
    struct limits limits;
    const struct puzzle *puzzle;
    struct session *session; /* NULL: look for a solution from `state` */
    unsigned char *state;    /* reached by the `count` moves `made` from the start; owned */
    game_move *made;
    size_t count;
    struct hint_way way; /* the solution from `state`, if `result` is SEARCH_FOUND */
    enum search_end result;
    struct hint hint; /* the hint, if there is a session */
    bool good;        /* false: out of memory */
};

/* --- the board: two columns per cell, scrolled if the level is too large --- */

/* One moment of a level or of the arcade game. */
struct board {
    const struct face *face;
    const struct puzzle *puzzle;
    struct grid grid;     /* as the game draws it; '*' is food in the arcade game */
    unsigned char *links; /* [cells] the neighbours that a body continues to, one bit per direction */
    unsigned char chosen; /* the chosen piece's head, or 0 */
    int focus;            /* the cell to keep visible, or -1 */
    int frame;            /* width in cells of the wall around the game's drawing */
    bool water;           /* whether the last row is above water */
};

/* Makes a board of the current state of a session or, for a language, of the position `between` on the way to it,
 * unless that is NULL.  Returns false, with nothing to free, if memory runs out. */
bool board_make(struct board *board, const struct puzzle *puzzle, const struct session *session,
                const uint64_t *between);

/* Makes a board of a grid, and takes ownership of the grid.  `body` has the cells of a body on it, from the first to
 * the head.  If memory runs out, returns false and frees the grid. */
bool board_take(struct board *board, const struct puzzle *puzzle, struct grid *grid, const int *body, size_t length);
void board_free(struct board *board);

/* Paints the board in the middle of the rows from `top` to `bottom` - 1.  If it does not fit, paints smaller cells if
 * the terminal can show them, otherwise only the part around the player. */
void board_paint(const struct board *board, int top, int bottom);

/* Paints an image in the middle of these rows.  Call it only if screen_has_points(). */
void board_paint_points(const struct point_image *image, int top, int bottom);

/* The look of a cell: two columns. */
struct cell_look {
    enum paint paint;
    char text[12]; /* UTF-8 or ASCII */
};

/* --- the player --- */

enum { MESSAGE_CAPACITY = 400, LEAST_ROWS = 8, LEAST_COLUMNS = 24 };

/* What Enter does after a message that offers it. */
enum offer { OFFER_NOTHING, OFFER_MOVE, OFFER_UNDO, OFFER_LEVEL };

/* The information about a level other than its puzzle. */
struct player_level {
    uint64_t key;        /* identifies the level in `marks` */
    bool solved;         /* in this or an earlier run */
    double difficulty;   /* UNKNOWN if no report has it */
    const char *inexact; /* why searches give no exact answers; NULL: they do */
};

struct player {
    const struct job *jobs; /* [count] levels, all with a puzzle */
    size_t count, current;
    struct player_level *levels;   /* [count] */
    struct marks *marks;           /* the levels that were ever solved */
    struct limits limits;          /* limits of each search */
    const struct autopilot *pilot; /* plays Snake's classic game; NULL: the player does */
    uint64_t seed;
    bool quit;

    /* The current level. */
    struct session *session;
    const uint64_t *between; /* the position on show, if the turns of the last key are being shown; else NULL */
    int64_t fewest;          /* moves of a shortest solution; -1: unknown; -2: there is no solution */
    struct background_search solution, hint;
    struct background_search dead_end; /* looks for a solution from a later state */
    bool in_vain;                      /* it found no answer for the current state */
    double tick;                       /* when the game's next tick is due; 0: the game has no clock */
    bool plays_on;                     /* the only use of the hint is to play the solution */
    bool playing;                      /* the solution is being played */
    int haste;                         /* how often the speed was doubled; negative: halved */
    unsigned char *keys;               /* presses of the last hint; those from key_next on are still to be made */
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

/* Paints the board between the texts. */
void frame_paint_board(const struct frame *frame, const struct board *board);

/* --- pages over the level (pages.c); they return when the player leaves them or memory runs out --- */

void page_help(enum mode mode, const struct face_words *words);

/* Shows a text until a key is pressed.  Sets player->quit if the key quits. */
void page_message(struct player *player, const char *text);

/* Lets the player choose a level.  Returns the chosen one, or the current one if none is chosen. */
size_t page_levels(const struct player *player);

/* --- Snake's classic game (arcade.c).  Returns false if memory runs out. --- */

bool arcade_run(struct player *player);

#endif
