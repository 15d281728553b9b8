/* Growable text: bytes that grow at the end, always followed by a NUL that does not count.
 *
 * If memory runs out, `failed` is set until text_free, and later additions do nothing.  A caller can thus build a whole
 * text and check once.
 *
 * An error text with `failed` set means that memory ran out, whatever else it says.  Code that runs out of memory calls
 * text_fail on the error text.  Commands can thus distinguish lack of memory from errors in their input. */
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

/* Adds another text.  `text` fails if `more` has failed. */
void text_add_text(struct text *text, const struct text *more);

/* Adds a string as the text of an element of XML or HTML. */
void text_add_xml(struct text *xml, const char *string);

/* Adds a string as JSON, with its quotes.  The result contains no '<', so it can stand in a script of a page. */
void text_add_json(struct text *json, const char *string);

/* Adds a member of a JSON object after the comma or brace `before`: `before`"name":"value". */
void text_add_json_member(struct text *json, char before, const char *name, const char *value);

/* Remembers that memory ran out.  Returns false, so that the caller can return the result. */
bool text_fail(struct text *text);

/* Whether a text of errors says anything. */
bool text_says(const struct text *text);

/* The text as a string, never NULL; valid until the next addition. */
const char *text_string(const struct text *text);

/* Empties the text and keeps its memory and `failed`.  A loop that builds the text again in each round can thus check
 * once, after its end. */
void text_clear(struct text *text);

/* Frees the memory and clears `failed`.  The text can be used again. */
void text_free(struct text *text);

#endif
