/* What a folder of levels says of itself: its about.txt.  The first line is the title; the rest is a text that players
 * see before the first level. */
#ifndef ONLYWAY_SOLVE_LEVEL_ABOUT_H
#define ONLYWAY_SOLVE_LEVEL_ABOUT_H

#include "base/text.h"

#define ABOUT_FILE "about.txt"

/* Reads the file.  `title` becomes one line, `text` lines without the last newline, both of valid UTF-8.  Returns
 * false, with one line in `error`, if the file cannot be read, is longer than ABOUT_LIMIT bytes, has no title, has a
 * title longer than ABOUT_TITLE bytes, or is not plain text: not UTF-8, or with control characters. */
enum { ABOUT_LIMIT = 4096, ABOUT_TITLE = 80 };
bool about_read(const char *path, struct text *title, struct text *text, struct text *error);

#endif
