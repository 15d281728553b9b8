/* The interface between a game and the rest of the program.  A game reads puzzles (puzzle.h) from text, and writes
 * states and moves as text.  Each game is one `const struct game` at the end of its file. */
#ifndef ONLYWAY_GAMES_GAME_H
#define ONLYWAY_GAMES_GAME_H

#include "base/text.h"
#include "games/puzzle.h"

#include <stdatomic.h>

/* An error in a level or in a list of moves. row and column count from 1 within the text; 0 means the text as a
 * whole. */
struct complaint {
    int row, column;
    bool failed;  /* memory ran out, so this says nothing about the level */
    bool illegal; /* the moves can be read, but the next key press is no move: it changes nothing, or pushes nothing */
    char message[160];
};

__attribute__((format(printf, 4, 5))) void complain(struct complaint *complaint, int row, int column,
                                                    const char *format, ...);

/* Reports that memory ran out. */
void complain_memory(struct complaint *complaint);

struct game_source;

/* The selected variant of a game: indexes into the game's `rules` and `metrics`. */
struct variant {
    unsigned rules, metric;
    const struct game_source *game_source; /* the source of a language's level; otherwise NULL */
    bool chance;                           /* random rules are enabled: the level is played, not judged */
    uint64_t seed;                         /* of the random numbers */
    bool ticks; /* time passes, and KEY_TICK is a key if the rules use it: the level is played, not judged */
    const stop_flag *interrupted; /* must outlive the puzzle.  Once it is set, slow rules stop and report a doubt. NULL:
                                   * nothing interrupts them */
};

/* --- games that are written in a language and read from files --- */

/* A game read from a file, with its levels.  It never changes, and each holder keeps it alive.  It is the head of the
 * language's own structure. */
struct game_source {
    const struct game *language;
    atomic_uint holders;
};

/* Adds and removes a holder.  Removing the last one frees the source.  Both accept NULL. */
struct game_source *source_hold(const struct game_source *game_source);
void source_release(struct game_source *game_source);

/* Receives errors and warnings about a source.  Line 0 means no particular line. */
typedef void source_listener(void *context, int line, bool error, const char *message);

/* A kind of players in the levels of a source. */
struct player_kind {
    unsigned low, high; /* the fewest and the most of them in any level */
    bool held[256];     /* whether a character of level text holds one */
};

/* Receives a position of a level.  Returns false to end the listing. */
typedef bool position_listener(void *context, const uint64_t *position);

/* Whether a file can be a source. */
enum source_sign { SOURCE_NEVER, SOURCE_PERHAPS, SOURCE_SURELY };

struct language {
    /* Judges the next line of a file, given without its line end.  `memory` keeps state between lines; it starts at
     * 0. */
    enum source_sign (*sign)(const char *line, unsigned *memory);

    /* Parses a whole file into a source with one holder.  Returns NULL if the file has errors, which `say` receives, if
     * `check` (may be NULL) stops the work, or if memory runs out (sets *no_memory). */
    struct game_source *(*read)(const char *source, size_t size, source_listener *say, void *context,
                                struct stop_check *check, bool *no_memory);
    void (*free)(struct game_source *game_source);

    /* The source that a level's puzzle came from. */
    const struct game_source *(*source_of)(const struct puzzle *puzzle);

    const char *(*title)(const struct game_source *game_source);  /* "": none */
    const char *(*author)(const struct game_source *game_source); /* "": none */

    /* The n-th message shown before a level, or after the last level if `level` is the number of levels.  Returns
     * NULL past the last message. */
    const char *(*message)(const struct game_source *game_source, size_t level, size_t n);

    /* The source's name for its n-th level, or "". */
    const char *(*level_name)(const struct game_source *game_source, size_t n);

    /* Seconds between ticks; 0: the game does not depend on time. */
    double (*interval)(const struct game_source *game_source);

    /* Why a level can be played but not judged: it depends on chance or on time.  NULL: it can be judged. */
    const char *(*inexact)(const struct game_source *game_source);

    /* The message that the rules show for a key, even if the key changes nothing, or NULL.  `turn` receives the number
     * of turns before the turn that shows the message.  `between` shows that many positions before it. */
    const char *(*said)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                        unsigned *turn);

    /* Calls `show` with each position that a key leads through, in the language's own form: those after which another
     * turn follows by itself.  The state after the key is not among them.  Ends early if `show` returns false. */
    void (*between)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, unsigned key,
                    position_listener *show, void *context);

    /* Fills a grid of the level's size with the characters of such a position. */
    void (*draw_between)(const struct puzzle *puzzle, const uint64_t *position, struct grid *grid);

    /* Seconds from one such position to the next. */
    double (*between_interval)(const struct game_source *game_source);
    size_t (*levels)(const struct game_source *game_source);

    /* Returns the source with which to make, load and write the n-th level, and adds a holder to it.  It is
     * `game_source` if the texts of that source can show all levels, otherwise another source whose texts can show this
     * one.  Returns NULL if memory runs out. */
    struct game_source *(*hold_for_level)(const struct game_source *game_source, size_t n);

    /* Makes `grid` from the n-th level's text and sets `line` to its line in the file.  Returns false, with a
     * complaint, if this program does not accept the level or if memory runs out. */
    bool (*level)(const struct game_source *game_source, size_t n, struct grid *grid, int *line,
                  struct complaint *complaint);

    /* Whether two sources are the same game, regardless of their levels. */
    bool (*same)(const struct game_source *one, const struct game_source *other);

    /* For two sources that are `same`: whether level texts also mean the same in both. */
    bool (*same_text)(const struct game_source *one, const struct game_source *other);

    /* Draws a state for a reader, like the game's `draw`.  But if no character of the source stands for exactly a
     * cell's objects, the cell gets a character that the source does not use, and `notes` gets a line about that
     * character: "a = House and Player".  Returns false if memory runs out. */
    bool (*show)(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid, struct text *notes);

    /* What edits may put into the cells of its levels; see `contents` in struct game. */
    const struct game_content *(*contents)(const struct game_source *game_source);

    /* Describes the n-th kind of players, or all kinds together if `n` is the number of kinds.  Returns false if `n`
     * is greater. */
    bool (*players)(const struct game_source *game_source, int n, struct player_kind *kind);

    /* Appends the words for a character of level text: "House and Player".  Appends nothing if the character cannot
     * occur. */
    void (*tell)(const struct game_source *game_source, unsigned char character, struct text *text);

    /* Appends the source up to its levels, with another title and author (NULL: its own); appends one level. */
    void (*write_head)(const struct game_source *game_source, const char *title, const char *author, struct text *text);
    void (*write_level)(const struct game_source *game_source, const struct grid *grid, struct text *text);
};

enum { MOST_REPEATED = 8 };

/* The position of a reader of moves.  The game keeps in `memory` what it must remember between moves, such as the
 * player's cell or the selected bird.  Start with all zero. */
struct move_reader {
    const char *text;
    unsigned memory;

    /* For read_letter. */
    struct repeat {
        const char *begin; /* what is repeated: one letter, or all up to ')' */
        unsigned left;     /* how often again */
        bool letter;
    } repeats[MOST_REPEATED];
    unsigned depth, letters; /* repeats inside one another; letters read so far */
};

/* Reads the next letter of moves, past blanks.  A number repeats a letter or a group: "3r2(ul)" is "rrrulul", as
 * Sokoban programs write solutions.  Returns '\0' at the end, or -1 with a complaint if the text is malformed. */
int read_letter(struct move_reader *reader, struct complaint *complaint);

/* --- how keys play a game --- */

/* The result of a key press: nothing, a change that is not a move (a walk, or another selected bird), or a move. */
enum press { PRESS_NOTHING, PRESS_WALK, PRESS_MOVE };

/* Keys: a direction, 0 to 3; KEY_PIECE + n selects the n-th piece; KEY_ACTION is the action; KEY_TICK means that
 * time passed.  Every key fits in a byte. */
enum { KEY_PIECE = DIRECTIONS, KEY_ACTION = 128, KEY_TICK };
#define KEY_NONE UINT32_MAX

/* A key is not always a move: a pusher walks, and a piece is selected first.  The *selection* (`hand` in the code)
 * is the input to a key besides the state: the cell that the pusher stands on, or the selected piece. */
struct game_keys {
    /* The selection at the start. */
    unsigned (*hand)(const struct puzzle *puzzle);

    /* Applies a key and updates *hand.  For PRESS_MOVE, *move is the requested move, which the rules may still
     * refuse. */
    enum press (*press)(const struct puzzle *puzzle, const unsigned char *state, unsigned key, unsigned *hand,
                        game_move *move);

    /* The shortest key presses that make a legal move.  Writes at most `capacity` keys.  Returns how many. */
    size_t (*route)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, game_move move,
                    unsigned char *keys, size_t capacity);

    /* Adjusts a drawing of the state to the selection.  NULL: no adjustment is needed. */
    void (*show)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand, struct grid *grid);

    /* For games in which a piece is selected; otherwise NULL.  `keep` returns the selection after a move led to
     * `state`: another piece if the selected one has left.  `next` returns the key that selects the next piece, or
     * KEY_NONE if there is no other.  `symbol` returns the character that stands for a piece (its head) in drawings,
     * or 0 if there is no such piece. */
    unsigned (*keep)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand);
    unsigned (*next)(const struct puzzle *puzzle, const unsigned char *state, unsigned hand);
    unsigned char (*symbol)(const struct puzzle *puzzle, unsigned piece);
};

/* The possible content of a cell of the text: a ground, and optionally a piece on it. */
struct game_content {
    char cell;   /* the character; 0 ends the list */
    char piece;  /* identifies the piece regardless of its ground; 0: none */
    char ground; /* the character that remains when the piece is removed; `cell` if there is no piece */
};

/* What may surround a level without being part of it: nothing, a wall on all sides, or any amount of open space
 * outside the wall that every level has. */
enum margin { MARGIN_NONE, MARGIN_WALL, MARGIN_SPACE };

struct face;       /* games/draw/face.h */
struct walk_rules; /* games/walk.h */

struct game {
    const char *name;        /* as typed: "longcat" */
    const char *title;       /* as printed: "LongCat" */
    const struct face *face; /* how it looks; NULL: plain characters */
    const char *cells;       /* the characters allowed in its text */
    const char *marks;       /* a level of this game has at least one of these; NULL: no such rule */
    bool spaced; /* walls lie between cells: in every second row and column of the text, starting with the second */
    /* What an edit may put into a cell: the plain ground first, the blocking content second (a source may have none:
     * see puzzle_wall).  Any other character is a piece on plain ground, and edits never add one.  `load` decides
     * whether the edited level is valid.  NULL: levels cannot be edited. */
    const struct game_content *contents; /* a puzzle may override them: see puzzle_contents */
    bool walls_only_close;               /* replacing plain ground with the blocking content only removes moves */
    unsigned char outside;               /* surrounds the text and fills short rows */
    bool ragged;                         /* `load` fills short rows itself: they may end in NUL */
    enum margin margin;                  /* consists of `outside` */
    unsigned symmetries; /* number of grid symmetries, from 0 on, that the rules respect; a language: all its games' */
    const char *const *rules;   /* names of rule sets, the default first, then NULL; or NULL */
    const char *const *metrics; /* names of what depth counts, in the same form */

    /* Names of the game's pruning rules: the states its search drops early, and the terms of its estimate.  Ends
     * with NULL; or NULL.  No pruning rule may change a result, and each can be switched off. */
    const char *const *pruning;

    /* Makes a puzzle from a level's text, which contains only characters from `cells`.  Returns NULL with a
     * complaint, which says whether the level is bad or memory ran out. */
    struct puzzle *(*load)(const struct grid *grid, struct variant variant, struct complaint *complaint);
    void (*free)(struct puzzle *puzzle);

    /* Why a puzzle has no solution, if the start alone shows it.  The text lives as long as the puzzle.  Returns NULL
     * if the start does not show it.  The function is NULL if the game has no such checks. */
    const char *(*unsolvable)(const struct puzzle *puzzle);

    /* Whether a line of a file is a row of a level rather than a title or comment.  For a row, writes it to `row` up
     * to `capacity` and returns its length; a packed row is unpacked, possibly into several rows separated by '\n'.
     * Returns -1 for any other line.  NULL: every line is a row. */
    int (*read_row)(const char *line, size_t size, char *row, size_t capacity);

    /* Draws a state as level text and makes `grid`.  Returns false if memory runs out. */
    bool (*draw)(const struct puzzle *puzzle, const unsigned char *state, struct grid *grid);

    /* Draws the start for comparing levels and makes `grid`: interchangeable pieces look alike, in any characters.
     * Returns false if memory runs out.  NULL: use draw. */
    bool (*draw_alike)(const struct puzzle *puzzle, struct grid *grid);

    /* Writes moves from the start, including walks, as solution text with its NUL.  Writes at most `capacity` bytes.
     * Returns the length of the whole text without the NUL. */
    size_t (*write_moves)(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text,
                          size_t capacity);

    /* Names one move for a reader, with the conventions of write_moves.  NULL: use write_moves. */
    size_t (*write_label)(const struct puzzle *puzzle, game_move move, char *text, size_t capacity);

    /* The text cell of the piece that a move moves, for games whose labels name cells, or -1 if this label does
     * not.  NULL: labels mean the same in all levels. */
    int (*move_cell)(const struct puzzle *puzzle, game_move move);

    /* For games with pieces of several cells; otherwise NULL.  Whether two characters of a text belong to one piece. */
    bool (*same_piece)(const struct grid *grid, unsigned char a, unsigned char b);

    /* Reads the next move, made in `state`, and advances `reader` past it.  Returns 1 with *move set, which may be
     * illegal; 0 at the end of the text; -1 with a complaint if the text is malformed, or if it has a key press that is
     * no move here (`illegal`). */
    int (*read_move)(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                     game_move *move, struct complaint *complaint);

    /* Solutions are closed tours of all open cells.  They start at the first cell and go right. */
    bool tours;

    /* Number of key presses for the moves from the start, including the shortest walks.  A turned level has the same
     * number, so if a cursor begins where a turned level would not have it, its way to the first press does not count.
     * A game with `keys` that are not all moves needs this function.  NULL: one per move. */
    size_t (*steps)(const struct puzzle *puzzle, const game_move *moves, size_t count);

    /* How keys play it.  NULL: each direction key is the move in that direction, and KEY_ACTION is the action. */
    const struct game_keys *keys;

    const struct walk_rules *walks; /* for games whose player walks to the pieces that he pushes; otherwise NULL */

    /* The capital letters of the moves up, right, down, left and, if the game has one, the action, for
     * write_by_letters and read_by_letters.  NULL: the game writes moves in its own notation. */
    const char *letters;
    bool action; /* it has the KEY_ACTION key */

    /* For games whose piece leaves a trail; otherwise NULL.  Lists the cells of the drawing that moves from the
     * start cover, from the first to the head.  Writes at most `capacity` cells.  Returns how many, or SIZE_MAX if
     * memory runs out. */
    size_t (*trail)(const struct puzzle *puzzle, const game_move *moves, size_t count, int *cells, size_t capacity);
    unsigned char head; /* the character of the trail's head in drawings */

    /* For a language: its levels belong to a source, which the variant names, and `cells` is empty because each
     * source has its own characters.  NULL: this is a game. */
    const struct language *language;
};

/* All games; the last entry is NULL. */
extern const struct game *const games[];

/* All languages in which games can be written; the last entry is NULL. */
extern const struct game *const languages[];

/* Returns the game or language with this name, or NULL. */
const struct game *game_find(const char *name);

/* The title of a game: for a source with a title, its own.  `game_source` may be NULL. */
const char *game_title(const struct game *game, const struct game_source *game_source);

/* Sets the game's variant from two names; NULL selects the default.  Returns false with a complaint if the game has
 * no such variant. */
bool variant_find(const struct game *game, const char *rules, const char *metric, struct variant *variant,
                  struct complaint *complaint);

/* Finds the only cell that holds one of `characters`.  Otherwise returns -1 with a complaint: `none` if no cell does,
 * or `second` at the position of the second such cell. */
int grid_find_only(const struct grid *grid, const char *characters, const char *none, const char *second,
                   struct complaint *complaint);

/* Key presses as letters or as keys, in a buffer in which they may not all fit; with neither, they are counted. */
struct presses {
    char *text; /* with a NUL */
    unsigned char *keys;
    size_t capacity, count;
};

struct presses presses_as_text(char *text, size_t capacity);
void presses_add(struct presses *presses, unsigned key, char letter);

/* write_moves and read_move of games with a single piece: one letter of `letters` for each move. */
size_t write_by_letters(const struct puzzle *puzzle, const game_move *moves, size_t count, char *text, size_t capacity);
int read_by_letters(const struct puzzle *puzzle, const unsigned char *state, struct move_reader *reader,
                    game_move *move, struct complaint *complaint);

/* For games without `keys`: whether a key is a move, and which. */
bool key_is_move(const struct game *game, unsigned key, game_move *move);

/* Draws the start into `grid`, which it creates.  Returns false if memory runs out. */
bool puzzle_draw_start(const struct puzzle *puzzle, struct grid *grid);

/* What an edit may put into a cell of a level; NULL: the level cannot be edited. */
static inline const struct game_content *puzzle_contents(const struct puzzle *puzzle)
{
    return puzzle->contents != NULL ? puzzle->contents : puzzle->game->contents;
}

/* The content that blocks a cell; 0: none.  puzzle_contents must not be NULL. */
static inline unsigned char puzzle_wall(const struct puzzle *puzzle)
{
    const struct game_content *second = &puzzle_contents(puzzle)[1];
    return second->piece == 0 ? (unsigned char)second->cell : 0;
}

/* Appends the rows of a level as UTF-8, each with its newline.  Leaves out the padding of short rows (NUL) and, for a
 * game whose levels must be enclosed by walls, the spaces at the end of a row, which are outside.  `game` NULL: any
 * game; all spaces stay. */
void game_add_rows(const struct game *game, const struct grid *grid, struct text *text);

/* Appends an edited level as it appears in a file: the rows, or for a language the source's head and the level. */
void puzzle_add_file(const struct puzzle *puzzle, const struct grid *grid, struct text *text);

/* The symmetries of the grid that a puzzle's rules respect, as bits. */
unsigned puzzle_images(const struct puzzle *puzzle);

/* Fills in symmetry_count and symmetries: those of the first `symmetries` of GRID_SYMMETRIES that map the level
 * onto itself.  Rows and columns at the edge that hold only `around` are not part of the level; 0: all are.  Returns
 * false if memory runs out. */
bool puzzle_find_symmetries(struct puzzle *puzzle, const struct grid *grid, unsigned symmetries, unsigned char around);

#endif
