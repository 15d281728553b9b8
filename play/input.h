/* The meaning of the player's keys. */
#ifndef ONLYWAY_PLAY_INPUT_H
#define ONLYWAY_PLAY_INPUT_H

#include "games/draw/words.h"

#include <stddef.h>

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
    COMMAND_LAST_LEVEL,
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
    COMMAND_OTHER, /* a key that means nothing */
    COMMAND_NONE   /* no key was pressed in time */
};

/* Where a key has its meaning. */
enum mode { MODE_PUZZLE = 1, MODE_ARCADE = 2, MODE_LIST = 4, MODE_ALL = 7 };

/* Waits for a key of a mode, as screen_key does. */
enum input_command input_read(enum mode mode, int milliseconds);

/* A line of a mode's help: keys and what they do. */
struct input_line {
    const char *keys;
    char help[80];
};

/* Gets the n-th line of the help for a game with these words.  Returns false if there are no more lines. */
bool input_help(enum mode mode, const struct face_words *words, size_t n, struct input_line *line);

#endif
