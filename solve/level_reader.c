/* The levels of one text stream; see level_reader.h. */
#include "solve/level_reader.h"

#include <errno.h>
#include <string.h>

void level_reader_start(struct level_reader *reader, FILE *stream, const char *path,
                        const char *name)
{
    *reader = (struct level_reader){.stream = stream, .path = path, .name = name};
}

void level_reader_stop(struct level_reader *reader)
{
    text_free(&reader->row);
}

/* What became of a line. */
enum line { LINE_ROW, LINE_BLANK, LINE_NONE, LINE_BINARY };

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
    return reader->row.size == 0 ? LINE_BLANK : LINE_ROW;
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

/* Reads rows up to the next blank line or the end.  False: they are no level; said in `error`. */
static bool read_rows(struct level_reader *reader, struct rows *rows, struct text *error)
{
    bool good = true;
    enum line line;
    while ((line = read_line(reader)) == LINE_ROW) {
        bool wide = reader->too_long || reader->row.size > GRID_MAX_SIDE;
        if (good && (wide || rows->count == GRID_MAX_SIDE)) {
            text_addf(error, "%s:%lu:%d: level larger than the limit of %d columns and %d rows\n",
                      reader->path, reader->line, wide ? GRID_MAX_SIDE + 1 : 1, GRID_MAX_SIDE,
                      GRID_MAX_SIDE);
            good = false;
        }
        if (!good)
            continue;
        rows->start[rows->count++] = rows->cells.size;
        text_add(&rows->cells, reader->row.data, reader->row.size);
        rows->widest = reader->row.size > rows->widest ? reader->row.size : rows->widest;
    }
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

/* Skips blank lines; the first row after them is held.  False: there is none, nor binary data. */
static bool skip_blank_lines(struct level_reader *reader)
{
    enum line line;
    if (reader->binary)
        return true;
    do {
        line = reader->ended ? LINE_NONE : read_line(reader);
    } while (line == LINE_BLANK);
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
    text_add_string(&level->name, reader->name);
    return true;
}

enum level_result level_reader_next(struct level_reader *reader, struct level *level,
                                    struct text *error)
{
    if (reader->ended || !skip_blank_lines(reader)) {
        bool nothing = !reader->ended && reader->number == 0;
        if (ferror(reader->stream)) {
            text_addf(error, "%s: %s\n", reader->path, strerror(errno));
            nothing = true;
        } else if (nothing) {
            say(reader, reader->line + (reader->line == 0), 1, "no level in this file", error);
        }
        reader->ended = true;
        return nothing ? LEVEL_BAD : LEVEL_END;
    }
    if (!reader->held) {
        say(reader, reader->line, reader->row.size + 1, "binary data, not a level", error);
        reader->ended = true;
        return LEVEL_BAD;
    }
    unsigned long line = reader->line;
    struct rows rows = {0};
    reader->number++;
    bool good = read_rows(reader, &rows, error);
    if (good && !make_level(reader, &rows, line, level)) {
        say(reader, line, 1, "out of memory", error);
        good = false;
    }
    text_free(&rows.cells);
    if (!good)
        return LEVEL_BAD;
    bool several = reader->number > 1 || skip_blank_lines(reader);
    if (several)
        text_addf(&level->name, "#%lu", reader->number);
    return LEVEL_READ;
}
