/* The levels of one text stream; see reader.h. */
#include "solve/level/reader.h"

#include "base/utf8.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

/* The kind of a line.  LINE_DOUBT may be a row or a title, LINE_MARKED a row or a comment, LINE_SPACES a row of open
 * cells or a blank line. */
enum line { LINE_ROW, LINE_DOUBT, LINE_MARKED, LINE_SPACES, LINE_TEXT, LINE_BLANK, LINE_NONE, LINE_BINARY };

/* The rows of a level while it is read. */
struct rows {
    struct text cells;                 /* the rows one after another */
    size_t start[GRID_MAX_SIDE + 1];   /* where each row begins in `cells`, and the end of the last */
    unsigned long line[GRID_MAX_SIDE]; /* each row's line in the file */
    enum line kind[GRID_MAX_SIDE];     /* of each row's line */
    size_t count, lines[LINE_TEXT];    /* the number of rows, and of lines of each kind */
    bool several;    /* there are more rows than one level has, so lines of spaces must separate levels */
    struct text raw; /* the lines as they are in the file */
};

/* Characters that text is underlined with; none of them is a player, a bird or a cat. */
#define LEVEL_RULERS "-=_~*./"

/* Whether the doubtful ones among some rows are rows. */
enum doubt { DOUBT_ROWS, DOUBT_TEXT, DOUBT_STAYS, DOUBT_FAILED };

/* --- which lines are rows --- */

static bool line_all_cells(const struct game *game, const struct text *line)
{
    return strspn(text_string(line), game->cells) == line->size;
}

/* Unpacks a packed row of a game that has such rows. */
static void line_unpack(const struct game *game, struct text *line)
{
    char row[4 * GRID_MAX_SIDE];
    int size = game->read_row(text_string(line), line->size, row, sizeof row);
    if (size >= 0 && (size_t)size <= sizeof row) {
        text_clear(line);
        text_add(line, row, (size_t)size);
    }
}

/* Returns whether the levels may be of this game. */
static bool may_be_of(const struct level_reader *reader, const struct game *game)
{
    return reader->game == NULL || reader->game == game;
}

/* Returns whether some game takes the line as a row.  Unpacks it if none takes it as it is. */
static bool is_row(const struct level_reader *reader, struct text *line)
{
    const struct game *packed = NULL;
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i];
        if (!may_be_of(reader, game) ||
            (game->read_row != NULL && game->read_row(text_string(line), line->size, NULL, 0) < 0))
            continue;
        if (line_all_cells(game, line))
            return true;
        if (game->read_row != NULL)
            packed = game;
    }
    if (packed != NULL)
        line_unpack(packed, line);
    return packed != NULL;
}

/* Returns the length of the name in "Name: value", or 0. */
static size_t line_key_length(const char *line)
{
    size_t length = 0;
    while (isalpha((unsigned char)line[length]) || (length > 0 && strchr(" -", line[length]) && line[length] != '\0'))
        length++;
    /* A shorter name may be a row unless a space follows the colon. */
    bool named = length > 2 || (length > 0 && line[length] == ':' && line[length + 1] == ' ');
    return named && line[length] == ':' ? length : 0;
}

/* Returns whether a line is a comment on the format of the file, as collections have them at their beginning. */
static bool is_about_file(const char *line)
{
    return line[0] == ':' && line[1] == ':';
}

/* Returns whether a line consists of characters that text is underlined with. */
static bool line_is_ruler(const char *line)
{
    return line[strspn(line, LEVEL_RULERS)] == '\0';
}

/* Returns whether a line begins with a quote, as no game's rows do, and has two different letters or digits, or some
 * letter or digit and a quote at the end.  A faulty row of walls has neither. */
static bool is_quoted(const char *line)
{
    char first = '\0';
    bool differ = false;
    if (line[0] != '\'' || strchr(line, '#') != NULL)
        return false;
    for (const char *c = line; *c != '\0'; c++) {
        bool letter = isalnum((unsigned char)*c) != 0;
        differ |= letter && first != '\0' && *c != first;
        first = letter && first == '\0' ? *c : first;
    }
    return differ || (first != '\0' && line[strlen(line) - 1] == '\'');
}

/* Returns whether a line has the form of a comment or of "Name: value". */
static bool is_marked(const char *line)
{
    /* A number between spaces and marks, such as "-- 12 --". */
    static const char marks[] = "-=*#", digits[] = "0123456789";
    const char *number = line + strspn(line, marks);
    const char *left = number + strspn(number, " ");
    const char *end = left + strspn(left, digits);
    const char *right = end + strspn(end, " ");
    bool numbered = number > line && left > number && end > left && right > end && *right == *line &&
                    right[strspn(right, marks)] == '\0';
    /* A slash.  A faulty row of Snakebird does not count: it has no space. */
    const char *word = line + (line[0] == '/');
    while (isalnum((unsigned char)*word))
        word++;
    bool slashed = line[0] == '/' && (line[1] == '/' || line[1] == '*' || *word == '\0' || strchr(line, ' ') != NULL ||
                                      line_is_ruler(line));
    return numbered || line[0] == ';' || is_about_file(line) || slashed || is_quoted(line) || line_key_length(line) > 0;
}

/* Returns whether a line that some game takes as a row could also be a title: a number, a single character or one
 * word, perhaps with hyphens and the like, or with a mark such as '!' at its end.  A wall may be drawn as one letter
 * again and again, which is no word. */
static bool could_be_title(const char *line)
{
    if (strspn(line, "0123456789") == strlen(line))
        return true;
    char first = '\0';
    bool letters_differ = false, hyphens = false;
    size_t in_a_row = 0, most = 0; /* length of a run of letters */
    for (const char *c = line; *c != '\0'; c++) {
        bool inner = c > line && isalnum((unsigned char)c[-1]) && isalnum((unsigned char)c[1]);
        bool letter = isalpha((unsigned char)*c) != 0, end = c[1] == '\0' && most >= 3 && strchr("!?.,:", *c) != NULL;
        if (!isalnum((unsigned char)*c) && !end && (strchr("-,/=:", *c) == NULL || !inner))
            return false;
        hyphens |= *c == '-';
        in_a_row = letter ? in_a_row + 1 : 0;
        most = in_a_row > most ? in_a_row : most;
        first = letter && first == '\0' ? *c : first;
        letters_differ |= letter && *c != first;
    }
    bool single = line[0] != '\0' && line[1] == '\0';
    return single || (letters_differ && (!hyphens || most >= 3));
}

/* Returns whether a line that is no row reads like text: it is a number, or it begins with a letter, a digit, a
 * quote, a parenthesis or a character that is not ASCII and has a word in it. */
static bool reads_like_text(const char *line)
{
    const char *first = line + strspn(line, " \t");
    if (strspn(first, "0123456789") == strlen(first))
        return true;
    if (!isalnum((unsigned char)*first) && strchr("'\"(", *first) == NULL && (unsigned char)*first < 0x80)
        return false;
    size_t latin = 0, other = 0; /* letters in a row; bytes in a row of letters of other alphabets */
    for (const char *c = first; *c != '\0' && latin < 3 && other < 6; c++) {
        latin = isalpha((unsigned char)*c) ? latin + 1 : 0;
        other = (unsigned char)*c >= 0x80 ? other + 1 : 0;
    }
    return latin == 3 || other == 6;
}

/* Returns whether more than half of the line are cells of a game that takes every line of cells as a row.  Then it is a
 * faulty row and no text, although its walls may be letters. */
static bool mostly_cells(const struct level_reader *reader)
{
    const struct text *line = &reader->row;
    for (size_t i = 0; games[i] != NULL; i++) {
        if (!may_be_of(reader, games[i]) || games[i]->read_row != NULL)
            continue;
        size_t cells = 0;
        for (size_t c = 0; c < line->size; c++)
            cells += strchr(games[i]->cells, line->data[c]) != NULL;
        if (2 * cells > line->size)
            return true;
    }
    return false;
}

/* Returns the kind of a line that has the form of a comment: LINE_TEXT unless it consists of a game's cells;
 * LINE_MARKED if the rows around it must decide. */
static enum line marked_line(const struct level_reader *reader, const char *line)
{
    /* Lines that begin or end a comment of several lines, begin a solution, or name a value that may be empty.  The
     * lines below such a heading may be longer than any row. */
    static const char *const headings[] = {
        "Comment", "Solution", "Snapshot", "Title:",    "Author:",  "Description:", "Collection:", "Copyright:",
        "Email:",  "E-Mail:",  "Date:",    "Homepage:", "Website:", "Difficulty:",  "Notes:",
    };
    bool cells = false, empty = line[1] == '\0' && reader->game == NULL, heading = false;
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        heading |= strncasecmp(line, headings[i], strlen(headings[i])) == 0;

    for (size_t i = 0; games[i] != NULL && !cells; i++)
        cells = may_be_of(reader, games[i]) && line_all_cells(games[i], &reader->row);
    if (!cells || empty || reader->in_comment || reader->row.size > GRID_MAX_SIDE || heading)
        return LINE_TEXT;
    if (reader->line < reader->marks_from || reader->line > reader->marks_to)
        return LINE_MARKED;
    return reader->mark_is_row[reader->line - reader->marks_from] ? LINE_ROW : LINE_TEXT;
}

/* What moves are written with in files of Sokoban: steps, repetitions, jumps of a solution played backwards, and
 * changes of the player. */
#define MOVES "udlrUDLR0123456789()[]{}"

/* Returns the kind of the line in `reader->row`, which is not empty.  Unpacks it if it must be a packed row. */
static enum line level_line(struct level_reader *reader)
{
    const char *line = text_string(&reader->row);
    if (line[strspn(line, " \t\v\f")] == '\0') {
        bool blank = reader->in_comment || reader->line <= reader->spaces_decided || reader->row.size > GRID_MAX_SIDE ||
                     strspn(text_string(&reader->row), " ") < reader->row.size;
        reader->in_game = false;
        return blank ? LINE_BLANK : LINE_SPACES;
    }
    if (reader->line <= reader->rulers_decided && line_is_ruler(line))
        return LINE_TEXT;
    bool marked = is_marked(line), given = reader->game != NULL && !reader->in_comment && !marked;
    if (marked) {
        enum line kind = marked_line(reader, line);
        if (kind != LINE_TEXT)
            return kind;
    }
    if (given && !reader->too_long && is_row(reader, &reader->row)) {
        reader->in_game = false;
        return LINE_ROW; /* with a given game, whatever can be a row is one */
    }
    /* The heading of a solution or another saved game, moves right below one, or the first moves of a solution played
     * backwards.  Moves may be longer than any row. */
    bool heading = strncasecmp(line, "Solution", 8) == 0 || strncasecmp(line, "Snapshot", 8) == 0;
    bool moves = (reader->in_game || line[0] == '[' || line[0] == '{') && strspn(line, MOVES) == strlen(line);
    reader->in_game = heading || moves;
    if (reader->in_game)
        return LINE_TEXT;
    /* Keeps track of comments that span several lines. */
    marked |= reader->in_comment;
    if (marked && strncasecmp(line, "Comment-End", 11) == 0) {
        reader->in_comment = false;
    } else if (marked && strncasecmp(line, "Comment:", 8) == 0 && line[8 + strspn(line + 8, " ")] == '\0') {
        reader->in_comment = true;
        reader->comment = reader->line;
        reader->comment_hides = false;
    }
    reader->comment_hides |= strstr(line, "##") != NULL || strstr(line, "XX") != NULL;
    if (marked)
        return LINE_TEXT;
    if (reader->game == NULL && !reader->too_long && could_be_title(line)) {
        bool decided = reader->line <= reader->titles_decided;
        return !decided && is_row(reader, &reader->row) ? LINE_DOUBT : LINE_TEXT;
    }
    bool row = reader->too_long || (!given && is_row(reader, &reader->row)) ||
               !reads_like_text(text_string(&reader->row)) || mostly_cells(reader);
    return row ? LINE_ROW : LINE_TEXT;
}

/* --- the rows of a level, while it is read --- */

static void rows_free(struct rows *rows)
{
    text_free(&rows->cells);
    text_free(&rows->raw);
}

/* Adds a row, or several if they were packed into one line, as far as the capacity goes. */
static void rows_add(const char *row, unsigned long line, enum line kind, struct rows *rows)
{
    bool more = true;
    while (more && rows->count < GRID_MAX_SIDE) {
        size_t size = strcspn(row, "\n");
        text_add(&rows->cells, row, size);
        more = row[size] == '\n';
        row += size + more;
        rows->line[rows->count] = line;
        rows->kind[rows->count++] = kind;
        rows->start[rows->count] = rows->cells.size;
    }
    rows->lines[kind]++;
}

static size_t row_size(const struct rows *rows, size_t n)
{
    return rows->start[n + 1] - rows->start[n];
}

/* Copies the n-th row to `row`. */
static void rows_nth(const struct rows *rows, size_t n, struct text *row)
{
    text_clear(row);
    text_add(row, text_string(&rows->cells) + rows->start[n], row_size(rows, n));
}

/* Returns whether lines of spaces stand between other rows. */
static bool rows_parted(const struct rows *rows)
{
    size_t first = 0, last = rows->count, between = 0;
    while (first < last && rows->kind[first] == LINE_SPACES)
        first++;
    while (last > first && rows->kind[last - 1] == LINE_SPACES)
        last--;
    for (size_t n = first; n < last; n++)
        between += rows->kind[n] == LINE_SPACES;
    return between > 0;
}

/* Makes a grid of some rows; short ones are padded with NUL.  Returns false if memory runs out. */
static bool rows_grid(const struct rows *rows, size_t first, size_t count, struct grid *grid)
{
    size_t width = 0; /* of the widest row */
    for (size_t n = first; n < first + count; n++)
        width = row_size(rows, n) > width ? row_size(rows, n) : width;
    if (!grid_make(grid, (int)width, (int)count, '\0'))
        return false;
    for (size_t n = 0; n < count; n++)
        memcpy(grid->cells + n * width, text_string(&rows->cells) + rows->start[first + n], row_size(rows, first + n));
    return true;
}

/* --- packed rows --- */

/* Returns whether a game takes every row as it is, and one of them holds one of its marks. */
static bool takes_all(const struct game *game, const struct rows *rows)
{
    return line_all_cells(game, &rows->cells) &&
           (game->marks == NULL || strpbrk(text_string(&rows->cells), game->marks) != NULL);
}

/* Unpacks the rows if no game takes all of them as they are.  A row such as 5# may be packed or not; only the whole
 * level can tell.  If memory runs out, rows->cells is marked as failed. */
static void decide_packing(const struct level_reader *reader, struct rows *rows)
{
    bool decided = false;
    for (size_t i = 0; games[i] != NULL && !decided; i++)
        decided = may_be_of(reader, games[i]) && takes_all(games[i], rows);
    for (size_t i = 0; games[i] != NULL && !decided; i++) {
        struct rows unpacked = {0};
        if (games[i]->read_row == NULL || !may_be_of(reader, games[i]))
            continue;
        /* Unpacks every row by the game's rules. */
        const struct game *game = games[i];
        struct text row = {0};
        bool all = true;
        for (size_t n = 0; all && n < rows->count; n++) {
            rows_nth(rows, n, &row);
            all = game->read_row(text_string(&row), row.size, NULL, 0) >= 0;
            if (all)
                line_unpack(game, &row);
            rows_add(text_string(&row), rows->line[n], LINE_ROW, &unpacked);
        }
        unpacked.cells.failed |= row.failed;
        text_free(&row);
        decided = all && takes_all(games[i], &unpacked);
        rows->cells.failed |= unpacked.cells.failed;
        rows_free(decided ? rows : &unpacked);
        if (decided)
            *rows = unpacked;
    }
}

/* --- which rows are levels --- */

/* The result of a reading. */
struct reading {
    enum level_fit fit;
    const struct game *game; /* game of the first level */
    bool failed;             /* memory ran out */
};

/* Adds a level of some rows to a reading, of the given game unless that is NULL.  A reading fits no better than its
 * worst level. */
static void try_rows(const struct rows *rows, size_t first, size_t count, const struct game *game,
                     struct reading *reading)
{
    struct level level = {0};
    if (!rows_grid(rows, first, count, &level.grid)) {
        reading->failed = true;
        return;
    }
    enum level_fit fit = LEVEL_FITS_NOT;
    reading->failed |= !level_try(&level, &game, &fit);
    reading->fit = fit < reading->fit ? fit : reading->fit;
    reading->game = reading->game == NULL ? game : reading->game;
    level_free(&level);
}

/* --- rows or comments? ---
 *
 * A line that begins with ';' or '::' is a comment, and "Name: value" is text.  But a row of a Snakebird level may look
 * like that, too, because its blocks use these characters.
 *
 * Such a line is a row only if it and all rows around it have nothing but cells, and if it is as wide as the nearest
 * of them above or below: every level is written with rows of equal width.  A comment that is longer or shorter than
 * the rows beside it is never taken for a row.
 *
 * A line of the form "Name:value" with that width is a row only if the result is a level.  If every line begins like
 * a comment, the level may have been commented out.  If no game is given, the author must decide. */

/* Returns whether a row is as wide as the nearest unmarked row above or below it.  If all rows are marked, its
 * neighbours count. */
static bool is_as_wide(const struct rows *rows, size_t n)
{
    size_t width = row_size(rows, n), above = n, below = n + 1;
    bool all = rows->lines[LINE_MARKED] == rows->count;
    if (rows->count == 1)
        return true;
    while (above > 0 && rows->kind[above - 1] == LINE_MARKED && !all)
        above--;
    while (below < rows->count && rows->kind[below] == LINE_MARKED && !all)
        below++;
    return (above > 0 && row_size(rows, above - 1) == width) || (below < rows->count && row_size(rows, below) == width);
}

/* Decides whether the marked ones among some rows are rows, and tells the reader for each line.  Returns DOUBT_ROWS
 * if all are rows, DOUBT_TEXT if some are comments and the lines must be read again, and DOUBT_STAYS, with a message
 * in `error`, if either is possible.  DOUBT_FAILED: memory ran out. */
static enum doubt decide_marks(struct level_reader *reader, struct rows *rows, struct text *error)
{
    /* Whether all rows, except possible titles, consist of cells of a game. */
    bool cells = false, all = rows->lines[LINE_MARKED] == rows->count;
    for (size_t i = 0; games[i] != NULL && !cells; i++) {
        cells = may_be_of(reader, games[i]);
        for (size_t n = 0; n < rows->count && cells; n++)
            cells = rows->kind[n] == LINE_DOUBT ||
                    strspn(text_string(&rows->cells) + rows->start[n], games[i]->cells) >= row_size(rows, n);
    }
    /* Whether all rows together are a level. */
    struct reading whole = {.fit = LEVEL_FITS_NOT};
    if (cells) {
        whole.fit = LEVEL_LOADS;
        try_rows(rows, 0, rows->count, NULL, &whole);
        rows->cells.failed |= whole.failed;
    }
    bool good = whole.fit == LEVEL_LOADS && !rows->cells.failed, every = true;
    reader->marks_from = rows->line[0];
    reader->marks_to = rows->line[rows->count - 1];
    if (all && good && reader->game == NULL) {
        text_addf(error,
                  "%s:%lu:1: could be the rows of a level or comments; --game=NAME makes them rows, '; ' comments\n",
                  reader->path, rows->line[0]);
        return DOUBT_STAYS;
    }
    for (size_t n = 0; n < rows->count; n++) {
        struct text row = {0};
        rows_nth(rows, n, &row);
        bool named = line_key_length(text_string(&row)) > 0;
        bool is_row = cells && is_as_wide(rows, n) && (good || !(named || all));
        every &= is_row || rows->kind[n] != LINE_MARKED;
        reader->mark_is_row[rows->line[n] - reader->marks_from] = is_row;
        rows->cells.failed |= row.failed;
        text_free(&row);
    }
    return rows->cells.failed ? DOUBT_FAILED : every ? DOUBT_ROWS : DOUBT_TEXT;
}

/* --- rows or titles? ---
 *
 * If no game is given, a line such as "ABC" or "12" may be a row of a Snakebird level or the title of another level.
 *
 * So both readings are tried: all lines as rows of one level, and the doubtful ones as text between levels.  If only
 * one of them gives levels, it is the right one.  If both do, the author must decide. */

/* Tries the reading in which the rows of a kind are text, which separates the other rows into levels. */
static struct reading try_as_text(const struct rows *rows, enum line kind, const struct game *game)
{
    struct reading reading = {.fit = rows->lines[kind] < rows->count ? LEVEL_LOADS : LEVEL_FITS_NOT};
    size_t first = 0;
    for (size_t n = 0; n <= rows->count; n++) {
        if (n < rows->count && rows->kind[n] != kind)
            continue;
        if (n > first)
            try_rows(rows, first, n - first, game, &reading);
        first = n + 1;
    }
    return reading;
}

/* Decides whether the lines of spaces among some rows are rows (DOUBT_ROWS) or blank lines (DOUBT_TEXT).
 * DOUBT_FAILED: memory ran out. */
static enum doubt decide_spaces(const struct level_reader *reader, const struct rows *rows)
{
    struct reading all = {.fit = LEVEL_LOADS};
    /* A single line of spaces is no level.  Nor are several, unless a game is given. */
    if (rows->lines[LINE_SPACES] == rows->count && (reader->game == NULL || rows->count == 1))
        return DOUBT_TEXT;
    try_rows(rows, 0, rows->count, reader->game, &all);
    if (all.fit == LEVEL_LOADS && !all.failed)
        return DOUBT_ROWS;
    struct reading parts = try_as_text(rows, LINE_SPACES, reader->game);
    if (all.failed || parts.failed)
        return DOUBT_FAILED;
    /* They are rows if every one of them is as wide as the row above or below it. */
    bool fit = parts.fit != LEVEL_LOADS;
    for (size_t n = 0; n < rows->count && fit; n++) {
        size_t width = row_size(rows, n);
        fit = rows->kind[n] != LINE_SPACES || (n > 0 && row_size(rows, n - 1) == width) ||
              (n + 1 < rows->count && row_size(rows, n + 1) == width);
    }
    return fit ? DOUBT_ROWS : DOUBT_TEXT;
}

/* Decides by what the games make of the rows with and without the doubtful ones.  DOUBT_STAYS: both readings give
 * levels; `error` says so.  DOUBT_FAILED: memory ran out. */
static enum doubt decide_doubt(const struct level_reader *reader, const struct rows *rows, struct text *error)
{
    struct reading all = {.fit = LEVEL_LOADS};
    try_rows(rows, 0, rows->count, NULL, &all);
    if (all.fit == LEVEL_FITS_NOT && !all.failed)
        return DOUBT_TEXT;
    struct reading parts = try_as_text(rows, LINE_DOUBT, NULL);
    if (all.failed || parts.failed)
        return DOUBT_FAILED;
    /* A faulty row is no title if it looks like its neighbours: it is as wide as the widest of them. */
    size_t widest = 0;
    for (size_t n = 0; n < rows->count; n++) {
        if (rows->kind[n] != LINE_DOUBT && row_size(rows, n) > widest)
            widest = row_size(rows, n);
    }
    bool as_wide = false;
    for (size_t n = 0; n < rows->count; n++)
        as_wide |= rows->kind[n] == LINE_DOUBT && row_size(rows, n) == widest;
    if (all.fit != LEVEL_LOADS && !(as_wide && (parts.game == NULL || parts.game == all.game)))
        return DOUBT_TEXT;
    if (parts.fit != LEVEL_LOADS)
        return DOUBT_ROWS;
    const struct game *game = all.game;
    struct text row = {0};
    size_t n = 0;
    while (rows->kind[n] != LINE_DOUBT)
        n++;
    rows_nth(rows, n, &row);
    text_addf(error,
              "%s:%lu:1: '%.40s' could be a row of a %s level or a title; --game=%s makes it a row, "
              "'; ' before it a title\n",
              reader->path, rows->line[n], text_string(&row), game->title, game->name);
    error->failed |= row.failed;
    text_free(&row);
    return DOUBT_STAYS;
}

/* --- reader --- */

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path, const char *name)
{
    *reader = (struct level_reader){.stream = stream, .path = path, .name = name};
}

void level_reader_give(struct level_reader *reader, const char *bytes, size_t size)
{
    text_add(&reader->again, bytes, size);
}

void level_reader_stop(struct level_reader *reader)
{
    text_free(&reader->row);
    text_free(&reader->title);
    text_free(&reader->raw);
    text_free(&reader->again);
    text_free(&reader->remarks);
    source_release(reader->game_source);
}

/* A UTF-8 character of up to four bytes counts as one column. */
enum { LONGEST_ROW = 4 * GRID_MAX_SIDE };

/* Lines that are read again come before the stream. */
static int level_char(struct level_reader *reader)
{
    if (reader->again_at < reader->again.size)
        return (unsigned char)reader->again.data[reader->again_at++];
    return reader->stream == NULL ? EOF : getc_unlocked(reader->stream);
}

/* Takes over lines to read again, which come before those that are still to be read again. */
static void read_again(struct level_reader *reader, struct text *lines)
{
    size_t left = reader->again.size - reader->again_at;
    if (left > 0)
        text_add(lines, reader->again.data + reader->again_at, left);
    text_free(&reader->again);
    reader->again = *lines;
    reader->again_at = 0;
    *lines = (struct text){0};
}

/* Reads a line of text into `row`.  If it returns anything but LINE_ROW, the kind of the line is final. */
static enum line read_text_line(struct level_reader *reader)
{
    text_clear(&reader->row);
    reader->too_long = false;
    int c = level_char(reader);
    if (c == EOF)
        return LINE_NONE;
    reader->line++;
    for (; c != EOF && c != '\n'; c = level_char(reader)) {
        if (c == '\0')
            return LINE_BINARY;
        if (reader->row.size < LONGEST_ROW)
            text_add_char(&reader->row, (char)c);
        else
            reader->too_long = true;
    }
    if (reader->row.size > 0 && reader->row.data[reader->row.size - 1] == '\r')
        reader->row.data[--reader->row.size] = '\0';
    /* A byte order mark is no part of the first line. */
    size_t mark = reader->line == 1 ? utf8_mark(reader->row.data, reader->row.size) : 0;
    if (mark > 0) {
        reader->row.size -= mark;
        memmove(reader->row.data, reader->row.data + mark, reader->row.size + 1);
    }
    return reader->row.size == 0 ? LINE_BLANK : LINE_ROW;
}

static bool counts_as_row(enum line line)
{
    return line == LINE_ROW || line == LINE_DOUBT || line == LINE_MARKED || line == LINE_SPACES;
}

/* Reads a line.  After memory ran out there are no more lines, because half a line must not be taken for a whole
 * one. */
static enum line read_line(struct level_reader *reader)
{
    if (reader->held) {
        reader->held = false;
        return (enum line)reader->held_kind;
    }
    enum line line = reader->failed ? LINE_NONE : read_text_line(reader);
    if (line == LINE_ROW || line == LINE_BLANK) {
        reader->in_game = reader->in_game && reader->row.size > 0;
        text_clear(&reader->raw);
        text_add_text(&reader->raw, &reader->row);
    }
    if (line == LINE_ROW && !reader->row.failed)
        line = level_line(reader);
    reader->failed |= reader->row.failed || reader->raw.failed;
    return reader->failed ? LINE_NONE : line;
}

static void say(const struct level_reader *reader, unsigned long line, size_t column, const char *message,
                struct text *error)
{
    text_addf(error, "%s:%lu:%zu: %s\n", reader->path, line, column, message);
}

/* What is wrong with a line that holds a zero byte.  Text in UTF-16 begins with a byte order mark. */
static const char *binary_data(const struct level_reader *reader)
{
    bool marked = reader->line == 1 && reader->row.size >= 2 &&
                  (memcmp(reader->row.data, "\xff\xfe", 2) == 0 || memcmp(reader->row.data, "\xfe\xff", 2) == 0);
    return marked ? "this text is in UTF-16; save it as UTF-8" : "binary data, not a level";
}

static void keep_raw(const struct level_reader *reader, struct rows *rows)
{
    text_add_text(&rows->raw, &reader->raw);
    text_add_char(&rows->raw, '\n');
}

/* Reads rows up to the next blank line, text or the end, or until there are more than a level has and lines of spaces
 * separate them.  Returns false, with a message in `error`, if they are no level. */
static bool read_rows(struct level_reader *reader, struct rows *rows, enum line *last, struct text *error)
{
    bool good = true;
    enum line line;
    while (counts_as_row(line = read_line(reader))) {
        bool packed = memchr(text_string(&reader->row), '\n', reader->row.size) != NULL;
        bool wide = reader->too_long || (!packed && reader->row.size > GRID_MAX_SIDE);
        if (good && !wide && rows->count == GRID_MAX_SIDE && rows_parted(rows)) {
            rows->several = true;
            keep_raw(reader, rows);
            break;
        }
        if (good && (wide || rows->count == GRID_MAX_SIDE)) {
            text_addf(error, "%s:%lu:%d: level larger than the limit of %d columns and %d rows\n", reader->path,
                      reader->line, wide ? GRID_MAX_SIDE + 1 : 1, GRID_MAX_SIDE, GRID_MAX_SIDE);
            good = false;
        }
        if (!good)
            continue;
        rows_add(text_string(&reader->row), reader->line, line, rows);
        keep_raw(reader, rows);
    }
    *last = line;
    if (line == LINE_BINARY) {
        if (good)
            say(reader, reader->line, reader->row.size + 1, binary_data(reader), error);
        reader->ended = true;
        return false;
    }
    return good;
}

/* --- titles --- */

enum { LONGEST_TITLE = 100 }; /* in bytes */

/* Sets the title to a line of text without its comment marks, if it can serve as a title. */
static void set_title(struct text *title, const char *line)
{
    bool slashed = line[0] == '/';
    line += strspn(line, slashed ? "/* \t'\"" : ";: \t'\"");
    size_t size = strlen(line);
    while (size > 0 && strchr(slashed ? "/* \t'\"" : " \t'\"", line[size - 1]) != NULL)
        size--;
    bool moves = size > 24 && strspn(line, MOVES) >= size;
    bool ruler = strspn(line, "-=_*~+.:;|<>/ ") >= size;
    if (size == 0 || moves || ruler)
        return;
    if (size > LONGEST_TITLE)
        size = LONGEST_TITLE;
    while (size > 0 && ((unsigned char)line[size] & 0xc0) == 0x80)
        size--; /* keep characters whole */
    text_clear(title);
    text_add(title, line, size);
}

/* A "Title: ..." between two levels, until it is known to which of them it belongs. */
struct named {
    struct text value;
    bool below, above; /* no blank line separates it from the level before; none has followed it so far */
    bool beaten;       /* other text stands nearer to the next level */
};

/* Gives a named title to the level before, as `below`, or to the next one if titles stand above their levels in this
 * file.  A title right below a level belongs to that level even then, because a title in the file's head may be meant
 * for all levels; but not if the level has a title right above it. */
static void decide_named(struct level_reader *reader, struct named *named, struct text *below, bool *below_named)
{
    bool own = named->below && !named->above && !reader->has_near_title;
    bool next = reader->number == 0 || (reader->titles_above && !own);
    if (named->value.size > 0 && next && !named->beaten) {
        set_title(&reader->title, text_string(&named->value));
        reader->near_title = named->above;
    } else if (named->value.size > 0 && !next) {
        set_title(below, text_string(&named->value));
        *below_named = true;
    }
    reader->failed |= named->value.failed;
    text_free(&named->value);
    *named = (struct named){0};
}

/* Reads blank lines and text up to the next row, which is then held.  Returns false if there is none; binary data
 * counts as a row.  Text right below the rows of a level belongs to that level unless the next row follows right
 * after it. "Title:" belongs to it, too, unless titles stand above their levels in this file.  `adjacent`: the line
 * is right below the level.  *below_named is set if `below` is such a title, which overrides other text. */
static bool read_text(struct level_reader *reader, enum line line, bool adjacent, struct text *below, bool *below_named)
{
    struct text under = {0};
    struct named named = {0};
    if (reader->binary)
        return false;
    for (; line == LINE_BLANK || line == LINE_TEXT; line = read_line(reader)) {
        const char *text = text_string(&reader->row);
        const char *value = strncasecmp(text, "Title:", 6) == 0 ? text + 6 : NULL;
        adjacent = adjacent && line == LINE_TEXT;
        named.above = named.above && line == LINE_TEXT;
        reader->near_title = reader->near_title && line == LINE_TEXT;
        if (line == LINE_BLANK)
            continue;
        reader->titles_above |= value != NULL && reader->number == 0;
        if (value != NULL) {
            decide_named(reader, &named, below, below_named);
            named = (struct named){.below = adjacent && reader->number > 0, .above = true};
            text_add_string(&named.value, value);
        } else if (line_key_length(text) == 0 && !is_about_file(text) && !reader->in_comment && !reader->in_game) {
            set_title(adjacent && reader->number > 0 ? &under : &reader->title, text);
            named.beaten |= !named.above;
            reader->near_title = false;
        }
    }
    if (under.size > 0 && adjacent && counts_as_row(line))
        set_title(&reader->title, text_string(&under));
    named.above = named.above && counts_as_row(line);
    decide_named(reader, &named, below, below_named);
    if (under.size > 0 && !(adjacent && counts_as_row(line)) && below->size == 0)
        set_title(below, text_string(&under));
    reader->failed |= under.failed || below->failed || reader->title.failed;
    text_free(&under);
    reader->held = counts_as_row(line);
    reader->held_kind = (int)line;
    reader->binary = line == LINE_BINARY;
    return reader->held || reader->binary;
}

/* The input is over.  It is an error if it had no level at all. */
static enum level_result end_input(struct level_reader *reader, struct text *error)
{
    bool lost = reader->stream != NULL && ferror(reader->stream) != 0;
    bool endless = !reader->ended && !reader->binary && reader->in_comment && reader->comment_hides;
    bool bad = reader->binary || endless || (!reader->ended && reader->number == 0);
    if (reader->binary)
        say(reader, reader->line, reader->row.size + 1, binary_data(reader), error);
    else if (lost)
        text_addf(error, "%s: %s\n", reader->path, strerror(errno));
    else if (endless)
        say(reader, reader->comment, 1, "this comment has no 'Comment-End:', and levels in it are not read", error);
    else if (bad)
        say(reader, reader->line + (reader->line == 0), 1, "no level in this file", error);
    bad |= !reader->ended && lost;
    reader->ended = true;
    reader->binary = false;
    return bad ? LEVEL_BAD : LEVEL_END;
}

/* Decides what is in doubt among the rows.  LEVEL_END: some are text, and the lines must be read again. */
static enum level_result decide_doubts(struct level_reader *reader, struct rows *rows, enum line last,
                                       struct text *error)
{
    enum doubt doubt = rows->lines[LINE_MARKED] == 0 || rows->several ? DOUBT_ROWS : decide_marks(reader, rows, error);
    if (doubt == DOUBT_ROWS && rows->lines[LINE_SPACES] > 0) {
        doubt = rows->several ? DOUBT_TEXT : decide_spaces(reader, rows);
        if (doubt == DOUBT_TEXT)
            reader->spaces_decided = reader->line;
    }
    if (doubt == DOUBT_ROWS && rows->lines[LINE_DOUBT] > 0) {
        doubt = decide_doubt(reader, rows, error);
        if (doubt == DOUBT_TEXT)
            reader->titles_decided = reader->line;
    }
    if (doubt == DOUBT_ROWS && strspn(text_string(&rows->raw), "\n" LEVEL_RULERS) == rows->raw.size) {
        doubt = DOUBT_TEXT;
        reader->rulers_decided = reader->line;
    }
    if (doubt == DOUBT_ROWS) {
        decide_packing(reader, rows);
    } else if (doubt == DOUBT_TEXT) {
        /* Goes back to the first of the rows, now that more is known about them. */
        if (last == LINE_TEXT || last == LINE_BLANK)
            keep_raw(reader, rows);
        reader->line = rows->line[0] - 1;
        reader->in_comment = reader->in_game = false;
        read_again(reader, &rows->raw);
        reader->failed |= reader->again.failed;
    }
    reader->failed |= doubt == DOUBT_FAILED || rows->cells.failed;
    return doubt == DOUBT_ROWS ? LEVEL_READ : doubt == DOUBT_TEXT ? LEVEL_END : LEVEL_BAD;
}

/* Reads the level that begins with the held row.  `above` is the title above it, if any.  LEVEL_END: some lines
 * turned out to be text and must be read again. */
static enum level_result read_level(struct level_reader *reader, const struct text *above, struct level *level,
                                    struct text *error)
{
    unsigned long line = reader->line;
    struct rows rows = {0};
    struct text below = {0};
    enum line last;
    enum level_result result = LEVEL_BAD;
    bool whole = read_rows(reader, &rows, &last, error);
    reader->failed |= rows.cells.failed || rows.raw.failed;
    if (whole && !reader->failed)
        result = decide_doubts(reader, &rows, last, error);
    if (result == LEVEL_READ) {
        *level = (struct level){.line = line};
        text_add_string(&level->file, reader->path);
        reader->failed |= (!rows_grid(&rows, 0, rows.count, &level->grid) || level->file.failed);
    }
    reader->number += result != LEVEL_END;
    rows_free(&rows);
    if (result != LEVEL_END && !reader->failed && !reader->ended) {
        bool below_named = false;
        reader->has_near_title = reader->near_title;
        reader->near_title = false;
        bool more = read_text(reader, last, true, &below, &below_named);
        /* The level's name is its title, or its file and its number there.  A comment above it does not override a
         * title below. */
        const struct text *title = above->size > 0 && !below_named ? above : &below;
        if (result == LEVEL_READ) {
            level->titled = title->size > 0;
            if (level->titled)
                text_add_text(&level->name, title);
            else
                text_add_string(&level->name, reader->name);
            if (!level->titled && (more || reader->number > 1))
                text_addf(&level->name, "#%lu", reader->number);
        }
        reader->failed |= level->name.failed;
    }
    text_free(&below);
    return result;
}

/* --- game sources ---
 *
 * Files that define their game: their first lines identify them, and they are read as a whole.  Lines that were read
 * to find out, but are no game source, are read again as levels. */

enum {
    LEVEL_SOURCE_MOST = 1 << 27, /* limit in bytes for one */
    LONGEST_SIGN = 1 << 24,      /* number of bytes within which a file must show that it is a game source */
};

/* Returns whether the input begins like a source of a language.  `text` holds what was read to find out. */
static bool shows_sign(struct level_reader *reader, const struct language *language, struct text *text)
{
    unsigned memory = 0;
    size_t at = 0;
    enum source_sign sign = SOURCE_PERHAPS;
    while (sign == SOURCE_PERHAPS && text->size < LONGEST_SIGN) {
        if (at == text->size) { /* reads a line, with its end */
            int c = level_char(reader);
            while (c != EOF) {
                text_add_char(text, (char)c);
                if (c == '\n' || text->failed || text->size >= LONGEST_SIGN)
                    break;
                c = level_char(reader);
            }
        }
        if (at == text->size || text->failed)
            return false;
        char *line = text->data + at, *end = memchr(line, '\n', text->size - at);
        size_t size = end == NULL ? text->size - at : (size_t)(end - line);
        at += size + (end != NULL);
        if (memchr(line, '\0', size) != NULL)
            return false;
        size_t skip = line == text->data ? utf8_mark(line, size) : 0;
        if (end != NULL)
            *end = '\0';
        sign = language->sign(line + skip, &memory);
        if (end != NULL)
            *end = '\n';
    }
    return sign == SOURCE_SURELY;
}

struct listener {
    const struct level_reader *reader;
    struct text *errors, *remarks;
};

static void add_message(void *context, int line, bool error, const char *message)
{
    struct listener *listener = context;
    struct text *text = error ? listener->errors : listener->remarks;
    text_addf(text, "%s:", listener->reader->path);
    if (line > 0)
        text_addf(text, "%d:", line);
    text_addf(text, " %s%s\n", error ? "" : "warning: ", message);
}

/* Makes a game source of the text that was read and the rest of the input.  Returns false if memory runs out. */
static bool read_source(struct level_reader *reader, const struct language *language, struct text *source,
                        struct text *error)
{
    int c;
    bool no_memory = false;
    struct listener listener = {reader, error, &reader->remarks};
    while (!source->failed && source->size <= LEVEL_SOURCE_MOST && (c = level_char(reader)) != EOF)
        text_add_char(source, (char)c);
    if (source->failed)
        return false;
    if (reader->stream != NULL && ferror(reader->stream)) {
        text_addf(error, "%s: cannot be read\n", reader->path);
        return true;
    }
    static const struct limits none = {0};
    struct limited limited;
    char reason[LIMIT_REASON] = "";
    limited_open(&limited, NULL, reader->limits == NULL ? &none : reader->limits);
    reader->game_source =
        language->read(text_string(source), source->size, add_message, &listener, &limited.check, &no_memory);
    reader->limited = reader->game_source == NULL && limited_stopped(&limited, reason);
    limited_close(&limited);
    if (reader->limited)
        text_addf(error, "%s: undecided (%s while the game was read)\n", reader->path, reason);
    return !no_memory && !reader->remarks.failed;
}

/* Finds out, before anything else is read, whether the stream is a game source, and reads it.  Errors in it go to
 * `error`.  Returns false if memory runs out. */
static bool level_language_open(struct level_reader *reader, struct text *error)
{
    const struct game *asked = reader->game;
    bool good = true;
    reader->opened = true;
    if (asked != NULL && asked->language == NULL)
        return true;
    struct text source = {0};
    for (size_t i = 0; languages[i] != NULL && reader->game_source == NULL && good; i++) {
        const struct language *language = languages[i]->language;
        if (asked == languages[i] || (asked == NULL && shows_sign(reader, language, &source))) {
            reader->ended = true;
            good = read_source(reader, language, &source, error);
            break;
        }
    }
    if (!reader->ended) {
        read_again(reader, &source);
        good = good && !reader->again.failed;
    }
    text_free(&source);
    return good;
}

/* Reads the next level of the reader's game source; see level_reader_next. */
static enum level_result level_language_next(struct level_reader *reader, struct level *level, struct text *error)
{
    const struct language *language = reader->game_source->language->language;
    struct complaint complaint = {0};
    int line = 0;
    if (reader->number == language->levels(reader->game_source))
        return LEVEL_END;
    *level = (struct level){.game_source = language->hold_for_level(reader->game_source, reader->number),
                            .place = reader->number};
    if (level->game_source == NULL)
        complain_memory(&complaint);
    bool good = level->game_source != NULL &&
                language->level(level->game_source, reader->number, &level->grid, &line, &complaint);
    reader->number++;
    level->line = (unsigned long)line;
    level->remarks = reader->remarks;
    reader->remarks = (struct text){0};
    if (!good && !complaint.failed) {
        text_addf(error, "%s:%d:1: %s\n", reader->path, line, complaint.message);
        level_free(level);
        *level = (struct level){0};
        return LEVEL_BAD;
    }
    const char *title = language->title(reader->game_source);
    const char *name = good ? language->level_name(reader->game_source, reader->number - 1) : "";
    level->titled = *title != '\0' || *name != '\0';
    text_add_string(&level->file, reader->path);
    if (*name != '\0')
        text_add_string(&level->name, name);
    else
        text_addf(&level->name, "%s #%lu", level->titled ? title : reader->name, reader->number);
    reader->failed |= !good || level->file.failed || level->name.failed;
    return LEVEL_READ;
}

/* --- the next level --- */

/* Does the work of level_reader_next, except that it does not report that memory ran out. */
static enum level_result next_level(struct level_reader *reader, struct level *level, struct text *error)
{
    if (!reader->opened) {
        reader->failed = !level_language_open(reader, error);
        if (reader->failed || (reader->ended && reader->game_source == NULL))
            return reader->limited ? LEVEL_LIMIT : LEVEL_BAD; /* it cannot be read */
    }
    if (reader->game_source != NULL)
        return level_language_next(reader, level, error);
    for (;;) {
        bool below_named;
        if (!reader->ended && !reader->held && !reader->binary)
            read_text(reader, read_line(reader), false, &reader->title, &below_named);
        if (reader->ended || reader->failed || !reader->held)
            return end_input(reader, error);
        struct text above = reader->title;
        reader->title = (struct text){0};
        enum level_result result = read_level(reader, &above, level, error);
        if (result != LEVEL_END) {
            text_free(&above);
            return result;
        }
        reader->title = above; /* reading goes on from here */
    }
}

enum level_result level_reader_next(struct level_reader *reader, struct level *level, struct text *error)
{
    bool over = reader->failed;             /* running out of memory was reported already */
    reader->failed |= reader->again.failed; /* the text that was given */
    enum level_result result = reader->failed ? LEVEL_END : next_level(reader, level, error);
    if (!reader->failed || over)
        return result;
    text_fail(error);
    return LEVEL_BAD;
}
