/* The levels of one text stream; see levels.h.
 *
 * Collections hold more than levels: comments that begin with ';' or '::', lines such as "Title: ..." and "Author:
 * ...", and names above or below a level.  The games distinguish rows from text: a line is a row if some game (or the
 * given one) accepts it as a row.  It is text only if it also reads like text, so a wrong character in a row is still
 * reported.
 *
 * Some lines can be either.  If no game is given, a number or a single word may be a row or a title.  A line of
 * spaces is blank in most collections, but it may be a row of open cells.  In these cases the reading that yields a
 * level wins, and the lines around it may have to be read again.  A row of Snakebird may begin like a
 * comment; the rows around it decide. */
#ifndef ONLYWAY_SOLVE_LEVEL_READER_H
#define ONLYWAY_SOLVE_LEVEL_READER_H

#include "solve/level/levels.h"
#include "solve/search/limits.h"

struct level_reader {
    FILE *stream;         /* NULL: only the text from level_reader_give is read */
    const char *path;     /* for messages, with control characters escaped */
    const char *name;     /* for reports */
    unsigned long line;   /* of the row in `row`, counted from 1 */
    unsigned long number; /* levels so far */
    struct text row;      /* the row that was read but not used yet; valid if `held` */
    bool held;
    int held_kind;     /* enum line */
    struct text raw;   /* the last line as it is in the file */
    struct text again; /* lines to read again; those before `again_at` have been */
    size_t again_at;
    unsigned long titles_decided;       /* up to this line, each line that may be a title is one */
    unsigned long spaces_decided;       /* up to this line, each line of spaces is blank */
    unsigned long rulers_decided;       /* up to this line, each line that may be a ruler is one */
    unsigned long marks_from, marks_to; /* for these lines, mark_is_row holds: a row, or a comment */
    bool mark_is_row[GRID_MAX_SIDE];
    const struct game *game;     /* the game of these levels; NULL: any */
    const struct limits *limits; /* for reading a game source; NULL: none */
    struct text title;           /* text above the next level */
    bool titles_above;           /* in this file "Title:" stands above its level */
    bool near_title;             /* `title` is from a "Title:", with no blank line after it so far */
    bool has_near_title;         /* the previous level had such a title */
    bool in_comment;             /* between "Comment:" and "Comment-End:" */
    unsigned long comment;       /* the line where the comment began */
    bool comment_hides;          /* the comment seems to contain walls */
    bool in_game;                /* inside a solution or another saved game: at its heading or in the moves below */
    bool too_long;               /* the line is longer than a level's row may be */
    bool binary;                 /* binary data was found between levels */
    bool failed;                 /* memory ran out; nothing more is read */
    bool limited;                /* a limit stopped reading the game source */
    bool ended;
    bool opened;                     /* it is known whether the stream is a game source */
    struct game_source *game_source; /* the game source that is read, or NULL */
    struct text remarks;             /* warnings about it, for its first level */
};

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path, const char *name);

/* Adds a copy of text from memory, which is read before the stream.  Call it before the first read. */
void level_reader_give(struct level_reader *reader, const char *bytes, size_t size);
void level_reader_stop(struct level_reader *reader);
enum level_result level_reader_next(struct level_reader *reader, struct level *level, struct text *error);

#endif
