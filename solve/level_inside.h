/* What the parts of the level reader share; see level_reader.h. */
#ifndef ONLYWAY_SOLVE_LEVEL_INSIDE_H
#define ONLYWAY_SOLVE_LEVEL_INSIDE_H

#include "solve/level_reader.h"

/* What became of a line.  In doubt: it could be a row or a title; marked: a row or a comment. */
enum line { LINE_ROW, LINE_DOUBT, LINE_MARKED, LINE_TEXT, LINE_BLANK, LINE_NONE, LINE_BINARY };

/* The rows of a level while it is read. */
struct rows {
    struct text cells; /* the rows one behind the other */
    size_t start[GRID_MAX_SIDE + 1]; /* where a row begins there, and the one behind it */
    unsigned long line[GRID_MAX_SIDE]; /* where a row stands in its file */
    bool doubtful[GRID_MAX_SIDE], marked[GRID_MAX_SIDE];
    size_t count, doubts, marks;
    struct text raw; /* the lines as they stand there */
};

void rows_free(struct rows *rows);

/* Adds a row, or the rows, if several were packed into a line, as far as there is room. */
void rows_add(const char *row, unsigned long line, enum line kind, struct rows *rows);

/* The n-th row, as a text of its own in `row`. */
void rows_nth(const struct rows *rows, size_t n, struct text *row);

/* The width of the widest of some rows. */
size_t rows_width(const struct rows *rows, size_t first, size_t count);

/* Makes a grid of some rows; short ones are filled up with NUL.  False: out of memory. */
bool rows_grid(const struct rows *rows, size_t first, size_t count, struct grid *grid);

/* Whether all characters of a line are cells of the game. */
bool line_all_cells(const struct game *game, const struct text *line);

/* Unpacks a row of a game that has packed rows. */
void line_unpack(const struct game *game, struct text *line);

/* The length of the name in "Name: value", or 0. */
size_t line_key_length(const char *line);

/* What the line in `reader->row`, which is not blank, is; unpacks it if that must be a packed
 * row. */
enum line level_line(struct level_reader *reader);

/* Unpacks rows if no game takes all of them as they are: of a row such as 5#, which may be
 * packed or not, only the whole level can tell.  Where memory runs out, the text of the rows has
 * failed. */
void settle_packing(const struct level_reader *reader, struct rows *rows);

/* Whether the doubtful ones among some rows are rows. */
enum doubt { DOUBT_ROWS, DOUBT_TEXT, DOUBT_STAYS, DOUBT_FAILED };

/* Settles it by what games make of the rows with and without them; DOUBT_STAYS: both are levels,
 * said in `error`; DOUBT_FAILED: out of memory. */
enum doubt settle_doubt(const struct level_reader *reader, const struct rows *rows,
                        struct text *error);

/* Whether the marked ones among some rows are rows (level_marks.c): the reader then knows it of each
 * line.  DOUBT_ROWS: all are; DOUBT_TEXT: some are comments, and the lines are to be read again;
 * DOUBT_STAYS: either may be meant, said in `error`. */
enum doubt settle_marks(struct level_reader *reader, struct rows *rows, struct text *error);

/* --- books (level_book.c) --- */

enum { LEVEL_BOOK_MOST = 1 << 27 }; /* bytes that are read of one */

/* The next character of what a reader reads, or EOF. */
int level_char(struct level_reader *reader);

/* Finds out, before anything else is read, whether the stream is a book, and reads it; what is wrong with it is
 * said in `error`.  False: out of memory. */
bool level_book_open(struct level_reader *reader, struct text *error);

/* The next level of the reader's book, as level_reader_next. */
enum level_result level_book_next(struct level_reader *reader, struct level *level,
                                  struct text *error);

#endif
