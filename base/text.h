/* Growable text: bytes that grow at the end, always followed by a NUL that does not count.
 *
 * Running out of memory is remembered in `failed` until text_free, and later additions do nothing, so that
 * a caller may build a whole text and ask once.
 *
 * A text of errors that has failed says that memory ran out, whatever else it says: so does who runs
 * out of memory himself, with text_fail.  Commands tell it from what is wrong with their input. */
#ifndef ONLYWAY_BASE_TEXT_H
#define ONLYWAY_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data; /* NULL while empty; owned */
    size_t size;
    size_t capacity;
    bool failed;
};

void text_add(struct text *text, const char *bytes, size_t size);
void text_add_string(struct text *text, const char *string);
void text_add_char(struct text *text, char c);
__attribute__((format(printf, 2, 3))) void text_addf(struct text *text, const char *format, ...);
__attribute__((format(printf, 2, 0))) void text_addv(struct text *text, const char *format, va_list arguments);

/* Adds another text; fails if that one has. */
void text_add_text(struct text *text, const struct text *more);

/* Remembers that memory ran out.  Returns false, for callers that fail, too. */
bool text_fail(struct text *text);

/* Whether a text of errors says anything. */
bool text_says(const struct text *text);

/* The text as a string, never NULL; valid until the next addition. */
const char *text_string(const struct text *text);

/* Empties the text and keeps its memory.  That memory ran out is not forgotten, so that what is built anew
 * in each round of a loop need be asked once, after it. */
void text_clear(struct text *text);

/* Gives the memory back and forgets that it ran out; the text may be used again. */
void text_free(struct text *text);

#endif
