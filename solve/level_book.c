/* Files that bring their game with them: told from others by their first lines, and read as a whole.  What was
 * read to find out, and is none, is read again as levels. */
#include "solve/level_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_SIGN = 1 << 16, /* bytes in which a file must show that it is a book */
};

/* Reads a line, with its end, to `text`.  False: there is none. */
static bool read_line(struct level_reader *reader, struct text *text)
{
    size_t before = text->size;
    int c;
    while ((c = level_char(reader)) != EOF) {
        text_add_char(text, (char)c);
        if (c == '\n' || text->failed || text->size > 2 * (size_t)LONGEST_SIGN)
            break;
    }
    return text->size > before;
}

/* Whether what the reader has begins with is a book of a language; what was read for that is in `text`. */
static bool shows_sign(struct level_reader *reader, const struct language *language,
                       struct text *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    unsigned memory = 0;
    size_t at = 0;
    enum book_sign sign = BOOK_PERHAPS;
    while (sign == BOOK_PERHAPS && text->size < LONGEST_SIGN) {
        if (at == text->size && !read_line(reader, text))
            return false;
        if (text->failed)
            return false;
        char *line = text->data + at, *end = memchr(line, '\n', text->size - at);
        size_t size = end == NULL ? text->size - at : (size_t)(end - line);
        at += size + (end != NULL);
        if (memchr(line, '\0', size) != NULL)
            return false;
        size_t skip = line == text->data && size >= 3 && memcmp(line, mark, 3) == 0 ? 3 : 0;
        if (end != NULL)
            *end = '\0';
        sign = language->sign(line + skip, &memory);
        if (end != NULL)
            *end = '\n';
    }
    return sign == BOOK_SURELY;
}

struct listener {
    const struct level_reader *reader;
    struct text *errors, *remarks;
};

static void hear(void *context, int line, bool error, const char *message)
{
    struct listener *listener = context;
    struct text *text = error ? listener->errors : listener->remarks;
    text_addf(text, "%s:", listener->reader->path);
    if (line > 0)
        text_addf(text, "%d:", line);
    text_addf(text, " %s%s\n", error ? "" : "warning: ", message);
}

/* Makes a book of what was read and the rest. */
static bool read_book(struct level_reader *reader, const struct language *language,
                      struct text *source, struct text *error)
{
    int c;
    bool no_memory = false;
    struct listener listener = {reader, error, &reader->remarks};
    while (!source->failed && source->size <= LEVEL_BOOK_MOST && (c = level_char(reader)) != EOF)
        text_add_char(source, (char)c);
    if (source->failed)
        return false;
    if (reader->stream != NULL && ferror(reader->stream)) {
        text_addf(error, "%s: cannot be read\n", reader->path);
        return true;
    }
    reader->book = language->read(text_string(source), source->size, hear, &listener, &no_memory);
    return !no_memory && !reader->remarks.failed;
}

bool level_book_open(struct level_reader *reader, struct text *error)
{
    const struct game *asked = reader->game;
    bool good = true;
    reader->opened = true;
    if (asked != NULL && asked->language == NULL)
        return true;
    struct text source = {0};
    for (size_t i = 0; languages[i] != NULL && reader->book == NULL && good; i++) {
        const struct language *language = languages[i]->language;
        if (asked == languages[i] ||
            (asked == NULL && shows_sign(reader, language, &source))) {
            reader->ended = true;
            good = read_book(reader, language, &source, error);
            break;
        }
    }
    if (!reader->ended) {
        size_t left = reader->again.size - reader->again_at;
        if (left > 0)
            text_add(&source, reader->again.data + reader->again_at, left);
        text_free(&reader->again);
        reader->again = source;
        reader->again_at = 0;
        source = (struct text){0};
        good = good && !reader->again.failed;
    }
    text_free(&source);
    return good;
}

enum level_result level_book_next(struct level_reader *reader, struct level *level,
                                  struct text *error)
{
    const struct language *language = reader->book->language->language;
    struct complaint complaint = {0};
    int line = 0;
    if (reader->number == language->levels(reader->book))
        return LEVEL_END;
    *level = (struct level){.book = book_hold(reader->book), .place = reader->number};
    bool good = language->level(reader->book, reader->number++, &level->grid, &line, &complaint);
    level->line = (unsigned long)line;
    level->remarks = reader->remarks;
    reader->remarks = (struct text){0};
    if (!good && !complaint.failed) {
        text_addf(error, "%s:%d:1: %s\n", reader->path, line, complaint.message);
        level_free(level);
        *level = (struct level){0};
        return LEVEL_BAD;
    }
    const char *title = language->title(reader->book);
    level->titled = *title != '\0';
    text_add_string(&level->file, reader->path);
    text_addf(&level->name, "%s #%lu", level->titled ? title : reader->name, reader->number);
    reader->failed |= !good || level->file.failed || level->name.failed;
    return LEVEL_READ;
}
