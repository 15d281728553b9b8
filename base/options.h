/* Command-line options from tables.
 *
 * Every option is one row: name, argument, help, default, range and where its value goes.  Parsing,
 * checking, --help and the completion all come from the rows, so that they cannot disagree. */
#ifndef ONLYWAY_BASE_OPTIONS_H
#define ONLYWAY_BASE_OPTIONS_H

#include "base/text.h"

#include <stdint.h>

enum option_kind {
    OPTION_FLAG,    /* bool */
    OPTION_NUMBER,  /* uint64_t, from `low` to `high` */
    OPTION_REAL,    /* double, not negative, not beyond `high` where that is not 0 */
    OPTION_BYTES,   /* uint64_t, a number of bytes: 500M, 2G, 1.5G; K, M, G, T are powers of 1024 */
    OPTION_STRING,  /* const char *, not owned */
    OPTION_CHOICE,  /* unsigned: index into the names of `argument`, which are separated by '|' */
    OPTION_RANGE,   /* struct number_range: "N" or "LOW-HIGH", within `low` and `high` */
    OPTION_SIZE,    /* struct board_size: "N" or "WxH", each side within `low` and `high` */
    OPTION_LIST,    /* struct text, owned: the values of all times it is given, with commas between */
    OPTION_OPTIONAL /* uint64_t like OPTION_NUMBER, as --name or --name=N; alone it is `initial` */
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
    size_t offset;        /* of the value in the set's target */
    const char *argument; /* how --help names it: "N", "DIR", "easy|hard"; NULL for a flag */
    const char *initial;  /* default, as the user would type it; NULL: whatever the target holds */
    uint64_t low, high;
    const char *help;  /* one sentence without its full stop; the default is added to it */
    const char *group; /* heading in --help; rows of one group stand together */
    unsigned tag;      /* free for the program */
};

/* The rows that all programs have, for the members help and version of a target; AT(member) is an
 * offset in it; `more` is added to what is said of --help. */
#define OTHER_OPTION_ROWS(AT, more)                                                                     \
    {.name = "help",                                                                                    \
     .letter = 'h',                                                                                     \
     .kind = OPTION_FLAG,                                                                               \
     .offset = AT(help),                                                                                \
     .group = "Other",                                                                                  \
     .help = "show this help and exit" more},                                                           \
    {                                                                                                   \
        .name = "version", .letter = 'V', .kind = OPTION_FLAG, .offset = AT(version), .group = "Other", \
        .help = "show the version and exit"                                                             \
    }

/* Some rows and the structure their values go to.  `given`, if not NULL, is told by the parser
 * which rows were on the command line (one bool a row). */
struct option_set {
    const struct option_row *rows;
    size_t count;
    void *target;
    bool *given;
};

/* Puts the defaults into the targets. */
void options_reset(const struct option_set *sets, size_t count);

/* Parses argv[1...]; options and operands may be mixed, "--" ends the options, names may be cut
 * short while they stay clear.  Operands are moved to the end of argv; *first_operand is where they
 * begin.  On error returns false with one line in `error` that names what is wrong and, where there
 * is one, the nearest name. */
bool options_parse(const struct option_set *sets, size_t count, int argc, char **argv, int *first_operand,
                   struct text *error);

/* Sets options from text instead of a command line, for programs that have none: words such as
 * "--count=3 --all", separated by blanks; the dashes may be left out.  A value with blanks in it stands in
 * quotes of either kind.  `text` is cut into pieces, to which the values of strings point.  It can be
 * used by many threads at once. */
bool options_read(const struct option_set *sets, size_t count, char *text, struct text *error);

/* Whether the option of a name was on the command line, of a set that is told so. */
bool option_given(const struct option_set *set, const char *name);

/* Sets one value from its text, as the parser does: for values that come from a file. */
bool option_set_value(const struct option_row *row, void *target, const char *value, struct text *error);

/* Takes the n-th option of a set as the parser does, which names it in what it complains of;
 * `value` of a flag means nothing, NULL is an option alone. */
bool option_take(const struct option_set *set, size_t n, const char *value, struct text *error);

/* The value as the user would type it. */
void option_get_value(const struct option_row *row, const void *target, struct text *value);

/* The help of all rows for which `wanted` (NULL: all) says yes, group by group, 80 columns wide. */
void options_help(const struct option_set *sets, size_t count,
                  bool (*wanted)(const struct option_row *row, const void *context), const void *context,
                  struct text *help);

/* Adds a line of such a help for something else: what is on its left and on its right side. */
void options_help_line(const char *left, const char *right, struct text *help);

#endif
