/* Level files: one or many levels of text, separated by blank lines, from files, folders or
 * standard input.
 *
 * Text is read as it comes, so that a file may be of any size; a level has at most GRID_MAX_SIDE
 * rows and columns.  CRLF, a byte order mark and a missing final newline are accepted.  What cannot
 * be read is reported as FILE:LINE:COLUMN: message, and reading goes on with the next level. */
#ifndef ONLYWAY_SOLVE_LEVEL_LEVELS_H
#define ONLYWAY_SOLVE_LEVEL_LEVELS_H

#include "base/text.h"
#include "games/game.h"

#include <stdio.h>

/* A level as read, before any game has looked at it. */
struct level {
    struct grid grid;   /* short rows are filled up with NUL */
    struct text name;   /* for reports: file name, "#n" where the file holds several, or its title */
    bool titled;        /* the name is its title */
    struct text file;   /* for messages: the path as given, control characters escaped */
    unsigned long line; /* of the first row, from 1 */
    /* Where the text alone leaves a doubt: the game of the report in its folder; else NULL. */
    const struct game *reported;
    struct game_source *game_source; /* that it is from, held; else NULL */
    size_t place;                    /* among its source's levels, from 0 */
    struct text remarks;             /* warnings, whole lines */
};

void level_free(struct level *level);

enum level_result {
    LEVEL_READ,
    LEVEL_BAD,
    LEVEL_LIMIT, /* a limit stopped the work on what was to be read */
    LEVEL_END
};

/* The levels of some files and folders, in order. */
struct level_source;

/* Operands are files, folders or "-" for standard input; none: standard input.  NULL: out of
 * memory. */
struct level_source *level_source_open(char *const *operands, size_t count);
void level_source_close(struct level_source *source);

/* The n-th file that is to be read, from 0; "-": standard input.  NULL: there are not so many. */
const char *level_source_path(const struct level_source *source, size_t n);

/* What was found and is not read, a line each: in a folder a pipe, a socket or a device has the
 * name of a level file, but reading it could take for ever. */
const struct text *level_source_notes(const struct level_source *source);

/* Whether reading may have to wait for something other than a disk: a pipe, a terminal, a device. */
bool level_source_waits(const struct level_source *source);

/* Whether it was seen already that more follows what was read last; else there may be more. */
bool level_source_goes_on(const struct level_source *source);

/* Says that all levels are of this game, so that its rows are told from text with certainty. */
void level_source_expect(struct level_source *source, const struct game *game);

/* Sets the limits for each file that brings its game with it, which is worked out as a whole.  They must outlive the
 * source.  NULL: none. */
struct limits;
void level_source_limit(struct level_source *source, const struct limits *limits);

/* The next level; LEVEL_BAD: something was not readable and `error` has one line for each such
 * thing (each with its newline); LEVEL_LIMIT: likewise, but nothing is wrong with it. */
enum level_result level_source_next(struct level_source *source, struct level *level, struct text *error);

/* The game of a level, told by its characters, or by the report where they leave two games
 * possible; a level of a game may lack its mark then.  NULL: it stays in doubt, said in `error`. */
const struct game *level_game(const struct level *level, struct text *error);

/* How well the text of a level does for *game or, if that is NULL, for the game told by its characters: a character
 * or the game's mark is wrong or missing, or only the characters are right, or it is a level.  *game becomes that
 * game, the first where two games fit.  False: out of memory. */
enum level_fit { LEVEL_FITS_NOT, LEVEL_FITS, LEVEL_LOADS };
bool level_try(const struct level *level, const struct game **game, enum level_fit *fit);

/* Whether only characters of a game are in a level; else `error` has the line. */
bool level_check(const struct level *level, const struct game *game, struct text *error);

/* Adds the line that says what a game complained of in a level. */
void level_complain(const struct level *level, const struct complaint *complaint, struct text *error);

/* The level as a puzzle.  `game` NULL: the game is told by the characters used.  NULL: the level is
 * not one, and `error` has the line. */
struct puzzle *level_load(const struct level *level, const struct game *game, struct variant variant,
                          struct text *error);

#endif
