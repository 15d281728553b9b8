/* The terminal; see screen.h. */
#include "play/screen.h"

#include "base/program.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { PATIENCE = 100, TEXT_ROOM = 1024, ESCAPE_DELAY = 25 };

/* How a paint looks with 256 colours, with 8, and with none.  -1: the terminal's own colour. */
struct look {
    short front, back;   /* of 256 */
    short front8, back8; /* of 8 */
    attr_t bold;         /* with colours */
    attr_t mono;         /* without */
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

/* Where it has no memory, ncurses ends the program by itself, or reads what it could not have: then there is a
 * message all the same. */
static volatile sig_atomic_t in_ncurses;
static const char *back_to_shell[2]; /* what makes a terminal usable again */

static void choose_attributes(void)
{
    bool colour = getenv("NO_COLOR") == NULL && has_colors() && start_color() == OK;
    bool own = colour && use_default_colors() == OK, many = COLORS >= 256;
    for (short paint = 0; paint < PAINTS; paint++) {
        const struct look *look = &looks[paint];
        short front = many ? look->front : look->front8, back = many ? look->back : look->back8;
        attributes[paint] = look->mono;
        if (!own) {
            front = front < 0 ? COLOR_WHITE : front;
            back = back < 0 ? COLOR_BLACK : back;
        }
        if (colour && paint + 1 < COLOR_PAIRS &&
            init_pair((short)(paint + 1), front, back) == OK)
            attributes[paint] = look->bold | (attr_t)COLOR_PAIR(paint + 1);
    }
}

static void enter_ncurses(void)
{
    errno = 0;
    in_ncurses = 1;
}

static void leave_ncurses(void)
{
    in_ncurses = 0;
}

/* Puts a string to a terminal or a file, in a handler. */
static void put(int file, const char *string)
{
    if (string != NULL && write(file, string, strlen(string)) < 0)
        return; /* there is no other way to say so */
}

static _Noreturn void end_without_memory(void)
{
    for (size_t i = 0; is_open && i < 2; i++)
        put(STDOUT_FILENO, back_to_shell[i]);
    if (is_open)
        reset_shell_mode();
    put(STDERR_FILENO, "play: out of memory\n");
    _exit(EXIT_LIMIT);
}

/* What ends the program at once leaves a usable terminal all the same, as well as that can be
 * done. */
static void die(int number)
{
    if (in_ncurses && errno == ENOMEM)
        end_without_memory();
    screen_close();
    raise(number); /* for good: its handler has been reset */
}

static void catch_crashes(void)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT};
    struct sigaction action = {.sa_handler = die, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

static void end_for_ncurses(void)
{
    if (in_ncurses)
        end_without_memory();
}

/* The terminal is not there: tells why, and returns the exit status.  Ncurses does not tell; where memory
 * was short, it still is, or the second time it is not. */
static int say_not_open(void)
{
    const char *name = getenv("TERM");
    void *memory = malloc(BUFSIZ);
    if (memory == NULL)
        end_without_memory();
    free(memory);
    fprintf(stderr, "play: the terminal '%s' is not known here; TERM names it\n",
            name == NULL ? "" : name);
    return EXIT_BAD_INPUT;
}

/* A capability of the terminal, or NULL. */
static const char *capability(const char *name)
{
    const char *string = tigetstr(name);
    return string == (const char *)-1 ? NULL : string;
}

static void set_up(void)
{
    back_to_shell[0] = capability("rmcup");
    back_to_shell[1] = capability("cnorm");
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    set_escdelay(ESCAPE_DELAY);
    choose_attributes();
}

int screen_open(bool ascii, FILE *input)
{
    setlocale(LC_CTYPE, "");
    unicode = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    atexit(end_for_ncurses);
    catch_crashes();
    enter_ncurses();
    terminal = newterm(NULL, stdout, input);
    if (terminal == NULL)
        terminal = newterm(NULL, stdout, input);
    if (terminal != NULL) {
        is_open = true;
        atexit(screen_close);
        set_up();
    }
    leave_ncurses();
    return terminal == NULL ? say_not_open() : EXIT_SUCCESS;
}

void screen_close(void)
{
    if (!is_open)
        return;
    enter_ncurses();
    curs_set(1);
    endwin();
    leave_ncurses();
    is_open = false;
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

void screen_show(void)
{
    enter_ncurses();
    refresh();
    leave_ncurses();
}

/* The next character of a text, '?' for what is none; 0 at the end. */
static wchar_t next_character(const char **text)
{
    wchar_t wide;
    mbstate_t state = {0};
    size_t left = strlen(*text);
    size_t length = left == 0 ? 0 : mbrtowc(&wide, *text, left, &state);
    if (length == 0)
        return 0;
    if (length > left || wcwidth(wide) < 0) {
        wide = L'?';
        length = length > left ? 1 : length;
    }
    *text += length;
    return wide;
}

int screen_width(const char *text)
{
    int width = 0;
    for (wchar_t wide = next_character(&text); wide != 0; wide = next_character(&text))
        width += wcwidth(wide);
    return width;
}

void screen_put(int row, int column, enum paint paint, const char *text)
{
    if (row < 0 || row >= LINES || column < 0)
        return;
    wchar_t line[TEXT_ROOM];
    int length = 0, at = column;
    for (wchar_t wide = next_character(&text); wide != 0 && length + 1 < TEXT_ROOM;
         wide = next_character(&text)) {
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
    char text[TEXT_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    screen_put(row, column, paint, text);
}

int screen_key(int milliseconds)
{
    timeout(milliseconds < 0 || milliseconds > PATIENCE ? PATIENCE : milliseconds);
    int key = getch();
    return key == ERR ? -1 : key;
}
