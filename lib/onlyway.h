/* libonlyway finds out whether a puzzle level has exactly one solution, how many moves the solution takes and how
 * difficult the level is.  It also draws levels and generates new ones.  Its texts are byte for byte those of this
 * project's commands.
 *
 * Options are a string of words, such as "--max-states=100000 --all=5", with the names and values of the commands'
 * options; the dashes may be left out, and NULL means none.
 *
 * Functions that can fail return an ow_status.  If a function takes a `message`, which may be NULL, it stores a string
 * there that says what is wrong, or NULL if it has nothing to say.  A message has one or more lines; the last one ends
 * without a newline.  Free the string with ow_free.  A function stores its results through its last pointers, and
 * stores NULL there if it fails.
 *
 * A null pointer as an argument is an error, never a crash, unless this header allows it.  Functions without a status
 * then return NULL or 0.  Structs of callbacks begin with their size, so that later versions can add members: set
 * `size` to the size of the struct and all members that you do not use to 0.
 *
 * The library prints nothing, opens no file and keeps nothing between calls.  Any number of threads can use it at once,
 * each with its own objects; threads can share objects that they only read.  The library starts threads only in
 * ow_generate, if the option `jobs` asks for more than one, or if a callback for progress is given.  All of them end
 * before the function returns. */
#ifndef ONLYWAY_H
#define ONLYWAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define OW_API __attribute__((visibility("default")))
#else
#define OW_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; ow_version returns the library's. */
#define OW_VERSION_MAJOR 0
#define OW_VERSION_MINOR 1

typedef enum ow_status {
    OW_OK = 0,
    OW_NO_MEMORY = 1,
    OW_BAD_OPTION = 2, /* an option is unknown, has a wrong value, or contradicts another one */
    OW_BAD_INPUT = 3,  /* unreadable levels or moves, a null pointer that is not allowed, or a size not set */
    OW_LIMIT = 4,      /* a limit was hit while generating, or while running the rules of a game in a language */
    OW_CANCELLED = 5   /* a watch or a callback asked to stop */
} ow_status;

OW_API const char *ow_version(void);

/* What a status means, in English. */
OW_API const char *ow_status_text(ow_status status);

/* The name of the n-th game, counted from 0, or NULL if n is out of range.  Languages in which games are written, such
 * as PuzzleScript, come last. */
OW_API const char *ow_game_name(size_t n);

/* Frees a string that the library returned.  NULL is allowed. */
OW_API void ow_free(char *string);

/* --- levels --- */

/* The levels read from a text, in order. */
typedef struct ow_levels ow_levels;

/* One level of an ow_levels, which owns it. */
typedef struct ow_level ow_level;

/* Reads all levels of a text of `size` bytes, in any format that the commands read.  Options: game, rules, metric;
 * max-memory (default 4G) and timeout, which limit the work on the rules of a game that is written in a language.
 * Returns OW_LIMIT if a limit is hit.  If a level cannot be read, the other levels are still read, and ow_level_error
 * says what is wrong with it. */
OW_API ow_status ow_levels_read(const char *text, size_t size, const char *options, ow_levels **levels, char **message);
OW_API void ow_levels_free(ow_levels *levels);

OW_API size_t ow_levels_count(const ow_levels *levels);

/* The n-th level, counted from 0; NULL if n is out of range. */
OW_API const ow_level *ow_levels_at(const ow_levels *levels, size_t n);

/* What is wrong with a level: a message whose lines read "text:LINE:COLUMN: ...".  NULL if the level is valid.  The
 * other functions accept only valid levels; ow_level_game returns "" for an invalid one. */
OW_API const char *ow_level_error(const ow_level *level);

/* ow_level_name: the level's title; without a title, "text", or "text#N" if there are several levels.  ow_level_game:
 * the name of its game.  ow_level_text: its grid, one line per row. */
OW_API const char *ow_level_name(const ow_level *level);
OW_API const char *ow_level_game(const ow_level *level);
OW_API const char *ow_level_text(const ow_level *level);

/* The number of rows and columns of the level's text, and the character at a row and column, counted from 1, as a
 * Unicode code point.  All are 0 if the text could not be read.  The character is also 0 if the cell does not exist,
 * because rows may be short. */
OW_API int ow_level_rows(const ow_level *level);
OW_API int ow_level_columns(const ow_level *level);
OW_API unsigned ow_level_cell(const ow_level *level, int row, int column);

/* --- judging --- */

/* Receives the progress of a call several times a second.  A thread of the library calls `progress` while the caller
 * waits.  Any return value but 0 asks the call to stop; `progress` is then not called again. */
typedef struct ow_watch {
    size_t size; /* sizeof(ow_watch) */
    void *context;
    int (*progress)(void *context, uint64_t states); /* the most states that a search of the call has held so far */
} ow_watch;

/* The result of judging a level. */
typedef struct ow_judgement ow_judgement;

/* Judges a level.  Options: all (how many solutions to list), why (explain the verdict), measures (none, auto, cheap or
 * all; default auto), max-states, max-memory (default 4G), timeout, jobs (default 1).  If a limit is hit first, the
 * verdict is "undecided"; this is not a failure.  If it is hit later, some measures are empty.  A stop that the watch
 * (NULL: none) asks for has the same effect, but the status is OW_CANCELLED; the judgement is stored even so. */
OW_API ow_status ow_judge(const ow_level *level, const char *options, const ow_watch *watch, ow_judgement **judgement,
                          char **message);
OW_API void ow_judgement_free(ow_judgement *judgement);

/* The value of a column of the report, such as "verdict", "depth", "difficulty" or "solution".  Empty if the column
 * does not apply, NULL if it does not exist. */
OW_API const char *ow_judgement_field(const ow_judgement *judgement, const char *column);

/* Stores the value of a column as a number.  Returns whether the field is a number: fields that are empty, words or
 * bounds (">256") are not.  A count of solutions beyond 2^53 is rounded; the field has all its digits. */
OW_API int ow_judgement_number(const ow_judgement *judgement, const char *column, double *number);

/* The name of the n-th column of the report, counted from 0; NULL if n is out of range. */
OW_API const char *ow_report_column(size_t n);

/* The level's row of the report, with its newline; and the header line for such rows. */
OW_API const char *ow_judgement_row(const ow_judgement *judgement);
OW_API ow_status ow_report_header(char **header);

/* Why the level is unsolvable or undecided; may be "". */
OW_API const char *ow_judgement_reason(const ow_judgement *judgement);

/* The explanation that the command `solve --why` prints, as lines with pictures made of characters; "" without the
 * option `why`.  It shows where essentially different solutions diverge and which change would close one of them;
 * how near the level comes to a solution and what is in the way; and the traps of a unique solution. */
OW_API const char *ow_judgement_why(const ow_judgement *judgement);

/* The same explanation as JSON, for programs that draw it; "" without the option `why`.  The JSON object has these
 * members: `verdict`; `grid`, the level as drawn, to which all rows and columns below refer, counted from 1; `pairs` of
 * solutions that diverge (`common` moves, `before` as text; `ways` with their moves, the moves `shown`, and the `step`
 * at which each diverges; `closings`, changes that only one way depends on, and whether they close it); `nearest`, if
 * there is no solution; `removals`, changes that would give the level a solution; `traps`, each with the moves before
 * it, the moves into it, and the wrong and the right step; `reason`, why the explanation is incomplete. */
OW_API const char *ow_judgement_why_data(const ow_judgement *judgement);

/* What the command `solve` prints about the level: lines of text. */
OW_API const char *ow_judgement_text(const ow_judgement *judgement);

/* The listed solutions.  The first ones represent essentially different classes; the others follow.
 * ow_judgement_listed: the number of all listed solutions.  ow_judgement_listed_classes: the number of representatives
 * among them.  ow_judgement_listed_at: the n-th solution, counted from 0, or NULL if n is out of range. */
OW_API size_t ow_judgement_listed(const ow_judgement *judgement);
OW_API size_t ow_judgement_listed_classes(const ow_judgement *judgement);
OW_API const char *ow_judgement_listed_at(const ow_judgement *judgement, size_t n);

/* --- judging the caller's own puzzle --- */

/* The estimate of a state from which the goal is provably out of reach. */
#define OW_OUT_OF_REACH INT32_MAX

/* A puzzle that is not a level of a game.  States are bytes: equal states have equal bytes.  The callbacks must always
 * give the same answers; several threads call them at once if the option `jobs` asks for more than one, otherwise only
 * the calling thread does.  If any callback returns a negative value, the call stops with OW_CANCELLED. */
typedef struct ow_puzzle {
    size_t size; /* sizeof(ow_puzzle) */
    void *context;
    const char *name;   /* as shown in the report; NULL: "puzzle" */
    size_t state_bytes; /* the size of a state */
    size_t max_moves;   /* the greatest number of moves of any state */

    /* Writes the starting state. */
    int (*start)(void *context, unsigned char *state);

    /* Writes the legal moves of a state, as numbers in ascending order, and the states that they lead to, one after
     * another.  Both arrays have capacity for max_moves items.  Returns the number of moves. */
    int (*moves)(void *context, const unsigned char *state, uint32_t *moves, unsigned char *states);

    /* Returns whether a state meets the goal: 1 or 0. */
    int (*goal)(void *context, const unsigned char *state);

    /* The other callbacks may be null pointers. */

    /* Returns a lower bound on the moves from a state to the goal, or OW_OUT_OF_REACH.  The search and the measures
     * that use an estimate rely on it. */
    int32_t (*estimate)(void *context, const unsigned char *state);

    /* Returns 1 only if the goal is provably out of reach from a state.  The search then drops the state.  The callback
     * changes no figure but the number of states. */
    int (*dead)(void *context, const unsigned char *state);
} ow_puzzle;

/* Judges a puzzle with the search that judges the levels of games.  Options: those of ow_judge except `why`.  A
 * solution is text: the numbers of its moves, separated by spaces.  Fields that concern a game or a text are empty;
 * `interplay` counts the moves that differ from the move before.  Returns OW_BAD_INPUT if it notices that the puzzle
 * contradicts itself: moves are too many or out of order, a solution refutes an estimate, or `dead` accepts a state
 * that meets the goal. */
OW_API ow_status ow_puzzle_judge(const ow_puzzle *puzzle, const char *options, const ow_watch *watch,
                                 ow_judgement **judgement, char **message);

/* --- mending --- */

/* A level with a unique solution, a few changes away from another level. */
typedef struct ow_mended ow_mended;

/* Callbacks for mending.  They never run at the same time.  Any return value but 0 asks to stop; neither callback is
 * then called again.  Both may be null pointers.  The calling thread calls `mended`, for the nearest level first.  The
 * calling thread or another one calls `progress` with the number of levels tried and the number of unique levels among
 * them. */
typedef struct ow_mender {
    size_t size; /* sizeof(ow_mender) */
    void *context;
    int (*mended)(void *context, const ow_mended *mended);
    int (*progress)(void *context, uint64_t tried, uint64_t found); /* several times a second */
} ow_mender;

/* Looks for the unique levels that are the fewest changes away from a level that is not unique, as `solve --mend` does:
 * the same levels in the same order.  Options: mend (how many levels to find; default 5), max-states, max-memory,
 * timeout, jobs.  Hitting a limit is not a failure.  *text receives the text that the command prints below its
 * judgement. */
OW_API ow_status ow_mend(const ow_level *level, const char *options, const ow_mender *mender, char **text,
                         char **message);

/* Valid only during the `mended` callback.  ow_mended_text: the level's text, as the command writes it to a file.
 * ow_mended_edits: the changes in words.  ow_mended_told: the text that the command prints about the level.
 * ow_mended_field: its "depth" or "difficulty", or NULL for any other name; the difficulty is empty if a limit kept it
 * unknown. */
OW_API const char *ow_mended_text(const ow_mended *mended);
OW_API const char *ow_mended_edits(const ow_mended *mended);
OW_API const char *ow_mended_told(const ow_mended *mended);
OW_API const char *ow_mended_field(const ow_mended *mended, const char *column);

/* A replaced character of a level's text, as Unicode code points.  Rows and columns count from 1. */
typedef struct ow_change {
    int row, column;
    unsigned from, to;
} ow_change;

/* Gets the n-th change, counted from 0.  Returns whether it exists. */
OW_API int ow_mended_change(const ow_mended *mended, size_t n, ow_change *change);

/* --- generating --- */

/* A generated level. */
typedef struct ow_made ow_made;

/* Callbacks for generating.  The calling thread calls them.  Any return value but 0 asks to stop; neither callback is
 * then called again.  Both may be null pointers. */
typedef struct ow_maker {
    size_t size; /* sizeof(ow_maker) */
    void *context;
    int (*level)(void *context, const ow_made *made);
    int (*progress)(void *context, uint64_t tries, uint64_t kept); /* several times a second */
} ow_maker;

/* Makes levels of a game as the command `gen` does.  The same options give the same levels in the same order.  Refuses
 * the options for folders, files and the terminal, and those that make something other than levels, such as `tours`.
 * `from` takes the text of a level, and `transform` the text of rules, instead of a file name.  The default seed is 0,
 * and by default the function starts one thread.  Returns OW_BAD_INPUT if it cannot read the text of `from`, and
 * OW_LIMIT if it gives up before all levels are found; the message then says how many were made. */
OW_API ow_status ow_generate(const char *game, const char *options, const ow_maker *maker, char **message);

/* Valid only during the `level` callback.  ow_made_name: the name of the file that `gen` would write.  ow_made_text:
 * the text of that file.  ow_made_row: the level's row of the report.  ow_made_field: the value of a column of that
 * row, or NULL if the column does not exist. */
OW_API const char *ow_made_name(const ow_made *made);
OW_API const char *ow_made_text(const ow_made *made);
OW_API const char *ow_made_row(const ow_made *made);
OW_API const char *ow_made_field(const ow_made *made, const char *column);
OW_API int ow_made_number(const ow_made *made, const char *column, double *number); /* as ow_judgement_number */

/* --- playing and drawing --- */

/* Plays moves, written like solutions, from the start of a level.  *solved receives whether they solve it.  *text
 * receives the text that `solve --replay` prints; with the option `show`, also the states.  Returns OW_BAD_INPUT if the
 * moves cannot be read; an illegal move is not a failure.  Other options: max-memory and timeout.  Returns OW_LIMIT if
 * a game that is written in a language hits one of these limits. */
OW_API ow_status ow_replay(const ow_level *level, const char *moves, const char *options, int *solved, char **text,
                           char **message);

/* Draws a level as an SVG document, after some moves (NULL: none).  Options: theme (light, dark, or auto, which
 * follows the reader's setting; default light), scale (pixels per cell; default 48), whole (show the level's whole
 * text, including the outer walls), max-memory and timeout as for ow_replay. */
OW_API ow_status ow_draw_svg(const ow_level *level, const char *moves, const char *options, char **svg, char **message);

/* --- playing step by step --- */

/* A level that is being played.  One thread at a time may use it.  A *step* is a move together with the walk to it, or
 * a key press that had an effect. */
typedef struct ow_session ow_session;

/* Starts to play a level, which must outlive the session.  Options, which apply to each later call separately:
 * max-states, max-memory (default 4G), timeout, jobs (default 1).  A call returns OW_LIMIT if a limit stops the rules
 * of a game that is written in a language, or if a turn of these rules takes too long to compute.  The session of such
 * a game is unusable after that, and after OW_NO_MEMORY; close it.  Returns OW_BAD_INPUT for games with random rules or
 * in which time passes. */
OW_API ow_status ow_session_open(const ow_level *level, const char *options, ow_session **session, char **message);
OW_API void ow_session_close(ow_session *session);

OW_API int ow_session_solved(const ow_session *session);

/* The number of moves and of steps made so far. */
OW_API size_t ow_session_moves(const ow_session *session);
OW_API size_t ow_session_steps(const ow_session *session);

/* ow_session_made: the moves made so far, written like solutions.  ow_session_text: the position, written like levels.
 * ow_session_svg: the picture of the position, with the options theme, scale and whole of ow_draw_svg. */
OW_API ow_status ow_session_made(ow_session *session, char **moves, char **message);
OW_API ow_status ow_session_text(ow_session *session, char **text, char **message);
OW_API ow_status ow_session_svg(ow_session *session, const char *options, char **svg, char **message);

/* Lists the legal moves.  *count receives their number, which is 0 if the level is solved.  ow_session_legal_at returns
 * the n-th of these moves, counted from 0, in the form that ow_session_move takes, or NULL if n is out of range.  The
 * text is valid until the session is used for anything else. */
OW_API ow_status ow_session_legal(ow_session *session, size_t *count, char **message);
OW_API const char *ow_session_legal_at(const ow_session *session, size_t n);

/* Makes one or more moves, each of which is a step.  `moves` continues the text of the moves made so far.  Returns
 * OW_BAD_INPUT, and makes no move, if they cannot be read or one of them is illegal. */
OW_API ow_status ow_session_move(ow_session *session, const char *moves, char **message);

typedef enum ow_key {
    OW_KEY_UP,
    OW_KEY_RIGHT,
    OW_KEY_DOWN,
    OW_KEY_LEFT,
    OW_KEY_ACTION,
    OW_KEY_NEXT /* chooses the next piece */
} ow_key;

/* Presses a key, as a player does.  *done receives whether the key had an effect. */
OW_API ow_status ow_session_press(ow_session *session, ow_key key, int *done, char **message);

/* Undo or redo up to `steps` steps.  Return the number of steps undone or redone. */
OW_API size_t ow_session_undo(ow_session *session, size_t steps);
OW_API size_t ow_session_redo(ow_session *session, size_t steps);

typedef enum ow_outlook {
    OW_OUTLOOK_SOLVED,   /* the level is solved */
    OW_OUTLOOK_GOOD,     /* there is a solution from here: `move` begins a shortest one, of `left` moves */
    OW_OUTLOOK_DEAD_END, /* there is no solution from here, but there is one `back` steps earlier */
    OW_OUTLOOK_LOST,     /* there is no solution from here; a limit was hit while looking how far to go back */
    OW_OUTLOOK_HOPELESS, /* the level has no solution */
    OW_OUTLOOK_UNKNOWN   /* a limit was hit; `reason` says which */
} ow_outlook;

/* Members that do not apply are 0 or "".  The texts are valid until the session is used again. */
typedef struct ow_hint {
    size_t size; /* sizeof(ow_hint), set by the caller */
    ow_outlook outlook;
    size_t left, back;
    const char *move, *reason;
} ow_hint;

/* Finds out what to do next.  The session remembers the solutions found.  If the watch (NULL: none) asks to stop, the
 * status is OW_CANCELLED and the outlook is unknown. */
OW_API ow_status ow_session_hint(ow_session *session, const ow_watch *watch, ow_hint *hint, char **message);

#ifdef __cplusplus
}
#endif

#endif
