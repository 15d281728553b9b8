/* UTF-8: decoding, and making text safe to show.
 *
 * File names and titles may contain any bytes.  Data (reports, collections) keep these bytes.  Text shown to people
 * goes through utf8_add_line (pages, pictures) or utf8_show (terminals). */
#ifndef ONLYWAY_BASE_UTF8_H
#define ONLYWAY_BASE_UTF8_H

#include "base/text.h"

#include <stdint.h>
#include <stdio.h>

/* Returns the code point of the first character of `size` bytes and sets *length to its length in bytes.  Returns -1 if
 * the bytes do not begin with a valid character: overlong forms, surrogates and code points beyond U+10FFFF are
 * invalid. */
long utf8_decode(const char *bytes, size_t size, size_t *length);

/* Writes a code point.  Returns its length in bytes. */
size_t utf8_encode(uint32_t code, char bytes[4]);

/* The length of the byte order mark at the start of a text; 0: it has none. */
size_t utf8_mark(const char *bytes, size_t size);

/* Adds a string for a page or a picture, as one line of valid UTF-8: replaces a byte that belongs to no character by
 * U+FFFD, and a control character by a space. */
void utf8_add_line(struct text *text, const char *string);

/* Adds characters of a level's text, which are Latin-1, as UTF-8. */
void utf8_add_cells(struct text *text, const unsigned char *cells, size_t count);

/* Adds a character of a level's text as a member of a JSON object, after `before`, a brace or a comma; 0: an empty
 * string. */
void utf8_add_json_cell(struct text *json, char before, const char *name, unsigned char cell);

enum { UTF8_SHOWN = 12 };

/* Writes the form in which a terminal shows the first character of some bytes, at least one.  Returns the character's
 * length.  All text for terminals goes through this function.  Control characters become \n, \r, \t, \xHH or \uHHHH;
 * bytes that belong to no character become \xHH; and characters that are invisible, or that change the direction of
 * others, become \uHHHH or \UHHHHHHHH. */
size_t utf8_show(const char *bytes, size_t size, char shown[UTF8_SHOWN]);

/* Adds a string in the form for terminals. */
void utf8_add_visible(struct text *text, const char *string);

/* Writes bytes in the form for terminals, without allocating memory.  `lines`: keeps newlines as they are. */
void utf8_put_visible(const char *bytes, size_t size, bool lines, FILE *stream);

#endif
