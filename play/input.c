/* The meaning of keys: one table, which also gives the help; see input.h. */
#include "play/input.h"

#include "play/screen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KEYS = 6, CTRL_R = 'r' & 0x1f };

struct key_row {
    enum input_command command;
    unsigned modes; /* enum mode */
    int keys[MOST_KEYS];
    const char *names, *help; /* NULL: the row above describes these keys. %s stands for the result of word_for. */
};

/* The game's word for a command, "" if the command needs none.  NULL: the game has no such command, and the help
 * leaves it out. */
static const char *word_for(enum input_command command, const struct face_words *words)
{
    if (command == COMMAND_NEXT_PIECE)
        return words->chosen == NULL ? NULL : words->chosen->one;
    return command == COMMAND_ACTION ? words->action : "";
}

static const struct key_row rows[] = {
    {COMMAND_UP, MODE_ALL, {KEY_UP, 'k', 'w'}, "arrows, hjkl, wasd", "move"},
    {COMMAND_RIGHT, MODE_ALL, {KEY_RIGHT, 'l', 'd'}, NULL, NULL},
    {COMMAND_DOWN, MODE_ALL, {KEY_DOWN, 'j', 's'}, NULL, NULL},
    {COMMAND_LEFT, MODE_ALL, {KEY_LEFT, 'h', 'a'}, NULL, NULL},
    {COMMAND_NEXT_PIECE, MODE_PUZZLE, {'\t', ' '}, "Tab, Space, 1 to 4", "choose another %s"},
    {COMMAND_ACTION, MODE_PUZZLE, {'x'}, "x", "%s"},
    {COMMAND_PIECE_1, MODE_PUZZLE, {'1'}, NULL, NULL},
    {COMMAND_PIECE_2, MODE_PUZZLE, {'2'}, NULL, NULL},
    {COMMAND_PIECE_3, MODE_PUZZLE, {'3'}, NULL, NULL},
    {COMMAND_PIECE_4, MODE_PUZZLE, {'4'}, NULL, NULL},
    {COMMAND_UNDO, MODE_PUZZLE, {'u', 'z', KEY_BACKSPACE, 0x7f, '\b'}, "u, z, Backspace", "take back a press"},
    {COMMAND_REDO, MODE_PUZZLE, {'y', 'U', CTRL_R}, "y, U", "make it again"},
    {COMMAND_RESTART, MODE_PUZZLE, {'r'}, "r", "back to the start"},
    {COMMAND_HINT, MODE_PUZZLE, {'i', 'H', KEY_F(1)}, "i, H", "hint: the next move, or how far to go back"},
    {COMMAND_ENTER, MODE_PUZZLE, {'\r', '\n', KEY_ENTER}, "Enter", "do what the hint says; next level"},
    {COMMAND_SOLVE, MODE_PUZZLE, {'v'}, "v", "play the solution from here; any key stops it"},
    {COMMAND_NEXT_LEVEL, MODE_PUZZLE | MODE_LIST, {'n', '>', KEY_NPAGE}, "n, >", "next level"},
    {COMMAND_LAST_LEVEL, MODE_PUZZLE | MODE_LIST, {'p', '<', KEY_PPAGE}, "p, <", "level before"},
    {COMMAND_LEVELS, MODE_PUZZLE, {'m', 'L'}, "m, L", "list of the levels, to go to one"},
    {COMMAND_ARCADE, MODE_PUZZLE, {'c'}, "c", "Snake: the classic game in this arena"},
    {COMMAND_PAUSE, MODE_ARCADE, {'p', ' '}, "p, Space", "pause, and go on"},
    {COMMAND_STEP, MODE_ARCADE, {'.'}, ".", "one step, then pause"},
    {COMMAND_FASTER,
     MODE_PUZZLE | MODE_ARCADE,
     {'+', '='},
     "+ and -",
     "faster and slower: the solution, the classic game"},
    {COMMAND_SLOWER, MODE_PUZZLE | MODE_ARCADE, {'-', '_'}, NULL, NULL},
    {COMMAND_PILOT, MODE_ARCADE, {'o', '\t'}, "o, Tab", "another autopilot, or you yourself"},
    {COMMAND_NEW_GAME, MODE_ARCADE, {'r', 'n'}, "r, n", "new game"},
    {COMMAND_BACK, MODE_ARCADE, {'c', 0x1b}, "c, Esc", "back to the puzzle"},
    {COMMAND_ENTER, MODE_LIST, {'\r', '\n', KEY_ENTER, ' '}, "Enter", "go to the level"},
    {COMMAND_BACK, MODE_LIST, {'m', 0x1b}, "m, Esc", "back"},
    {COMMAND_HELP, MODE_ALL, {'?'}, "?", "this help"},
    {COMMAND_QUIT, MODE_ALL, {'q', 'Q'}, "q", "quit"},
};

enum { ROWS = sizeof rows / sizeof *rows };

enum input_command input_read(enum mode mode, int milliseconds)
{
    int key = screen_key(milliseconds);
    if (key < 0 || key == KEY_RESIZE)
        return COMMAND_NONE;
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t k = 0; k < MOST_KEYS && rows[i].keys[k] != 0; k++) {
            if (rows[i].keys[k] == key && (rows[i].modes & mode) != 0)
                return rows[i].command;
        }
    }
    return COMMAND_OTHER;
}

bool input_help(enum mode mode, const struct face_words *words, size_t n, struct input_line *line)
{
    for (size_t i = 0; i < ROWS; i++) {
        const char *word = word_for(rows[i].command, words);
        if (rows[i].names == NULL || (rows[i].modes & mode) == 0 || word == NULL || n-- > 0)
            continue;
        const char *place = strstr(rows[i].help, "%s");
        int before = place == NULL ? (int)strlen(rows[i].help) : (int)(place - rows[i].help);
        line->keys = rows[i].names;
        if (rows[i].command == COMMAND_ACTION && words->chosen == NULL)
            line->keys = "x, Space";
        snprintf(line->help, sizeof line->help, "%.*s%s%s", before, rows[i].help, word, place == NULL ? "" : place + 2);
        return true;
    }
    return false;
}
