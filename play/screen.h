/* The terminal: opened, painted on, and always restored.
 *
 * Everything that is painted has a *paint*, which says what it is (a wall, a title) and not how it looks; the look
 * depends on the number of colours of the terminal.  Text is UTF-8.  If the locale or the user wants ASCII, painters
 * choose other text, see screen_unicode. */
#ifndef ONLYWAY_PLAY_SCREEN_H
#define ONLYWAY_PLAY_SCREEN_H

#include "games/draw/terminal.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Opens the terminal that `input` reads from and standard output writes to.  `ascii`: use only ASCII, whatever the
 * locale is.  Returns EXIT_SUCCESS, or prints the reason on standard error and returns the exit status. */
int screen_open(bool ascii, FILE *input);

/* Restores the terminal.  May be called at any time, and more than once. */
void screen_close(void);

bool screen_unicode(void);
int screen_rows(void);
int screen_columns(void);

void screen_clear(void);

/* Shows what was painted.  Returns false if memory runs out. */
bool screen_show(void);

/* Write text; what does not fit into the row is cut off. */
void screen_put(int row, int column, enum paint paint, const char *text);
__attribute__((format(printf, 4, 5))) void screen_putf(int row, int column, enum paint paint, const char *format, ...);

/* screen_has_points tells whether points of any colour can be painted, two per character cell, one above the other.
 * screen_points paints both points; screen_point paints only the upper one. */
bool screen_has_points(void);
void screen_points(int row, int column, uint32_t upper, uint32_t lower);
void screen_point(int row, int column, uint32_t upper);

/* The number of columns that a text takes. */
int screen_width(const char *text);

/* Waits for a key for some milliseconds, but at most 100, so that signals are noticed (-1: 100).  Returns a
 * character, a KEY_ constant of curses, or -1 if no key was pressed. */
int screen_key(int milliseconds);

#endif
