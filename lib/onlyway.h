/* libonlyway tells whether a puzzle level has exactly one solution, how deep it is and how difficult the level is,
 * draws levels and makes new ones.  Its texts are byte for byte those of this project's commands.
 *
 * Options are text, words such as "--max-states=100000 --all=5", with the names and values of the commands' options;
 * the dashes may be left out, and NULL means none.
 *
 * Functions that can fail return an ow_status.  If a function takes a `message`, which may be NULL, it stores a
 * string there that says what is wrong, or NULL if there is nothing to say.  Free the string with ow_free.  A
 * function stores its results through its last pointers, and stores NULL there if it fails.
 *
 * A null pointer as an argument is an error, never a crash, unless this header allows it.  Functions without a status
 * then return NULL or 0.  Structs of callbacks begin with their size, so that later versions can add members: set
 * `size` to the size of the struct and all members that you do not use to 0.
 *
 * The library prints nothing, opens no file and keeps nothing between calls.  Any number of threads can use it at
 * once, each with its own objects; threads can share objects that they only read.  The library starts threads only
 * if the option `jobs` asks for more than one or if a watch is given; all of them have ended when the function
 * returns. */
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
    OW_BAD_INPUT = 3,  /* a level or a list of moves cannot be read, or an argument is a null pointer that may not be
                        * one, or the size of a struct is not set */
    OW_LIMIT = 4,      /* a limit was hit: before all levels were generated, or while the library worked out,
                        * replayed or drew a game that is written in a language; not while a level is judged or
                        * mended */
    OW_CANCELLED = 5   /* a watch or a callback asked to stop */
} ow_status;

OW_API const char *ow_version(void);

/* What a status means, in English. */
OW_API const char *ow_status_text(ow_status status);

/* The name of the n-th game, counted from 0, languages of games last; NULL if n is out of range. */
OW_API const char *ow_game_name(size_t n);

/* Frees a string that the library returned.  NULL is allowed. */
OW_API void ow_free(char *string);

/* --- levels --- */

/* The levels read from a text, in order. */
typedef struct ow_levels ow_levels;

/* One level of an ow_levels, which owns it. */
typedef struct ow_level ow_level;

/* Reads all levels of a text of `size` bytes, in any format that the commands read.  Options: game, rules, metric;
 * max-memory (default 4G) and timeout, which limit the work on the rules of a game that is written in a language;
 * returns OW_LIMIT if one of them is hit.  If a level cannot be read, the other levels are still read, and
 * ow_level_error says what is wrong with it. */
OW_API ow_status ow_levels_read(const char *text, size_t size, const char *options, ow_levels **levels, char **message);
OW_API void ow_levels_free(ow_levels *levels);

OW_API size_t ow_levels_count(const ow_levels *levels);

/* The n-th level, counted from 0; NULL if n is out of range. */
OW_API const ow_level *ow_levels_at(const ow_levels *levels, size_t n);

/* What is wrong with a level: one or more lines "text:LINE:COLUMN: ...", each with its newline.  NULL if the level
 * is valid.  The other functions accept only valid levels; ow_level_game returns "" for an invalid one. */
OW_API const char *ow_level_error(const ow_level *level);

/* The level's title, or "text", or "text#N" if there are several levels; its game; its grid, one line per row. */
OW_API const char *ow_level_name(const ow_level *level);
OW_API const char *ow_level_game(const ow_level *level);
OW_API const char *ow_level_text(const ow_level *level);

/* --- judging --- */

/* Receives the progress of a call several times a second.  A thread of the library calls it while the caller
 * waits.  Any return value but 0 asks the call to stop; the watch is not called again. */
typedef struct ow_watch {
    size_t size; /* sizeof(ow_watch) */
    void *context;
    int (*progress)(void *context, uint64_t states); /* the most states that a search of the call has held so far */
} ow_watch;

/* The result of judging a level. */
typedef struct ow_judgement ow_judgement;

/* Judges a level.  Options: all (how many solutions to list), why (explain the verdict), measures (none, cheap or all;
 * default all), max-states, max-memory (default 4G), timeout, jobs (default 1).  If a limit is hit, the verdict is
 * "undecided"; this is not a failure. If the watch (NULL: none) asks to stop, the verdict is also "undecided", but the
 * status is OW_CANCELLED; the judgement is stored even then. */
OW_API ow_status ow_judge(const ow_level *level, const char *options, const ow_watch *watch, ow_judgement **judgement,
                          char **message);
OW_API void ow_judgement_free(ow_judgement *judgement);

/* The value of a column of the report, such as "verdict", "depth", "difficulty" or "solution".  Empty if the column
 * does not apply, NULL if it does not exist. */
OW_API const char *ow_judgement_field(const ow_judgement *judgement, const char *column);

/* The level's row of the report, with its newline; and the header line for such rows. */
OW_API const char *ow_judgement_row(const ow_judgement *judgement);
OW_API ow_status ow_report_header(char **header);

/* Why the level is unsolvable or undecided; may be "". */
OW_API const char *ow_judgement_reason(const ow_judgement *judgement);

/* The explanation that the command `solve --why` prints, as lines with pictures made of characters; "" without the
 * option `why`.  It shows where essentially different solutions diverge and which change would close one of them;
 * how near the level comes to a solution and what is in the way; and the traps of a unique solution. */
OW_API const char *ow_judgement_why(const ow_judgement *judgement);

/* The same explanation as JSON, for programs that draw it; "" without the option `why`.  An object with these
 * members: `verdict`; `grid`, the level as drawn, to which all rows and columns below refer, counted from 1; `pairs`
 * of solutions that diverge (`common` moves, `before` as text; `ways` with their moves, the moves `shown`, and the
 * `step` at which each diverges; `closings`, changes that only one way depends on, and whether they close it);
 * `nearest`, if there is no solution; `removals`, changes that would give the level a solution; `traps`, each with
 * the moves before it, the moves into it, and the wrong and the right step; `reason`, why there is no more. */
OW_API const char *ow_judgement_why_data(const ow_judgement *judgement);

/* What the command `solve` prints about the level: lines of text. */
OW_API const char *ow_judgement_text(const ow_judgement *judgement);

/* The listed solutions; those that represent a class of their own come first.  The number of all listed solutions,
 * the number of these representatives, and the n-th solution, counted from 0, or NULL if n is out of range. */
OW_API size_t ow_judgement_listed(const ow_judgement *judgement);
OW_API size_t ow_judgement_listed_classes(const ow_judgement *judgement);
OW_API const char *ow_judgement_listed_at(const ow_judgement *judgement, size_t n);

/* --- mending --- */

/* A level with a unique solution, a few changes away from another level. */
typedef struct ow_mended ow_mended;

/* Callbacks for mending.  They never run at the same time.  Any return value but 0 asks to stop; neither is then
 * called again.  Both may be null pointers.  The calling thread calls `mended`, for the nearest level first.  The
 * calling thread or another one calls `progress` with the number of levels tried and the number of those found to be
 * unique. */
typedef struct ow_mender {
    size_t size; /* sizeof(ow_mender) */
    void *context;
    int (*mended)(void *context, const ow_mended *mended);
    int (*progress)(void *context, uint64_t tried, uint64_t found); /* several times a second */
} ow_mender;

/* Looks for the unique levels that are the fewest changes away from a level that is not unique, as `solve --mend`
 * does: the same levels in the same order.  Options: mend (how many levels to find; default 5), max-states,
 * max-memory, timeout, jobs.  Hitting a limit is not a failure.  *text receives what the command prints below its
 * judgement. */
OW_API ow_status ow_mend(const ow_level *level, const char *options, const ow_mender *mender, char **text,
                         char **message);

/* Valid only during the `mended` callback: the level's text, as the command writes it to a file; the changes in
 * words; what the command prints about the level; and its "depth" or "difficulty" (the difficulty is empty if a
 * limit kept it unknown; NULL: any other name). */
OW_API const char *ow_mended_text(const ow_mended *mended);
OW_API const char *ow_mended_edits(const ow_mended *mended);
OW_API const char *ow_mended_told(const ow_mended *mended);
OW_API const char *ow_mended_field(const ow_mended *mended, const char *column);

/* A character of a level's text that was replaced, as Unicode code points.  Rows and columns count from 1. */
typedef struct ow_change {
    int row, column;
    unsigned from, to;
} ow_change;

/* Gets the n-th change, counted from 0.  Returns whether it exists. */
OW_API int ow_mended_change(const ow_mended *mended, size_t n, ow_change *change);

/* --- generating --- */

/* A generated level. */
typedef struct ow_made ow_made;

/* Callbacks for generating.  The calling thread calls them.  Any return value but 0 asks to stop; neither is then
 * called again.  Both may be null pointers. */
typedef struct ow_maker {
    size_t size; /* sizeof(ow_maker) */
    void *context;
    int (*level)(void *context, const ow_made *made);
    int (*progress)(void *context, uint64_t tries, uint64_t kept); /* several times a second */
} ow_maker;

/* Makes levels of a game as the command `gen` does.  The same options give the same levels in the same order.
 * Options for folders and files are refused; `from` takes the text of a level instead of a file name, and gives
 * OW_BAD_INPUT if that cannot be read.  The default
 * seed is 0; by default there is one thread besides the caller's.  OW_LIMIT: it gave up before all levels were
 * found; the message says how many were made. */
OW_API ow_status ow_generate(const char *game, const char *options, const ow_maker *maker, char **message);

/* Valid only during the `level` callback: the name of the file that `gen` would write, its text, its row of
 * the report, and the value of a column of that row (NULL: no such column). */
OW_API const char *ow_made_name(const ow_made *made);
OW_API const char *ow_made_text(const ow_made *made);
OW_API const char *ow_made_row(const ow_made *made);
OW_API const char *ow_made_field(const ow_made *made, const char *column);

/* --- playing and drawing --- */

/* Plays moves, written as solutions are, from the start of a level.  *solved tells whether they solve it.  *text
 * receives what `solve --replay` prints; with the option `show`, also the states.  Moves that cannot be read give
 * OW_BAD_INPUT; an illegal move is not a failure.  Other options: max-memory and timeout; OW_LIMIT if a game written
 * in a language hits one of them. */
OW_API ow_status ow_replay(const ow_level *level, const char *moves, const char *options, int *solved, char **text,
                           char **message);

/* Draws a level as an SVG document, after some moves (NULL: none).  Options: theme (light, dark, or auto, which
 * follows the reader's setting; default light), scale (pixels per cell; default 48), whole (show the level's whole
 * text, including the outer walls), max-memory and timeout as for ow_replay. */
OW_API ow_status ow_draw_svg(const ow_level *level, const char *moves, const char *options, char **svg, char **message);

#ifdef __cplusplus
}
#endif

#endif
