/* The terminal: painting, wrapped text, keys; see screen.h. */
#include "play/screen.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/utf8.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { PATIENCE = 100, TEXT_CAPACITY = 1024, ESCAPE_DELAY = 25 };

/* More bytes than ncurses needs for the largest window.  If ncurses runs out of memory, it ends the program or
 * accesses invalid memory.  Memory is therefore checked before calling it. */
enum { SHARE = 16 << 20 };

/* The look of a paint with 256 colours, with 8, and with none.  -1: the terminal's default colour. */
struct look {
    short front, back;   /* with 256 colours */
    short front8, back8; /* with 8 colours */
    attr_t bold;         /* with colours */
    attr_t mono;         /* without colours */
};

static const struct look looks[PAINTS] = {
    [PAINT_PLAIN] = {-1, -1, -1, -1, A_NORMAL, A_NORMAL},
    [PAINT_TITLE] = {-1, -1, -1, -1, A_BOLD, A_BOLD},
    [PAINT_DIM] = {244, -1, COLOR_CYAN, -1, A_NORMAL, A_DIM},
    [PAINT_GOOD] = {40, -1, COLOR_GREEN, -1, A_BOLD, A_BOLD},
    [PAINT_BAD] = {203, -1, COLOR_RED, -1, A_BOLD, A_BOLD},
    [PAINT_CHOSEN] = {16, 252, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_REVERSE},
    [PAINT_WALL] = {59, 59, COLOR_BLUE, COLOR_BLUE, A_NORMAL, A_NORMAL},
    [PAINT_FLOOR] = {240, -1, COLOR_BLUE, -1, A_NORMAL, A_DIM},
    [PAINT_GOAL] = {40, -1, COLOR_GREEN, -1, A_BOLD, A_BOLD},
    [PAINT_PLAYER] = {81, -1, COLOR_CYAN, -1, A_BOLD, A_BOLD},
    [PAINT_BOX] = {223, 94, COLOR_WHITE, COLOR_RED, A_BOLD, A_NORMAL},
    [PAINT_BOX_HOME] = {231, 28, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_REVERSE},
    [PAINT_SNOW] = {251, 255, COLOR_CYAN, COLOR_WHITE, A_NORMAL, A_NORMAL},
    [PAINT_BALL] = {231, 67, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_BOLD},
    [PAINT_BALL_DONE] = {231, 28, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_BOLD},
    [PAINT_BODY] = {130, 214, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [PAINT_BODY_2] = {22, 77, COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_NORMAL},
    [PAINT_BODY_3] = {52, 203, COLOR_BLACK, COLOR_RED, A_NORMAL, A_NORMAL},
    [PAINT_BODY_4] = {17, 75, COLOR_BLACK, COLOR_CYAN, A_NORMAL, A_NORMAL},
    [PAINT_HEAD] = {16, 214, COLOR_BLACK, COLOR_YELLOW, A_BOLD, A_BOLD},
    [PAINT_HEAD_2] = {16, 77, COLOR_BLACK, COLOR_GREEN, A_BOLD, A_BOLD},
    [PAINT_HEAD_3] = {16, 203, COLOR_BLACK, COLOR_RED, A_BOLD, A_BOLD},
    [PAINT_HEAD_4] = {16, 75, COLOR_BLACK, COLOR_CYAN, A_BOLD, A_BOLD},
    [PAINT_FOOD] = {197, -1, COLOR_RED, -1, A_BOLD, A_BOLD},
    [PAINT_EXIT] = {213, -1, COLOR_MAGENTA, -1, A_BOLD, A_BOLD},
    [PAINT_SPIKE] = {250, -1, COLOR_WHITE, -1, A_NORMAL, A_NORMAL},
    [PAINT_BLOCK] = {231, 97, COLOR_WHITE, COLOR_MAGENTA, A_NORMAL, A_REVERSE},
    [PAINT_PORTAL] = {141, -1, COLOR_MAGENTA, -1, A_BOLD, A_BOLD},
    [PAINT_WATER] = {39, -1, COLOR_BLUE, -1, A_NORMAL, A_DIM},
};

static attr_t attributes[PAINTS];
static SCREEN *terminal;
static bool is_open, unicode;
static short own_back; /* the background colour; -1 if the terminal has its own default */

/* Restores the terminal, as far as possible, before a signal ends the program. */
static void die(int number)
{
    screen_close();
    raise(number); /* ends the program, because the handler has been reset */
}

int screen_open(bool ascii, FILE *input)
{
    setlocale(LC_CTYPE, "");
    unicode = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!memory_is_left(SHARE)) {
        fprintf(stderr, "%s: out of memory\n", program_name("play"));
        return EXIT_LIMIT;
    }
    terminal = newterm(NULL, stdout, input);
    if (terminal == NULL) {
        const char *name = getenv("TERM");
        fprintf(stderr, "%s: unknown terminal '%s' (in the variable TERM)\n", program_name("play"),
                name == NULL ? "" : name);
        return EXIT_BAD_INPUT;
    }
    is_open = true;
    atexit(screen_close);
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    struct sigaction action = {.sa_handler = die, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    set_escdelay(ESCAPE_DELAY);
    bool colour = getenv("NO_COLOR") == NULL && has_colors() && start_color() == OK;
    bool own = colour && use_default_colors() == OK, many = COLORS >= 256;
    own_back = own ? -1 : COLOR_BLACK;
    for (short paint = 0; paint < PAINTS; paint++) {
        const struct look *look = &looks[paint];
        short front = many ? look->front : look->front8, back = many ? look->back : look->back8;
        attributes[paint] = look->mono;
        if (!own) {
            front = front < 0 ? COLOR_WHITE : front;
            back = back < 0 ? COLOR_BLACK : back;
        }
        if (colour && paint + 1 < COLOR_PAIRS && init_pair((short)(paint + 1), front, back) == OK)
            attributes[paint] = look->bold | (attr_t)COLOR_PAIR(paint + 1);
    }
    return EXIT_SUCCESS;
}

void screen_close(void)
{
    if (!is_open)
        return;
    is_open = false;
    curs_set(1);
    endwin();
}

bool screen_unicode(void)
{
    return unicode;
}

int screen_rows(void)
{
    return LINES;
}

int screen_columns(void)
{
    return COLS;
}

void screen_clear(void)
{
    erase();
}

bool screen_show(void)
{
    if (!memory_is_left(SHARE))
        return false;
    refresh();
    return true;
}

/* Text still to paint, and the rest of the visible form of its current character. */
struct letters {
    const char *text, *left;
    char shown[UTF8_SHOWN];
};

/* The next character to show, or '?' if the locale cannot show it; 0 at the end. */
static wchar_t next_character(struct letters *letters)
{
    wchar_t wide;
    mbstate_t state = {0};
    if (*letters->left == '\0') {
        if (*letters->text == '\0')
            return 0;
        letters->text += utf8_show(letters->text, strlen(letters->text), letters->shown);
        letters->left = letters->shown;
    }
    size_t left = strlen(letters->left), length = mbrtowc(&wide, letters->left, left, &state);
    if (length > left || wcwidth(wide) < 0) {
        wide = L'?';
        length = length > left ? 1 : length;
    }
    letters->left += length;
    return wide;
}

int screen_width(const char *text)
{
    struct letters letters = {.text = text, .left = ""};
    int width = 0;
    for (wchar_t wide = next_character(&letters); wide != 0; wide = next_character(&letters))
        width += wcwidth(wide);
    return width;
}

void screen_put(int row, int column, enum paint paint, const char *text)
{
    if (row < 0 || row >= LINES || column < 0)
        return;
    wchar_t line[TEXT_CAPACITY];
    struct letters letters = {.text = text, .left = ""};
    int length = 0, at = column;
    for (wchar_t wide = next_character(&letters); wide != 0 && length + 1 < TEXT_CAPACITY;
         wide = next_character(&letters)) {
        at += wcwidth(wide);
        if (at > COLS)
            break;
        line[length++] = wide;
    }
    attr_set(attributes[paint] & ~(attr_t)A_COLOR, (short)PAIR_NUMBER(attributes[paint]), NULL);
    mvaddnwstr(row, column, line, length);
    attrset(A_NORMAL);
}

void screen_putf(int row, int column, enum paint paint, const char *format, ...)
{
    char text[TEXT_CAPACITY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    screen_put(row, column, paint, text);
}

/* --- points --- */

/* Colour pairs in use, numbered after those of the paints.  When the table is full, it is filled again from the
 * beginning. */
static struct {
    short front, back;
} pairs[1024];
static size_t pair_count;

bool screen_has_points(void)
{
    return unicode && getenv("NO_COLOR") == NULL && has_colors() && COLORS >= 256 &&
           COLOR_PAIRS > PAINTS + (int)(sizeof pairs / sizeof *pairs);
}

/* The nearest of the colours 16 to 255, which are the same in all terminals: a cube and a row of greys. */
static short nearest_colour(uint32_t rgb)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    int part[3], cube[3], cube_distance = 0, grey_distance = 0;
    for (int i = 0; i < 3; i++)
        part[i] = (int)(rgb >> (16 - 8 * i) & 0xff);
    int grey = ((part[0] + part[1] + part[2]) / 3 - 3) / 10;
    grey = grey < 0 ? 0 : grey > 23 ? 23 : grey;
    for (int i = 0; i < 3; i++) {
        cube[i] = part[i] < 48 ? 0 : part[i] < 115 ? 1 : (part[i] - 35) / 40;
        int off = part[i] - steps[cube[i]], off_grey = part[i] - (8 + 10 * grey);
        cube_distance += off * off;
        grey_distance += off_grey * off_grey;
    }
    return (short)(grey_distance < cube_distance ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]);
}

static const wchar_t upper_half[] = L"\u2580", lower_half[] = L"\u2584";

/* Paints a block in a pair of colours.  Adds the pair if it is new.  Colour -1 is the terminal's own. */
static void put_block(int row, int column, const wchar_t *block, short front, short back)
{
    size_t n = 0;
    while (n < pair_count && (pairs[n].front != front || pairs[n].back != back))
        n++;
    if (n == pair_count) {
        n = pair_count < sizeof pairs / sizeof *pairs ? pair_count : 0;
        pair_count = n + 1;
        pairs[n].front = front;
        pairs[n].back = back;
        init_pair((short)(PAINTS + 1 + (int)n), front, back);
    }
    attr_set(A_NORMAL, (short)(PAINTS + 1 + (int)n), NULL);
    mvaddnwstr(row, column, block, 1);
    attrset(A_NORMAL);
}

void screen_points(int row, int column, uint32_t upper, uint32_t lower)
{
    put_block(row, column, upper_half, nearest_colour(upper), lower == NO_POINT ? own_back : nearest_colour(lower));
}

/* The colour of a point with a paint, or -1 to paint nothing.  A head's colour differs from its body's. */
static short point_colour(enum paint paint)
{
    if (paint == PAINT_PLAIN || paint == PAINT_FLOOR)
        return -1;
    if (paint >= PAINT_HEAD && paint <= PAINT_HEAD_4)
        return 231;
    return looks[paint].back >= 0 ? looks[paint].back : looks[paint].front;
}

void screen_points_of(int row, int column, enum paint upper, enum paint lower)
{
    short above = point_colour(upper), below = point_colour(lower);
    if (above >= 0)
        put_block(row, column, upper_half, above, below < 0 ? own_back : below);
    else if (below >= 0)
        put_block(row, column, lower_half, below, own_back);
}

/* Waits for a key for some milliseconds, but at most 100, so that the program notices signals (-1: 100).  Returns a
 * character, a KEY_ constant of curses, or -1 if no key was pressed. */
static int screen_key(int milliseconds)
{
    timeout(milliseconds < 0 || milliseconds > PATIENCE ? PATIENCE : milliseconds);
    int key = getch();
    return key == ERR ? -1 : key;
}

int input_wait(double seconds)
{
    double end = clock_now() + seconds;
    int key;
    do
        key = screen_key(seconds > 0 ? (int)(fmax(0, end - clock_now()) * 1e3) + 1 : 0);
    while (key < 0 && clock_now() < end && program_interrupted == 0);
    return key;
}

void input_unread(int key)
{
    ungetch(key);
}

/* --- text in rows --- */

enum { MARGIN = 1, PART_CAPACITY = 512 };

struct flow flow_begin(int row, int last)
{
    return (struct flow){.row = row, .column = MARGIN, .indent = MARGIN, .last = last};
}

void flow_next_row(struct flow *flow)
{
    flow->row++;
    flow->column = flow->indent;
}

/* The width of some bytes, which are whole characters. */
static int width_of(const char *bytes, size_t size)
{
    char part[PART_CAPACITY];
    size = size < sizeof part ? size : sizeof part - 1;
    memcpy(part, bytes, size);
    part[size] = '\0';
    return screen_width(part);
}

/* Writes a word, in the next row if necessary.  Breaks a word that is wider than a row. */
static void put_word(struct flow *flow, enum paint paint, const char *word, size_t size)
{
    if (width_of(word, size) > screen_columns() - flow->column && flow->column > flow->indent)
        flow_next_row(flow);
    while (size > 0) {
        /* The whole characters that fit, at least one. */
        size_t part = 0;
        for (size_t end = 1; end <= size && end < PART_CAPACITY; end++) {
            if (end < size && ((unsigned char)word[end] & 0xc0) == 0x80)
                continue;
            if (part > 0 && width_of(word, end) > screen_columns() - flow->column)
                break;
            part = end;
        }
        char text[PART_CAPACITY];
        memcpy(text, word, part);
        text[part] = '\0';
        if (!flow->measure && flow->row <= flow->last)
            screen_put(flow->row, flow->column, paint, text);
        flow->column += screen_width(text);
        word += part;
        size -= part;
        if (size > 0)
            flow_next_row(flow);
    }
}

void flow_text(struct flow *flow, enum paint paint, const char *text)
{
    while (*text != '\0') {
        size_t spaces = strspn(text, " "), size = strcspn(text + spaces, " \n");
        if (size == 0 && text[spaces] == '\0')
            break;
        if (size == 0) {
            flow_next_row(flow);
            text += spaces + 1;
            continue;
        }
        if (flow->column > flow->indent)
            flow->column += (int)spaces;
        put_word(flow, paint, text + spaces, size);
        text += spaces + size;
    }
}

void flow_piece(struct flow *flow, enum paint paint, int gap, const char *text)
{
    if (flow->column > flow->indent) {
        flow->column += gap;
        if (screen_width(text) > screen_columns() - flow->column)
            flow_next_row(flow);
    }
    flow_text(flow, paint, text);
}

int flow_rows(const char *text)
{
    struct flow flow = flow_begin(0, 0);
    flow.measure = true;
    flow_text(&flow, PAINT_PLAIN, text);
    return flow.row + 1;
}

/* --- the meaning of keys --- */

enum { MOST_KEYS = 6, CTRL_R = 'r' & 0x1f };

struct key_row {
    enum input_command command;
    unsigned modes; /* enum mode */
    int keys[MOST_KEYS];
    const char *names, *help; /* NULL: the row above describes these keys.  %s stands for the game's word. */
};

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
    {COMMAND_UNDO, MODE_PUZZLE, {'u', 'z', KEY_BACKSPACE, 0x7f, '\b'}, "u, z, Backspace", "undo"},
    {COMMAND_REDO, MODE_PUZZLE, {'y', 'U', CTRL_R}, "y, U", "make it again"},
    {COMMAND_RESTART, MODE_PUZZLE, {'r'}, "r", "back to the start"},
    {COMMAND_HINT, MODE_PUZZLE, {'i', 'H', KEY_F(1)}, "i, H", "hint: the next move, or how far to go back"},
    {COMMAND_ENTER, MODE_PUZZLE, {'\r', '\n', KEY_ENTER}, "Enter", "do what the hint says; next level"},
    {COMMAND_SOLVE, MODE_PUZZLE, {'v'}, "v", "play the solution from here; any key stops it"},
    {COMMAND_NEXT_LEVEL, MODE_PUZZLE | MODE_LIST, {'n', '>', KEY_NPAGE}, "n, >", "next level"},
    {COMMAND_PREVIOUS_LEVEL, MODE_PUZZLE | MODE_LIST, {'p', '<', KEY_PPAGE}, "p, <", "level before"},
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
        /* The game's word for the command; NULL: the game has no such command, and the help leaves it out. */
        const char *word = "";
        if (rows[i].command == COMMAND_NEXT_PIECE)
            word = words->chosen == NULL ? NULL : words->chosen->one;
        else if (rows[i].command == COMMAND_ACTION)
            word = words->action;
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
