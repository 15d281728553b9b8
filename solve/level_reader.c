/* The levels of one text stream; see level_reader.h. */
#include "solve/level_reader.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path,
                        const char *name)
{
    *reader = (struct level_reader){.stream = stream, .path = path, .name = name};
}

void level_reader_stop(struct level_reader *reader)
{
    text_free(&reader->row);
    text_free(&reader->title);
}

/* What became of a line. */
enum line { LINE_ROW, LINE_TEXT, LINE_BLANK, LINE_NONE, LINE_BINARY };

/* A UTF-8 character may take four bytes where it counts as one column. */
enum { LONGEST_ROW = 4 * GRID_MAX_SIDE };

static void drop_byte_order_mark(struct level_reader *reader)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (reader->line == 1 && reader->row.size >= 3 && memcmp(reader->row.data, mark, 3) == 0) {
        reader->row.size -= 3;
        memmove(reader->row.data, reader->row.data + 3, reader->row.size + 1);
    }
}

/* --- rows and text --- */

/* Whether all characters are cells of the game. */
static bool all_cells(const struct game *game, const struct text *line)
{
    return strspn(text_string(line), game->cells) == line->size;
}

/* Unpacks a row of a game that has packed rows. */
static void unpack_row(const struct game *game, struct text *line)
{
    char row[4 * GRID_MAX_SIDE];
    int size = game->read_row(text_string(line), line->size, row, sizeof row);
    if (size >= 0 && (size_t)size <= sizeof row) {
        text_clear(line);
        text_add(line, row, (size_t)size);
    }
}

/* Whether some game takes the line as a row; unpacks it if none takes it as it is. */
static bool is_row(const struct level_reader *reader, struct text *line)
{
    const struct game *packed = NULL;
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i];
        if (reader->game != NULL && reader->game != game)
            continue;
        if (game->read_row != NULL &&
            game->read_row(text_string(line), line->size, NULL, 0) < 0)
            continue;
        if (all_cells(game, line))
            return true;
        if (game->read_row != NULL)
            packed = game;
    }
    if (packed != NULL)
        unpack_row(packed, line);
    return packed != NULL;
}

/* The length of the name in "Name: value", or 0. */
static size_t key_length(const char *line)
{
    size_t length = 0;
    while (isalpha((unsigned char)line[length]) || (length > 0 && strchr(" -", line[length]) &&
                                                    line[length] != '\0'))
        length++;
    return length > 2 && line[length] == ':' ? length : 0;
}

/* Whether a line that is no row reads like text: it begins with a letter, a digit or a quote and has a
 * word in it, or it is a number. */
static bool reads_like_text(const char *line)
{
    const char *first = line + strspn(line, " \t");
    if (strspn(first, "0123456789") == strlen(first))
        return true;
    if (!isalnum((unsigned char)*first) && strchr("'\"(", *first) == NULL &&
        (unsigned char)*first < 0x80)
        return false;
    size_t latin = 0, other = 0; /* letters in a row; bytes of letters of other alphabets */
    for (const char *c = first; *c != '\0' && latin < 3 && other < 6; c++) {
        latin = isalpha((unsigned char)*c) ? latin + 1 : 0;
        other = (unsigned char)*c >= 0x80 ? other + 1 : 0;
    }
    return latin == 3 || other == 6;
}

/* Whether more than half of a line are cells of a game that takes every line of cells as a row: then it
 * is a row with a mistake in it, and no text, though its walls may be letters. */
static bool mostly_cells(const struct level_reader *reader, const struct text *line)
{
    for (size_t i = 0; games[i] != NULL; i++) {
        if ((reader->game != NULL && reader->game != games[i]) || games[i]->read_row != NULL)
            continue;
        size_t cells = 0;
        for (size_t c = 0; c < line->size; c++)
            cells += strchr(games[i]->cells, line->data[c]) != NULL;
        if (2 * cells > line->size)
            return true;
    }
    return false;
}

/* Whether a line is the heading of a solution or another saved game, or moves right below one. */
static bool is_saved_game(const struct level_reader *reader, const char *line)
{
    if (strncasecmp(line, "Solution", 8) == 0 || strncasecmp(line, "Snapshot", 8) == 0)
        return true;
    return reader->in_game && strspn(line, "udlrUDLR0123456789()") == strlen(line);
}

static enum line classify(struct level_reader *reader)
{
    const char *line = text_string(&reader->row);
    reader->in_game = is_saved_game(reader, line); /* moves may be longer than any row */
    if (reader->in_game)
        return LINE_TEXT;
    if (line[0] == ';' || (line[0] == ':' && line[1] == ':') || reader->in_comment ||
        key_length(line) > 0) {
        if (strncasecmp(line, "Comment-End", 11) == 0)
            reader->in_comment = false;
        else if (strncasecmp(line, "Comment:", 8) == 0 && line[8 + strspn(line + 8, " ")] == '\0')
            reader->in_comment = true;
        return LINE_TEXT;
    }
    return reader->too_long || is_row(reader, &reader->row) || !reads_like_text(line) ||
                   mostly_cells(reader, &reader->row)
               ? LINE_ROW
               : LINE_TEXT;
}

static enum line read_line(struct level_reader *reader)
{
    if (reader->held) {
        reader->held = false;
        return LINE_ROW;
    }
    text_clear(&reader->row);
    reader->too_long = false;
    int c = getc_unlocked(reader->stream);
    if (c == EOF)
        return LINE_NONE;
    reader->line++;
    for (; c != EOF && c != '\n'; c = getc_unlocked(reader->stream)) {
        if (c == '\0')
            return LINE_BINARY;
        if (reader->row.size < LONGEST_ROW)
            text_add_char(&reader->row, (char)c);
        else
            reader->too_long = true;
    }
    if (reader->row.size > 0 && reader->row.data[reader->row.size - 1] == '\r')
        reader->row.data[--reader->row.size] = '\0';
    drop_byte_order_mark(reader);
    reader->in_game = reader->in_game && reader->row.size > 0;
    return reader->row.size == 0 ? LINE_BLANK : classify(reader);
}

static void say(const struct level_reader *reader, unsigned long line, size_t column,
                const char *message, struct text *error)
{
    text_addf(error, "%s:%lu:%zu: %s\n", reader->path, line, column, message);
}

/* The rows of a level while it is read. */
struct rows {
    struct text cells; /* the rows one behind the other */
    size_t start[GRID_MAX_SIDE + 1];
    size_t count, widest;
};

/* Adds a row, or the rows, if several were packed into a line. */
static void add_rows(const char *row, struct rows *rows)
{
    for (const char *end = row; end != NULL && rows->count < GRID_MAX_SIDE; row = end + 1) {
        end = memchr(row, '\n', strlen(row));
        size_t size = end == NULL ? strlen(row) : (size_t)(end - row);
        rows->start[rows->count++] = rows->cells.size;
        text_add(&rows->cells, row, size);
        rows->widest = size > rows->widest ? size : rows->widest;
    }
}

/* The n-th row, as a text of its own in `row`. */
static void nth_row(const struct rows *rows, size_t n, struct text *row)
{
    text_clear(row);
    text_add(row, text_string(&rows->cells) + rows->start[n], rows->start[n + 1] - rows->start[n]);
}

/* Whether a game takes every row as it is, and finds its mark in one of them. */
static bool takes_all(const struct game *game, const struct rows *rows)
{
    struct text row = {0};
    bool all = game->marks == NULL || strpbrk(text_string(&rows->cells), game->marks) != NULL;
    for (size_t n = 0; all && n < rows->count; n++) {
        nth_row(rows, n, &row);
        all = all_cells(game, &row);
    }
    text_free(&row);
    return all;
}

/* Unpacks every row by a game's rules.  False: it does not take one of them. */
static bool unpack_all(const struct game *game, const struct rows *rows, struct rows *unpacked)
{
    struct text row = {0};
    bool all = true;
    for (size_t n = 0; all && n < rows->count; n++) {
        nth_row(rows, n, &row);
        all = game->read_row(text_string(&row), row.size, NULL, 0) >= 0;
        if (all)
            unpack_row(game, &row);
        add_rows(text_string(&row), unpacked);
    }
    unpacked->start[unpacked->count] = unpacked->cells.size;
    text_free(&row);
    return all;
}

/* A row such as 5# may be packed or not; it takes the whole level to tell.  Unpacks the rows if no game
 * takes all of them as they are. */
static void settle_packing(const struct level_reader *reader, struct rows *rows)
{
    bool settled = false;
    for (size_t i = 0; games[i] != NULL && !settled; i++)
        settled = (reader->game == NULL || reader->game == games[i]) && takes_all(games[i], rows);
    for (size_t i = 0; games[i] != NULL && !settled; i++) {
        struct rows unpacked = {0};
        if (games[i]->read_row == NULL || (reader->game != NULL && reader->game != games[i]))
            continue;
        settled = unpack_all(games[i], rows, &unpacked) && takes_all(games[i], &unpacked);
        struct rows *other = settled ? rows : &unpacked;
        text_free(&other->cells);
        if (settled)
            *rows = unpacked;
    }
}

/* Reads rows up to the next blank line, text or the end.  False: they are no level; said in `error`. */
static bool read_rows(struct level_reader *reader, struct rows *rows, enum line *last,
                      struct text *error)
{
    bool good = true;
    enum line line;
    while ((line = read_line(reader)) == LINE_ROW) {
        bool packed = memchr(text_string(&reader->row), '\n', reader->row.size) != NULL;
        bool wide = reader->too_long || (!packed && reader->row.size > GRID_MAX_SIDE);
        if (good && (wide || rows->count == GRID_MAX_SIDE)) {
            text_addf(error, "%s:%lu:%d: level larger than the limit of %d columns and %d rows\n",
                      reader->path, reader->line, wide ? GRID_MAX_SIDE + 1 : 1, GRID_MAX_SIDE,
                      GRID_MAX_SIDE);
            good = false;
        }
        if (!good)
            continue;
        add_rows(text_string(&reader->row), rows);
    }
    *last = line;
    rows->start[rows->count] = rows->cells.size;
    if (line == LINE_BINARY) {
        if (good)
            say(reader, reader->line, reader->row.size + 1, "binary data, not a level", error);
        reader->ended = true;
        return false;
    }
    if (good && rows->cells.failed) {
        say(reader, reader->line, 1, "out of memory", error);
        good = false;
    }
    return good;
}

/* --- titles --- */

enum { LONGEST_TITLE = 100 }; /* bytes */

/* What a line of text says without its marks, if it may serve as a title. */
static void set_title(struct text *title, const char *line)
{
    line += strspn(line, ";: \t'\"");
    size_t size = strlen(line);
    while (size > 0 && strchr(" \t'\"", line[size - 1]) != NULL)
        size--;
    bool moves = size > 24 && strspn(line, "udlrUDLR0123456789()") >= size;
    if (size == 0 || moves)
        return;
    if (size > LONGEST_TITLE)
        size = LONGEST_TITLE;
    while (size > 0 && ((unsigned char)line[size] & 0xc0) == 0x80)
        size--; /* whole characters */
    text_clear(title);
    text_add(title, line, size);
}

/* The value of "Title: ..."; NULL: another line. */
static const char *title_value(const char *line)
{
    return strncasecmp(line, "Title:", 6) == 0 ? line + 6 : NULL;
}

/* Reads blank lines and text up to the next row, which is then held; false: there is none.  Text that
 * directly follows the rows of a level belongs to it, unless the next row directly follows; so does
 * "Title:", unless titles stand above their levels in this file.  Binary data counts as a row. */
static bool read_text(struct level_reader *reader, enum line line, struct text *below)
{
    struct text under = {0};
    bool adjacent = true;
    if (reader->binary)
        return false;
    for (; line == LINE_BLANK || line == LINE_TEXT; line = read_line(reader)) {
        const char *text = text_string(&reader->row), *value = title_value(text);
        adjacent = adjacent && line == LINE_TEXT;
        if (line == LINE_BLANK)
            continue;
        reader->titles_above |= value != NULL && reader->number == 0;
        if (value != NULL)
            set_title(reader->titles_above ? &reader->title : below, value);
        else if (key_length(text) == 0 && !reader->in_comment && !reader->in_game)
            set_title(adjacent && reader->number > 0 ? &under : &reader->title, text);
    }
    if (under.size > 0 && adjacent && line == LINE_ROW)
        set_title(&reader->title, text_string(&under));
    else if (under.size > 0 && below->size == 0)
        set_title(below, text_string(&under));
    text_free(&under);
    reader->held = line == LINE_ROW;
    reader->binary = line == LINE_BINARY;
    return reader->held || reader->binary;
}

static bool make_level(struct level_reader *reader, const struct rows *rows, unsigned long line,
                       struct level *level)
{
    *level = (struct level){.line = line};
    if (!grid_make(&level->grid, (int)rows->widest, (int)rows->count, '\0'))
        return false;
    for (size_t row = 0; row < rows->count; row++)
        memcpy(level->grid.cells + row * rows->widest, rows->cells.data + rows->start[row],
               rows->start[row + 1] - rows->start[row]);
    text_add_string(&level->file, reader->path);
    return true;
}

/* Nothing is left: says so if there was no level at all. */
static enum level_result end(struct level_reader *reader, struct text *error)
{
    bool bad = reader->binary || (!reader->ended && reader->number == 0);
    if (reader->binary)
        say(reader, reader->line, reader->row.size + 1, "binary data, not a level", error);
    else if (ferror(reader->stream))
        text_addf(error, "%s: %s\n", reader->path, strerror(errno));
    else if (bad)
        say(reader, reader->line + (reader->line == 0), 1, "no level in this file", error);
    bad |= !reader->ended && ferror(reader->stream) != 0;
    reader->ended = true;
    reader->binary = false;
    return bad ? LEVEL_BAD : LEVEL_END;
}

/* Names the level by its title, or by its file and its number there. */
static void name_level(const struct level_reader *reader, const struct text *above,
                       const struct text *below, bool more, struct level *level)
{
    const struct text *title = above->size > 0 ? above : below;
    level->titled = title->size > 0;
    if (level->titled) {
        text_add(&level->name, title->data, title->size);
        return;
    }
    text_add_string(&level->name, reader->name);
    if (more || reader->number > 1)
        text_addf(&level->name, "#%lu", reader->number);
}

enum level_result level_reader_next(struct level_reader *reader, struct level *level,
                                    struct text *error)
{
    if (!reader->ended && !reader->held)
        read_text(reader, LINE_BLANK, &reader->title);
    if (reader->ended || !reader->held)
        return end(reader, error);
    unsigned long line = reader->line;
    struct rows rows = {0};
    struct text above = reader->title, below = {0};
    enum line last;
    reader->title = (struct text){0};
    reader->number++;
    bool good = read_rows(reader, &rows, &last, error);
    if (good)
        settle_packing(reader, &rows);
    if (good && !make_level(reader, &rows, line, level)) {
        say(reader, line, 1, "out of memory", error);
        good = false;
    }
    text_free(&rows.cells);
    if (good)
        name_level(reader, &above, &below, read_text(reader, last, &below), level);
    text_free(&above);
    text_free(&below);
    return good ? LEVEL_READ : LEVEL_BAD;
}
