/* Opens the terminal, paints on it, and always restores it.
 *
 * Every painted item has a *paint*, which says what the item is (a wall, a title), not how it looks.  The look depends
 * on the number of colours of the terminal.  Text is UTF-8.  If the locale or the user wants ASCII, painters choose
 * other text, see screen_unicode. */
#ifndef ONLYWAY_PLAY_SCREEN_H
#define ONLYWAY_PLAY_SCREEN_H

#include "games/draw/face.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- painting --- */

/* Opens the terminal that `input` reads from and standard output writes to.  `ascii`: use only ASCII, whatever the
 * locale is.  Returns EXIT_SUCCESS, or prints the reason on standard error and returns the exit status. */
int screen_open(bool ascii, FILE *input);

/* Restores the terminal.  May be called at any time, and more than once. */
void screen_close(void);

bool screen_unicode(void);
int screen_rows(void);
int screen_columns(void);

void screen_clear(void);

/* Shows everything painted so far.  Returns false if memory runs out. */
bool screen_show(void);

/* Write text, cut off at the end of the row. */
void screen_put(int row, int column, enum paint paint, const char *text);
__attribute__((format(printf, 4, 5))) void screen_putf(int row, int column, enum paint paint, const char *format, ...);

/* screen_has_points tells whether points of any colour can be painted, two per character cell, one above the other.
 * screen_points paints them; `lower` may be NO_POINT. */
#define NO_POINT UINT32_MAX
bool screen_has_points(void);
void screen_points(int row, int column, uint32_t upper, uint32_t lower);

/* Paints two paints as points.  PAINT_PLAIN and PAINT_FLOOR paint nothing. */
void screen_points_of(int row, int column, enum paint upper, enum paint lower);

/* The width of a text in columns. */
int screen_width(const char *text);

/* --- text in rows --- */

/* Where the text continues.  Rows after the first begin at `indent`. */
struct flow {
    int row, column, indent;
    int last;     /* the last row to write to; the rest of the text is left out */
    bool measure; /* only measure; paint nothing */
};

/* Begins in a row, at the window's margin; rows up to `last` may be used. */
struct flow flow_begin(int row, int last);

/* Continues in the next row. */
void flow_next_row(struct flow *flow);

/* Writes text, broken at spaces and newlines.  A word that is wider than the window is broken too. */
void flow_text(struct flow *flow, enum paint paint, const char *text);

/* Writes text as one piece, in the next row if it does not fit into the rest of this one.  Pieces are `gap` columns
 * apart. */
void flow_piece(struct flow *flow, enum paint paint, int gap, const char *text);

/* The number of rows that a text takes. */
int flow_rows(const char *text);

/* --- keys --- */

enum input_command {
    COMMAND_UP, /* in the order of enum direction */
    COMMAND_RIGHT,
    COMMAND_DOWN,
    COMMAND_LEFT,
    COMMAND_PIECE_1,
    COMMAND_PIECE_2,
    COMMAND_PIECE_3,
    COMMAND_PIECE_4,
    COMMAND_NEXT_PIECE, /* or the action, if no piece can be chosen */
    COMMAND_ACTION,
    COMMAND_UNDO,
    COMMAND_REDO,
    COMMAND_RESTART,
    COMMAND_HINT,
    COMMAND_SOLVE,
    COMMAND_NEXT_LEVEL,
    COMMAND_PREVIOUS_LEVEL,
    COMMAND_LEVELS,
    COMMAND_ARCADE,
    COMMAND_PAUSE,
    COMMAND_STEP,
    COMMAND_FASTER,
    COMMAND_SLOWER,
    COMMAND_PILOT,
    COMMAND_NEW_GAME,
    COMMAND_ENTER,
    COMMAND_BACK,
    COMMAND_HELP,
    COMMAND_QUIT,
    COMMAND_OTHER, /* a key without a meaning */
    COMMAND_NONE   /* no key was pressed in time */
};

/* The modes in which a key has a meaning. */
enum mode { MODE_PUZZLE = 1, MODE_ARCADE = 2, MODE_LIST = 4, MODE_ALL = 7 };

/* Waits for a key of a mode, as screen_key does. */
enum input_command input_read(enum mode mode, int milliseconds);

/* Waits for a key for at most `seconds` seconds.  Returns the key, or -1 if none was pressed.  input_unread puts a key
 * back, to be read next. */
int input_wait(double seconds);
void input_unread(int key);

/* A line of a mode's help: keys and what they do. */
struct input_line {
    const char *keys;
    char help[80];
};

/* Gets the n-th line of the help, for a game with these words.  Returns false if there are no more lines. */
bool input_help(enum mode mode, const struct face_words *words, size_t n, struct input_line *line);

#endif
