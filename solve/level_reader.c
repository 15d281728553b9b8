/* The levels of one text stream; see level_reader.h. */
#include "solve/level_inside.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path,
                        const char *name)
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
    book_release(reader->book);
}

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

/* Lines that are read again come first, then the stream. */
int level_char(struct level_reader *reader)
{
    if (reader->again_at < reader->again.size)
        return (unsigned char)reader->again.data[reader->again_at++];
    return reader->stream == NULL ? EOF : getc_unlocked(reader->stream);
}

/* Reads a line of text into `row`.  What is returned besides LINE_ROW needs no other look at it. */
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
    drop_byte_order_mark(reader);
    return reader->row.size == 0 ? LINE_BLANK : LINE_ROW;
}

/* Reads a line.  Half a line must not be taken for a whole one, so there is none after memory ran
 * out. */
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

static void say(const struct level_reader *reader, unsigned long line, size_t column,
                const char *message, struct text *error)
{
    text_addf(error, "%s:%lu:%zu: %s\n", reader->path, line, column, message);
}

static bool is_row(enum line line)
{
    return line == LINE_ROW || line == LINE_DOUBT || line == LINE_MARKED;
}

static void keep_raw(const struct level_reader *reader, struct rows *rows)
{
    text_add_text(&rows->raw, &reader->raw);
    text_add_char(&rows->raw, '\n');
}

/* Reads rows up to the next blank line, text or the end.  False: they are no level; said in
 * `error`. */
static bool read_rows(struct level_reader *reader, struct rows *rows, enum line *last,
                      struct text *error)
{
    bool good = true;
    enum line line;
    while (is_row(line = read_line(reader))) {
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
        rows_add(text_string(&reader->row), reader->line, line, rows);
        keep_raw(reader, rows);
    }
    *last = line;
    if (line == LINE_BINARY) {
        if (good)
            say(reader, reader->line, reader->row.size + 1, "binary data, not a level", error);
        reader->ended = true;
        return false;
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

/* Reads blank lines and text up to the next row, which is then held; false: there is none.  Text
 * that directly follows the rows of a level belongs to it, unless the next row directly follows;
 * so does "Title:", unless titles stand above their levels in this file.  Binary data counts as a
 * row. */
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
        else if (line_key_length(text) == 0 && !reader->in_comment && !reader->in_game)
            set_title(adjacent && reader->number > 0 ? &under : &reader->title, text);
    }
    if (under.size > 0 && adjacent && is_row(line))
        set_title(&reader->title, text_string(&under));
    else if (under.size > 0 && below->size == 0)
        set_title(below, text_string(&under));
    reader->failed |= under.failed || below->failed || reader->title.failed;
    text_free(&under);
    reader->held = is_row(line);
    reader->held_kind = (int)line;
    reader->binary = line == LINE_BINARY;
    return reader->held || reader->binary;
}

static bool make_level(const struct level_reader *reader, const struct rows *rows,
                       unsigned long line, struct level *level)
{
    *level = (struct level){.line = line};
    text_add_string(&level->file, reader->path);
    return rows_grid(rows, 0, rows->count, &level->grid) && !level->file.failed;
}

/* Nothing is left: says so if there was no level at all. */
static enum level_result end(struct level_reader *reader, struct text *error)
{
    bool lost = reader->stream != NULL && ferror(reader->stream) != 0;
    bool bad = reader->binary || (!reader->ended && reader->number == 0);
    if (reader->binary)
        say(reader, reader->line, reader->row.size + 1, "binary data, not a level", error);
    else if (lost)
        text_addf(error, "%s: %s\n", reader->path, strerror(errno));
    else if (bad)
        say(reader, reader->line + (reader->line == 0), 1, "no level in this file", error);
    bad |= !reader->ended && lost;
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
        text_add_text(&level->name, title);
        return;
    }
    text_add_string(&level->name, reader->name);
    if (more || reader->number > 1)
        text_addf(&level->name, "#%lu", reader->number);
}

/* Goes back to where some rows begin, now that more is known of them.  `last` is the line that ended
 * them. */
static void read_again(struct level_reader *reader, struct rows *rows, enum line last)
{
    if (last == LINE_TEXT || last == LINE_BLANK)
        keep_raw(reader, rows);
    reader->line = rows->line[0] - 1;
    reader->in_comment = reader->in_game = false;
    size_t left = reader->again.size - reader->again_at;
    if (left > 0)
        text_add(&rows->raw, reader->again.data + reader->again_at, left);
    text_free(&reader->again);
    reader->again = rows->raw;
    reader->again_at = 0;
    rows->raw = (struct text){0};
    reader->failed |= reader->again.failed;
}

/* Settles what is in doubt among the rows.  LEVEL_END: as text, and they are to be read again. */
static enum level_result settle(struct level_reader *reader, struct rows *rows, enum line last,
                                struct text *error)
{
    enum doubt doubt = rows->marks == 0 ? DOUBT_ROWS : settle_marks(reader, rows, error);
    if (doubt == DOUBT_ROWS && rows->doubts > 0) {
        doubt = settle_doubt(reader, rows, error);
        if (doubt == DOUBT_TEXT)
            reader->settled = reader->line;
    }
    if (doubt == DOUBT_ROWS)
        settle_packing(reader, rows);
    else if (doubt == DOUBT_TEXT)
        read_again(reader, rows, last);
    reader->failed |= doubt == DOUBT_FAILED || rows->cells.failed;
    return doubt == DOUBT_ROWS ? LEVEL_READ : doubt == DOUBT_TEXT ? LEVEL_END : LEVEL_BAD;
}

/* Reads the level that begins with the row held.  `above`: its title, if that stands above it.
 * LEVEL_END: some lines turned out to be text, and are to be read again. */
static enum level_result read_level(struct level_reader *reader, const struct text *above,
                                    struct level *level, struct text *error)
{
    unsigned long line = reader->line;
    struct rows rows = {0};
    struct text below = {0};
    enum line last;
    enum level_result result = LEVEL_BAD;
    bool whole = read_rows(reader, &rows, &last, error);
    reader->failed |= rows.cells.failed || rows.raw.failed;
    if (whole && !reader->failed)
        result = settle(reader, &rows, last, error);
    if (result == LEVEL_READ)
        reader->failed |= !make_level(reader, &rows, line, level);
    reader->number += result != LEVEL_END;
    rows_free(&rows);
    if (result == LEVEL_READ && !reader->failed) {
        name_level(reader, above, &below, read_text(reader, last, &below), level);
        reader->failed |= level->name.failed;
    }
    text_free(&below);
    return result;
}

/* What level_reader_next does, which see, unless memory runs out. */
static enum level_result next_level(struct level_reader *reader, struct level *level,
                                    struct text *error)
{
    if (!reader->opened) {
        reader->failed = !level_book_open(reader, error);
        if (reader->failed || (reader->ended && reader->book == NULL))
            return LEVEL_BAD; /* it cannot be read */
    }
    if (reader->book != NULL)
        return level_book_next(reader, level, error);
    for (;;) {
        if (!reader->ended && !reader->held)
            read_text(reader, LINE_BLANK, &reader->title);
        if (reader->ended || reader->failed || !reader->held)
            return end(reader, error);
        struct text above = reader->title;
        reader->title = (struct text){0};
        enum level_result result = read_level(reader, &above, level, error);
        if (result != LEVEL_END) {
            text_free(&above);
            return result;
        }
        reader->title = above; /* it goes on from here */
    }
}

enum level_result level_reader_next(struct level_reader *reader, struct level *level,
                                    struct text *error)
{
    bool over = reader->failed; /* and it was said */
    reader->failed |= reader->again.failed; /* what was given */
    enum level_result result = reader->failed ? LEVEL_END : next_level(reader, level, error);
    if (!reader->failed || over)
        return result;
    text_fail(error);
    return LEVEL_BAD;
}
