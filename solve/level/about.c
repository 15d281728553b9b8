/* What a folder of levels says of itself; see about.h. */
#include "solve/level/about.h"

#include "base/file.h"
#include "base/utf8.h"

#include <string.h>

/* Complains about a place in the file. */
static bool refuse(const char *path, size_t line, size_t column, const char *reason, struct text *error)
{
    utf8_add_visible(error, path);
    text_addf(error, ":%zu:%zu: %s\n", line, column, reason);
    return false;
}

/* Checks a line and adds it, without the spaces at its end. */
static bool add_line(const char *path, size_t number, const char *bytes, size_t size, struct text *line,
                     struct text *error)
{
    for (size_t at = 0, length; at < size; at += length) {
        long point = utf8_decode(bytes + at, size - at, &length);
        if (point < 0)
            return refuse(path, number, at + 1, "this is not UTF-8", error);
        if ((point < ' ' && point != '\t') || (point >= 0x7f && point < 0xa0))
            return refuse(path, number, at + 1, "a control character is not allowed here", error);
    }
    while (size > 0 && (bytes[size - 1] == ' ' || bytes[size - 1] == '\t'))
        size--;
    for (size_t at = 0; at < size; at++)
        text_add_char(line, bytes[at] == '\t' ? ' ' : bytes[at]);
    return true;
}

static bool parse(const char *path, const char *bytes, size_t size, struct text *title, struct text *text,
                  struct text *error)
{
    size_t number = 1, blank = 0;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    for (size_t length; size > 0; number++) {
        const char *end = memchr(bytes, '\n', size);
        length = end == NULL ? size : (size_t)(end - bytes);
        struct text line = {0};
        bool good = add_line(path, number, bytes, length - (length > 0 && bytes[length - 1] == '\r'), &line, error);
        if (good && number == 1) {
            text_add_text(title, &line);
        } else if (line.size == 0) {
            blank++;
        } else { /* blank lines at the beginning and the end do not count */
            for (; blank > 0 && text->size > 0; blank--)
                text_add_char(text, '\n');
            blank = 0;
            if (text->size > 0)
                text_add_char(text, '\n');
            text_add_text(text, &line);
        }
        title->failed |= line.failed;
        text_free(&line);
        if (!good)
            return false;
        bytes += length + (end != NULL);
        size -= length + (end != NULL);
    }
    if (title->size == 0)
        return refuse(path, 1, 1, "the first line must be a title", error);
    return title->size <= ABOUT_TITLE || refuse(path, 1, ABOUT_TITLE + 1, "this title is too long", error);
}

bool about_read(const char *path, struct text *title, struct text *text, struct text *error)
{
    struct text bytes = {0}, reason = {0};
    bool good = file_read(path, ABOUT_LIMIT, &bytes, &reason);
    if (!good) {
        text_add_text(error, &reason);
        text_add_char(error, '\n');
    }
    good = good && parse(path, text_string(&bytes), bytes.size, title, text, error);
    if (!good) {
        text_clear(title);
        text_clear(text);
    }
    error->failed |= bytes.failed || reason.failed || title->failed || text->failed;
    text_free(&bytes);
    text_free(&reason);
    return good;
}
