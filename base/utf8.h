/* UTF-8: what is none, and what a terminal must not be sent.
 *
 * File names and titles are whatever bytes somebody chose.  Data (reports, collections) keep them;
 * what is shown to people goes through one of the two ways here. */
#ifndef ONLYWAY_BASE_UTF8_H
#define ONLYWAY_BASE_UTF8_H

#include "base/text.h"

#include <stdio.h>

/* The code point of the character that `size` bytes begin with, and its length in bytes; -1: they
 * begin with none.  Too long forms, halves of surrogate pairs and what is beyond the last character
 * are none. */
long utf8_decode(const char *bytes, size_t size, size_t *length);

/* Adds a string for a page or a picture, as one line of valid UTF-8: a byte that belongs to no
 * character becomes U+FFFD, a control character a space. */
void utf8_add_line(struct text *text, const char *string);

/* Adds characters of a level's text, which are of Latin-1. */
void utf8_add_cells(struct text *text, const unsigned char *cells, size_t count);

enum { UTF8_SHOWN = 12 };

/* How a terminal is shown the first character of some bytes, one at least; returns the character's length.  It is
 * what all that is sent to terminals goes through: control characters are written \n, \r, \t, \xHH or \uHHHH,
 * bytes that belong to no character \xHH, and characters that are not seen, or that change the direction of others,
 * \uHHHH or \UHHHHHHHH. */
size_t utf8_show(const char *bytes, size_t size, char shown[UTF8_SHOWN]);

/* Adds a string for a terminal. */
void utf8_add_visible(struct text *text, const char *string);

/* Writes bytes for a terminal, without need of memory; `lines`: line ends stay what they are. */
void utf8_put_visible(const char *bytes, size_t size, bool lines, FILE *stream);

#endif
