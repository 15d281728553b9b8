/* The terminal: opened, painted on, and always given back as it was.
 *
 * Whatever is painted has a *paint*, which says what it is (a wall, a title) and not how it
 * looks: that depends on how many colours the terminal has.  Text is UTF-8; where the locale or
 * the user wants ASCII, painters choose other text, see screen_unicode. */
#ifndef ONLYWAY_PLAY_SCREEN_H
#define ONLYWAY_PLAY_SCREEN_H

#include "games/draw/terminal.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Opens the terminal that `input` reads from and standard output writes to.  `ascii`: use
 * nothing else, whatever the locale.  Returns EXIT_SUCCESS; else it cannot be used, the reason is on
 * standard error, and this is the exit status. */
int screen_open(bool ascii, FILE *input);

/* Gives it back.  May be called at any time, and more than once. */
void screen_close(void);

bool screen_unicode(void);
int screen_rows(void);
int screen_columns(void);

void screen_clear(void);

/* Shows what was painted.  False: out of memory. */
bool screen_show(void);

/* Writes text; what does not fit into the row is cut off. */
void screen_put(int row, int column, enum paint paint, const char *text);
__attribute__((format(printf, 4, 5))) void screen_putf(int row, int column, enum paint paint, const char *format, ...);

/* Whether points of any colour can be painted, two above each other in a column of a row; paints two, or the
 * upper one alone. */
bool screen_has_points(void);
void screen_points(int row, int column, uint32_t upper, uint32_t lower);
void screen_point(int row, int column, uint32_t upper);

/* Columns that a text takes. */
int screen_width(const char *text);

/* Waits for a key for some milliseconds (-1: without end, but no longer than a signal takes).
 * Returns a character, a KEY_ constant of curses, or -1: none came. */
int screen_key(int milliseconds);

#endif
