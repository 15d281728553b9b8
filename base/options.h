/* Command-line options from tables.
 *
 * Every option is one row: name, argument, help, default, range and the place of its value.  Parsing, checking, --help
 * and shell completion all use the rows, so they cannot disagree. */
#ifndef ONLYWAY_BASE_OPTIONS_H
#define ONLYWAY_BASE_OPTIONS_H

#include "base/text.h"

#include <stdint.h>

enum option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_NUMBER,  /* uint64_t, from `low` to `high` */
    OPTION_REAL,    /* double, at least 0, and at most `high` unless `high` is 0 */
    OPTION_BYTES,   /* uint64_t, a number of bytes: 500M, 2G, 1.5G; K, M, G and T are powers of 1024 */
    OPTION_STRING,  /* const char *, not owned */
    OPTION_CHOICE,  /* unsigned: index into the names of `argument`, which are separated by '|' */
    OPTION_RANGE,   /* struct number_range: "N" or "LOW-HIGH", within `low` and `high` */
    OPTION_SIZE,    /* struct board_size: "N" or "WxH", each side within `low` and `high` */
    OPTION_LIST,    /* struct text, owned: the values of all occurrences, separated by commas */
    OPTION_OPTIONAL /* uint64_t like OPTION_NUMBER, given as --name=N, or as --name, which means `initial` */
};

struct number_range {
    uint64_t low, high;
};

struct board_size {
    unsigned columns, rows;
};

struct option_row {
    const char *name; /* without the dashes */
    char letter;      /* short form, or 0 */
    enum option_kind kind;
    size_t offset;        /* offset of the value in the set's target */
    const char *argument; /* the argument's name in --help: "N", "DIR", "easy|hard"; NULL for a flag */
    const char *initial;  /* default, as the user would type it; NULL: the target keeps its value */
    uint64_t low, high;
    const char *help;  /* one sentence without its full stop; --help appends the default */
    const char *group; /* heading in --help; rows of one group must be adjacent */
    unsigned tag;      /* free for the program */
};

/* A row.  AT is the offset of the value in the set's target; ARGUMENT is NULL for a flag.  The other members follow as
 * designated initializers, `.help` among them. */
#define OPTION(KIND, NAME, AT, ARGUMENT, GROUP, ...)                                                         \
    {                                                                                                        \
        .kind = OPTION_##KIND, .name = NAME, .offset = AT, .argument = ARGUMENT, .group = GROUP, __VA_ARGS__ \
    }

/* The rows that all programs have, for the members `help` and `version` of a target.  AT(member) is the offset of a
 * member in the target.  `more` is appended to the help text of --help. */
#define OTHER_OPTION_ROWS(AT, more)                                                                       \
    OPTION(FLAG, "help", AT(help), NULL, "Other", .letter = 'h', .help = "show this help and exit" more), \
        OPTION(FLAG, "version", AT(version), NULL, "Other", .letter = 'V', .help = "show the version and exit")

/* Some rows and the structure for their values.  `given`, unless NULL, has a bool for each row; the parser sets it if
 * the row was on the command line. */
struct option_set {
    const struct option_row *rows;
    size_t count;
    void *target;
    bool *given;
};

/* Sets the targets to the defaults. */
void options_reset(const struct option_set *sets, size_t count);

/* Parses argv[1...].  Options and operands may be mixed, "--" ends the options, and names may be abbreviated if they
 * stay unambiguous.  Moves operands to the end of argv; *first_operand is the index of the first.  On error, returns
 * false with one line in `error` that says what is wrong and suggests a similar name if one exists. */
bool options_parse(const struct option_set *sets, size_t count, int argc, char **argv, int *first_operand,
                   struct text *error);

/* Sets options from text instead of a command line, for programs that have none: words such as "--count=3 --all",
 * separated by blanks; the dashes may be left out.  A value that contains blanks needs single or double quotes.  Cuts
 * `text` into pieces, to which string values point.  Many threads can call this function at once. */
bool options_read(const struct option_set *sets, size_t count, char *text, struct text *error);

/* The index of the row with a name among `count` rows; `count` if there is none. */
size_t option_find(const struct option_row *rows, size_t count, const char *name);

/* Whether the option with a name was on the command line.  The set must have `given`. */
bool option_given(const struct option_set *set, const char *name);

/* Sets one value from its text, as the parser does.  For values from a file. */
bool option_set_value(const struct option_row *row, void *target, const char *value, struct text *error);

/* Takes the n-th option of a set as the parser does; errors name the option.  Ignores `value` for a flag.  `value` NULL
 * means an option without a value. */
bool option_take(const struct option_set *set, size_t n, const char *value, struct text *error);

/* Adds the value as the user would type it. */
void option_get_value(const struct option_row *row, const void *target, struct text *value);

/* Adds the help of all rows that `wanted` accepts (NULL: all rows), group by group, 80 columns wide. */
void options_help(const struct option_set *sets, size_t count,
                  bool (*wanted)(const struct option_row *row, const void *context), const void *context,
                  struct text *help);

/* Adds a line in the format of that help for something other than an option: the texts of its left and right columns.
 */
void options_help_line(const char *left, const char *right, struct text *help);

#endif
