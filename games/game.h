/* What a game is to the rest of the program: it reads puzzles (puzzle.h) from text and writes states and
 * moves as text.  A game is one `const struct game` at the end of its file. */
#ifndef ONLYWAY_GAMES_GAME_H
#define ONLYWAY_GAMES_GAME_H

#include "base/text.h"
#include "games/puzzle.h"

#include <stdatomic.h>

/* What is wrong with a level or with a list of moves.  row and column count from 1 within the text;
 * 0: the text as a whole. */
struct complaint {
    int row, column;
    bool failed; /* memory ran out, which says nothing about the level */
    char message[160];
};

__attribute__((format(printf, 4, 5))) void complain(struct complaint *complaint, int row, int column,
                                                    const char *format, ...);

/* Complains that memory ran out. */
void complain_memory(struct complaint *complaint);

struct game_source;

/* Which of a game's variants is played: indexes into its `rules` and `metrics`. */
struct variant {
    unsigned rules, metric;
    const struct game_source *game_source; /* of a language's level: what it is a level of; else NULL */
    bool chance;                  /* what the rules leave to chance may happen: the level is to be played, not judged */
    uint64_t seed;                /* what chance begins with */
    bool ticks;                   /* likewise: time goes by, and KEY_TICK is a key where the rules heed it */
    const stop_flag *interrupted; /* outlives the puzzle: rules that take long leave off once it is set, and are in
                                   * doubt; NULL: nothing interrupts them */
};

/* --- games that come in files, written in a language --- */

/* A game as a file brings it, with its levels.  It stays as it is, and who holds it keeps it alive; it
 * is the head of the language's own structure. */
struct game_source {
    const struct game *language;
    atomic_uint holders;
};

/* Adds and removes a holder.  Removing the last one frees the source.  Both accept NULL. */
struct game_source *source_hold(const struct game_source *game_source);
void source_release(struct game_source *game_source);

/* Told what is wrong or odd about a source; line 0: no line in particular. */
typedef void source_listener(void *context, int line, bool error, const char *message);

/* Whether a file may be a source. */
enum source_sign { SOURCE_NEVER, SOURCE_PERHAPS, SOURCE_SURELY };

struct language {
    /* What the next line of a file, without its end, tells; `memory`, 0 at first, is kept between them. */
    enum source_sign (*sign)(const char *line, unsigned *memory);

    /* Makes a source, held once, of a whole file; NULL: errors were told, `check`, which may be NULL, has stopped,
     * or `*no_memory` is set. */
    struct game_source *(*read)(const char *source, size_t size, source_listener *say, void *context,
                                struct stop_check *check, bool *no_memory);
    void (*free)(struct game_source *game_source);

    /* The source of a level's puzzle. */
    const struct game_source *(*source_of)(const struct puzzle *puzzle);

    const char *(*title)(const struct game_source *game_source);  /* "": it has none */
    const char *(*author)(const struct game_source *game_source); /* likewise */

    /* The n-th message that is shown before a level, or, where that is the number of levels, after the last;
     * NULL: there are not so many. */
    const char *(*message)(const struct game_source *game_source, size_t level, size_t n);

    /* Seconds between ticks; 0: time does not matter. */
    double (*interval)(const struct game_source *game_source);

    /* Why a level can be played and not be judged: chance has a say in it, or time; NULL: it can. */
    const char *(*inexact)(const struct game_source *game_source);

    /* What the rules say to a key, which need not change anything else; NULL: nothing. */
    const char *(*said)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key);
    size_t (*levels)(const struct game_source *game_source);

    /* The n-th level's text, made in `grid`, and its line in the file.  False, with a complaint: it is
     * no level for this program, or there is no memory. */
    bool (*level)(const struct game_source *game_source, size_t n, struct grid *grid, int *line,
                  struct complaint *complaint);

    /* Whether two sources are the same game, whatever their levels. */
    bool (*same)(const struct game_source *one, const struct game_source *other);

    /* Adds the source up to its levels, and a level. */
    void (*write_head)(const struct game_source *game_source, struct text *text);
    void (*write_level)(const struct game_source *game_source, const struct grid *grid, struct text *text);
};

/* Where a reader of moves has come to: the game keeps in `memory` what it must remember between
 * moves (a player's cell, the chosen bird).  Start with all zero. */
struct move_reader {
    const char *text;
    unsigned memory;
};

/* --- how keys play a game --- */

/* What a key press came to: nothing, a change besides moves (a walk, another bird chosen), a move. */
enum press { PRESS_NOTHING, PRESS_WALK, PRESS_MOVE };

/* Keys: a direction, 0 to 3; KEY_PIECE + n to choose the n-th piece; KEY_ACTION for what is neither; KEY_TICK
 * for time that went by.  A byte holds each of them. */
enum { KEY_PIECE = DIRECTIONS, KEY_ACTION = 128, KEY_TICK };
#define KEY_NONE UINT32_MAX

/* A key is not always a move: a pusher has to walk, a piece has to be chosen.  What a key depends on
 * besides the state is the *hand*: the cell that the pusher stands on, or the chosen piece. */
struct game_keys {
    /* The hand at the start. */
    unsigned (*hand)(const struct puzzle *puzzle);

    /* What a key does.  PRESS_MOVE: *move is what the key asks for, which the rules may still refuse.
     * *hand becomes the hand after it. */
    enum press (*press)(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                        game_move *move);

    /* The shortest presses that make a legal move, as far as there is room.  Returns how many. */
    size_t (*route)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                    unsigned char *keys, size_t capacity);

    /* Corrects a drawing of the state by what the hand tells; NULL: there is nothing to correct. */
    void (*show)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct grid *grid);

    /* For games in which a piece is chosen, else NULL: the hand after a move came to `state` (another
     * piece where the chosen one has left); the key that chooses the next piece, KEY_NONE where there
     * is no other; the character by which the drawing names a piece (its head), 0 where there are fewer. */
    unsigned (*keep)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand);
    unsigned (*next)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand);
    unsigned char (*symbol)(const struct puzzle *puzzle, unsigned piece);
};

/* What a cell of the text can hold: a ground, and perhaps a piece on it. */
struct game_content {
    char cell;   /* the character; 0 behind the last content */
    char piece;  /* names the piece, whatever it stands on; 0: none */
    char ground; /* the character that is left where the piece is taken away; without one, `cell` */
};

/* What may stand around a level without being part of it: nothing, a wall all around, or any amount of
 * open space around the wall that a level must have. */
enum margin { MARGIN_NONE, MARGIN_WALL, MARGIN_SPACE };

struct face; /* games/draw/face.h */

struct game {
    const char *name;        /* as typed: "longcat" */
    const char *title;       /* as printed: "LongCat" */
    const struct face *face; /* how it looks; NULL: plain characters */
    const char *cells;       /* the characters of its text; all others are refused */
    const char *marks;       /* a level without any of these is not of this game; NULL: no such ones */
    bool spaced;             /* walls lie between cells: those are in every second row and column of the text, from
                              * the second on */
    /* What an edit may put into a cell, the plain ground first and what blocks it second; a character
     * that is not among them is a piece of its own on plain ground, which is never put anew.  `load`
     * has the last word on what comes of it.  NULL: levels are not edited. */
    const struct game_content *contents; /* a puzzle may have others: see puzzle_contents */
    bool walls_only_close;               /* what blocks, put on plain ground, takes moves away and does nothing else */
    unsigned char outside;               /* what surrounds the text, and fills short rows */
    enum margin margin;                  /* made of `outside` */
    unsigned symmetries;        /* how many of a grid's, from 0 on, its rules respect; for a language: all rules do */
    const char *const *rules;   /* names of rule sets, the default first, NULL last; or NULL */
    const char *const *metrics; /* likewise: what depth counts */

    /* Names of the game's pruning rules: what its search drops before its time, and what its estimate
     * rests on.  NULL last; or NULL.  None of them may change a result, and each can be spared. */
    const char *const *pruning;

    /* Makes a puzzle of a level's text, in which only `cells` occur.  NULL with the reason, which says
     * whether the level or the memory is to blame. */
    struct puzzle *(*load)(const struct grid *grid, struct variant variant, struct complaint *complaint);
    void (*free)(struct puzzle *puzzle);

    /* Why a puzzle has no solution, if its start alone tells: a reason that lives as long as the
     * puzzle; NULL: the start does not tell.  NULL where a game knows no such reasons. */
    const char *(*unsolvable)(const struct puzzle *puzzle);

    /* Whether a line of a file is a row of a level and not a title or comment.  If so, it writes the
     * row to `row` as far as there is room, unpacked if it was packed (then perhaps several rows with
     * '\n' between them), and returns its length; else it returns -1.  NULL: every line is a row. */
    int (*read_row)(const char *line, size_t size, char *row, size_t capacity);

    /* Draws a state as level text.  `grid` is made here.  False: out of memory. */
    bool (*draw)(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid);

    /* Draws the start for comparing levels: pieces that are not told apart look alike, in whatever
     * characters.  `grid` is made here.  False: out of memory.  NULL: as draw. */
    bool (*draw_alike)(const struct puzzle *puzzle, struct grid *grid);

    /* Writes moves from the start as solution text, walks included, with its NUL, as far as there is
     * room.  Returns the length of the whole text without the NUL. */
    size_t (*write_moves)(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                          size_t capacity);

    /* Names one move for a reader, like write_moves; NULL: write_moves does. */
    size_t (*write_label)(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);

    /* The cell of the text that the piece of a move is in, for games whose labels are about cells; NULL:
     * labels mean the same in all levels.  -1: this one does. */
    int (*move_cell)(const struct puzzle *puzzle, game_move move);

    /* For games with pieces of several cells, else NULL: whether two characters of a text are of one
     * piece. */
    bool (*same_piece)(const struct grid *grid, unsigned char a, unsigned char b);

    /* Reads the next move from `reader`, made in `state`, and moves past it.  1: *move is it, legal
     * or not; 0: the text is at its end; -1: it cannot be read, with the reason. */
    int (*read_move)(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                     game_move *move, struct complaint *complaint);

    /* Solutions are tours of all open cells, from the first of them, to the right, and back to it. */
    bool tours;

    /* Key presses for the moves from the start, shortest walks included; NULL: one a move. */
    size_t (*steps)(const struct puzzle *puzzle, const game_move *moves, size_t count);

    /* How keys play it; NULL: every direction is that way's move, and the action is one. */
    const struct game_keys *keys;

    /* The capital letters of the moves up, right, down, left and, where the game has an action, of
     * that, for write_by_letters and read_by_letters; NULL: it writes moves in a way of its own. */
    const char *letters;
    bool action; /* there is a key that is neither a direction nor chooses a piece */

    /* For games whose piece leaves a trail, else NULL: the cells of the drawing that moves from the
     * start cover, from the first to the head, as far as there is room.  Returns how many; SIZE_MAX: out
     * of memory. */
    size_t (*trail)(const struct puzzle *puzzle, const game_move *moves, size_t count, int *cells, size_t capacity);
    unsigned char head; /* the character of the trail's head in drawings */

    /* For a language: levels are of a source, which the variant names, and `cells` is empty, as each source
     * has characters of its own.  NULL: a game. */
    const struct language *language;
};

/* All games; the last entry is NULL. */
extern const struct game *const games[];

/* All languages in which games can be written; the last entry is NULL. */
extern const struct game *const languages[];

/* The game or language with this name, or NULL. */
const struct game *game_find(const char *name);

/* The variant of a game that two names choose; NULL: the default.  False: the game has no such one,
 * with the reason as the complaint. */
bool variant_find(const struct game *game, const char *rules, const char *metric, struct variant *variant,
                  struct complaint *complaint);

/* The cell of the only one of `characters` in a grid; -1, with a complaint that says `none` or, at its
 * place, `second`, where there is none or another one. */
int grid_find_only(const struct grid *grid, const char *characters, const char *none, const char *second,
                   struct complaint *complaint);

/* write_moves and read_move of games with a single piece: one of the game's letters for each move. */
size_t write_by_letters(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
int read_by_letters(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                    game_move *move, struct complaint *complaint);

/* For games without `keys`: the move that a key is, if it is one; the key of a move. */
bool key_is_move(const struct game *game, unsigned key, game_move *move);
unsigned key_of_move(game_move move);

/* Draws the start into `grid`, which it creates.  Returns false if memory runs out. */
bool puzzle_draw_start(const struct puzzle *puzzle, struct grid *grid);

/* What an edit may put into a cell of a level; NULL: it is not edited. */
static inline const struct game_content *puzzle_contents(const struct puzzle *puzzle)
{
    return puzzle->contents != NULL ? puzzle->contents : puzzle->game->contents;
}

/* Adds the text of a level that is changed, as a file has it: the rows; where a game comes with its levels, the game
 * and the level. */
void puzzle_add_file(const struct puzzle *puzzle, const struct grid *grid, struct text *text);

/* The symmetries of the grid that a puzzle's rules respect, as bits. */
unsigned puzzle_images(const struct puzzle *puzzle);

/* Fills in symmetry_count and symmetries: those of the first `symmetries` of a grid that map the level onto itself.
 * Rows and columns at the edge that hold only `around` are no part of the level; 0: all are.  False: out of
 * memory. */
bool puzzle_find_symmetries(struct puzzle *puzzle, const struct grid *grid, unsigned symmetries, unsigned char around);

#endif
