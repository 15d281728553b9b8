/* Declarations that the parts of the page's engine share, and how scripts call them.
 *
 * Functions that scripts call take numbers.  Text goes in through the buffer that `input` returns and comes out as the
 * bytes at `output`, which are valid until the next call. */
#ifndef ONLYWAY_OUT_PAGE_ENGINE_H
#define ONLYWAY_OUT_PAGE_ENGINE_H

#include "base/text.h"
#include "games/draw/scene.h"
#include "games/game.h"
#include "play/session.h"

/* --- input and output of the functions for scripts --- */

/* A function that scripts call. */
#define EXPORT(name) __attribute__((export_name(#name))) name

struct passed {
    char *input; /* ends in a NUL */
    struct text output;
    struct game_source *game_source; /* the source for levels of a language that are loaded later, or NULL */
};

extern struct passed passed;

/* Empties the output and clears its failure.  Returns it. */
struct text *output_begin(void);

/* Make a point or a box of the picture the output: "x y" or "x y width height". */
void output_point(struct point point);
void output_box(const struct box *box);

/* Adds a text as a member to the JSON that is the output, and frees it. */
void output_member(char before, const char *name, struct text *text);

/* Makes a reason the output.  Returns false. */
bool output_fail(const char *reason);

/* Reads the source for levels that are loaded later: the input's first line names its language, and the source follows.
 * Returns false if there is no source or no such language; the output says which.  If the source is not a game, there
 * is none later, and `hear` receives why. */
bool input_source(source_listener *hear, void *context, bool *no_memory);

/* A level as scripts pass it. */
struct given {
    const struct game *game;
    struct variant variant;
    const char *rows; /* one per line, in the input */
};

/* Takes a level from the input, one line each: the names of the game, its rules and its metric ("": the default), then
 * the rows.  Returns false if a name is unknown; the output says which. */
bool input_level(struct given *level);

/* Loads a level.  Returns NULL if it is not a level or memory runs out; the output says which. */
struct puzzle *input_puzzle(const struct given *level);

/* Loads a level from a grid of its rows.  Returns NULL with a complaint if the grid is not a level. */
struct puzzle *input_load(const struct given *level, const struct grid *grid, struct complaint *complaint);

/* Makes a grid of a level's rows.  Short rows are filled up with what surrounds the game's levels, or with NUL if its
 * `load` does that (`ragged`).  Returns false with a complaint if it is too large or memory runs out. */
bool input_grid(const struct given *level, struct grid *grid, struct complaint *complaint);

/* --- the loaded level --- */

struct engine {
    struct puzzle *puzzle; /* NULL: no level is loaded */
    struct session *session;
    unsigned metric;
    struct grid before, after; /* drawn before and after the last change */
    struct scene start, from, to;
    struct scene *between;         /* [between_count] positions between `from` and `to`, set by `parts` */
    unsigned between_count, shown; /* the change has between_count + 1 parts; the part on show */
    struct box view;               /* covers all pictures of this level so far */
    unsigned key;                  /* the last key pressed; KEY_NONE: the last change was not a key */
    unsigned piece;                /* the piece chosen when the key was pressed */
    size_t moves;                  /* number of moves before the last change */
    size_t trail;                  /* length of the trail before the last change */
    unsigned said_turn;            /* the key's turn, from 0, whose message is `said` */
    const char *said;              /* the rules' message for the last key, or why they refused it; or NULL */
    struct hint hint;              /* the last hint */
};

extern struct engine engine;

/* Closes the loaded level, if any. */
void engine_close(void);

/* The words of the level's game. */
const struct face_words *engine_words(void);

/* --- taps --- */

/* The cell of a drawing where the player or the chosen piece stands; -1: nowhere.  `symbol` is the character of the
 * chosen piece, or 0. */
int touch_player(const struct puzzle *puzzle, const struct grid *drawn, unsigned char symbol);

/* Whether a cell of a drawing holds something that can be pushed. */
bool touch_is_piece(const struct puzzle *puzzle, const struct grid *drawn, int cell);

/* Adds the fewest keys by which the player walks to a cell without changing anything else.  Returns false if there
 * is no such walk or memory runs out. */
bool touch_walk(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int cell, struct text *keys);

/* Adds the keys that push the piece in one cell to another, by the fewest moves of that piece alone.  Returns false
 * if they cannot be found or memory runs out. */
bool touch_push(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, int piece, int cell,
                struct text *keys);

/* --- words --- */

/* The board row by row: "Row 2: wall, player, 3 floor, box, wall." */
void words_board(const struct puzzle *puzzle, const struct grid *grid, struct text *text);

/* Describes what a direction or the action key did.  `symbol` is the character of the chosen piece, or 0.  `before`
 * and `after` are the drawings before and after it. */
void words_step(const struct puzzle *puzzle, const struct grid *before, const struct grid *after, unsigned key,
                unsigned char symbol, struct text *text);

/* The name of a piece that can be chosen, by its character, or "next piece". */
const char *words_piece(const struct face_words *words, unsigned char symbol);

#endif
