/* Level files: text with one or many levels, separated by blank lines, from files, folders or standard input.
 *
 * Text is read as a stream, so a file may be of any size.  A level has at most GRID_MAX_SIDE rows and columns.  CRLF,
 * a byte order mark and a missing final newline are accepted.  Errors are reported as FILE:LINE:COLUMN: message, and
 * reading goes on with the next level. */
#ifndef ONLYWAY_SOLVE_LEVEL_LEVELS_H
#define ONLYWAY_SOLVE_LEVEL_LEVELS_H

#include "base/text.h"
#include "games/game.h"

#include <stdio.h>

/* A level as it is read, before any game looks at it. */
struct level {
    struct grid grid;   /* short rows are padded with NUL */
    struct text name;   /* for reports: its title, or the file name, with "#n" if the file holds several */
    bool titled;        /* whether `name` is its title */
    struct text file;   /* for messages: the path as given, with control characters escaped */
    unsigned long line; /* of the first row, counted from 1 */
    /* If the text alone leaves the game in doubt: the game named in the folder's report.  Else NULL. */
    const struct game *reported;
    struct game_source *game_source; /* the game source that the level is from, or NULL; the level holds a reference */
    size_t place;                    /* index in its game source, from 0 */
    struct text remarks;             /* warnings, in whole lines */

    /* The chapters around the level.  A chapter is a folder with an about.txt, subfolders included. */
    size_t chapter;      /* number of the innermost chapter, from 1, in the order of the first levels read; 0: none */
    struct text heading; /* the title of that chapter */
    struct text opening; /* the first level of a chapter: lines to show before it, the chapter's title and then its
                          * text; if it is the first level of nested chapters, the outermost comes first */
};

void level_free(struct level *level);

enum level_result {
    LEVEL_READ,
    LEVEL_BAD,
    LEVEL_BAD_ABOUT, /* a folder's about.txt was not readable */
    LEVEL_LIMIT,     /* a limit stopped the reading */
    LEVEL_END
};

/* The file that describes a folder of levels.  Its first line is the title; the rest is a text that players see before
 * the first level. */
#define ABOUT_FILE "about.txt"
enum { ABOUT_LIMIT = 4096, ABOUT_TITLE = 80 }; /* most bytes of the file, and of its title */

/* The endings of level files in a folder, and after them NULL. */
extern const char *const level_endings[];

/* The levels of some files and folders, in order. */
struct level_source;

/* Opens operands: files, folders or "-" for standard input, which is also read if there are none.  Returns NULL if
 * memory runs out. */
struct level_source *level_source_open(char *const *operands, size_t count);
void level_source_close(struct level_source *source);

/* Returns the path of the n-th file, counted from 0, or NULL if there are fewer.  Standard input is "-".  The about.txt
 * files come last. */
const char *level_source_path(const struct level_source *source, size_t n);

/* Returns the title from the folder's about.txt if the folder is the only operand, else "". */
const char *level_source_title(const struct level_source *source);

/* Returns notes, one per line, about skipped entries of folders: pipes, sockets, devices and links to folders that have
 * the name of a level file.  Reading a pipe, socket or device could take forever. */
const struct text *level_source_notes(const struct level_source *source);

/* Returns whether reading may have to wait for a pipe, a terminal or a device. */
bool level_source_waits(const struct level_source *source);

/* Returns whether it is already known that a row follows the level read last.  If false, one may still follow. */
bool level_source_goes_on(const struct level_source *source);

/* Sets the game of all levels, which makes it certain which lines are rows and which are text. */
void level_source_expect(struct level_source *source, const struct game *game);

/* Sets the limits for processing each file that defines its game, because the source reads such a file as a whole.
 * They must outlive the source.  NULL: none. */
struct limits;
void level_source_limit(struct level_source *source, const struct limits *limits);

/* Reads the next level.  LEVEL_BAD: something was not readable, and `error` has one line for each fault, with its
 * newline.  LEVEL_BAD_ABOUT: likewise, but no level is lost.  LEVEL_LIMIT: `error` says which limit stopped the
 * reading. */
enum level_result level_source_next(struct level_source *source, struct level *level, struct text *error);

/* Returns the game of a level, judged by its characters.  If two games are possible, the folder's report decides.  A
 * game whose mark is missing counts as possible if only a game without marks fits otherwise.  Returns NULL, with the
 * reason in `error`, if the doubt remains. */
const struct game *level_game(const struct level *level, struct text *error);

/* Finds out how well a level's text fits *game.  If *game is NULL, it becomes the game that the characters suggest,
 * the first one if two fit.  LEVEL_FITS_NOT: a character is wrong, or the game's mark is missing.  LEVEL_FITS: only
 * the characters are right.  LEVEL_LOADS: it is a level.  Returns false if memory runs out. */
enum level_fit { LEVEL_FITS_NOT, LEVEL_FITS, LEVEL_LOADS };
bool level_try(const struct level *level, const struct game **game, enum level_fit *fit);

/* Returns whether the level has only characters of the game.  If not, it adds a message to `error`. */
bool level_check(const struct level *level, const struct game *game, struct text *error);

/* Adds the message for a game's complaint about a level to `error`. */
void level_complain(const struct level *level, const struct complaint *complaint, struct text *error);

/* Returns the level as a puzzle.  If `game` is NULL, the characters determine the game.  Returns NULL, with a message
 * in `error`, if the text is not a level. */
struct puzzle *level_load(const struct level *level, const struct game *game, struct variant variant,
                          struct text *error);

#endif
