/* The levels of one text stream; see levels.h.
 *
 * Collections have more in them than levels: comments that begin with ';' or '::', lines such as
 * "Title: ..." and "Author: ...", names above or below a level.  A line of text is told from a row
 * by the games: it is a row if some game (or the one that was asked for) takes it as one, and text
 * only if it reads like text, so that a wrong character in a row is still found.  Where no game is
 * given, a number or a single word may be both; then what it makes of the level decides
 * (reader.c), and the lines around it may have to be read again.  So it is with a line of spaces, which is blank
 * in most collections, but may be a row of open cells.  A row that begins like a comment, as one of Snakebird may, is
 * told from it by the rows around it (reader.c). */
#ifndef ONLYWAY_SOLVE_LEVEL_READER_H
#define ONLYWAY_SOLVE_LEVEL_READER_H

#include "solve/level/levels.h"
#include "solve/search/limits.h"

struct level_reader {
    FILE *stream;         /* NULL: what was given is all */
    const char *path;     /* for messages, control characters escaped */
    const char *name;     /* for reports */
    unsigned long line;   /* of the row in `row`, from 1 */
    unsigned long number; /* levels so far */
    struct text row;      /* the row that was read but not used; meaningful if `held` */
    bool held;
    int held_kind;     /* enum line */
    struct text raw;   /* the last line as it stands in the file */
    struct text again; /* lines that are to be read again; those before `again_at` have been */
    size_t again_at;
    unsigned long settled;              /* up to this line, what may be a title is one */
    unsigned long spaces_settled;       /* likewise, a line of spaces is blank */
    unsigned long rulers_settled;       /* likewise, what may be a ruler is one */
    unsigned long marks_from, marks_to; /* of these lines it is known whether they are rows or comments: */
    bool mark_is_row[GRID_MAX_SIDE];
    const struct game *game;     /* whose levels these are; NULL: any */
    const struct limits *limits; /* of reading a source; NULL: none */
    struct text title;           /* text above the level to come */
    bool titles_above;           /* "Title:" stands above its level, as it does in this file */
    bool near_title;             /* `title` is from a "Title:" with no blank line behind it so far */
    bool has_near_title;         /* so it was above the level before */
    bool in_comment;             /* between "Comment:" and "Comment-End:" */
    unsigned long comment;       /* the line where that began */
    bool comment_hides;          /* walls were seen in it */
    bool in_game;                /* in a solution or another saved game: its heading and the moves below */
    bool too_long;               /* the row goes on beyond what a level may have */
    bool binary;                 /* binary data was met between levels */
    bool failed;                 /* memory ran out, and nothing more is read */
    bool limited;                /* the source was not read, for one of the limits */
    bool ended;
    bool opened;                     /* it is known whether the stream is a source */
    struct game_source *game_source; /* that is read; or NULL */
    struct text remarks;             /* warnings about it, for its first level */
};

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path, const char *name);

/* Gives the reader, before it reads, text from memory, which is copied; what the stream has follows it,
 * where there is one. */
void level_reader_give(struct level_reader *reader, const char *bytes, size_t size);
void level_reader_stop(struct level_reader *reader);
enum level_result level_reader_next(struct level_reader *reader, struct level *level, struct text *error);

#endif
