/* Command-line options from tables: parsing; see options.h.  Values are in option_values.c, the
 * help in option_help.c. */
#include "base/options.h"

#include "base/nearest.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* getopt returns this plus the index of a long option among all rows. */
enum { LONG_BASE = 1000 };

struct found {
    const struct option_row *row;
    const struct option_set *set;
};

static size_t count_rows(const struct option_set *sets, size_t count)
{
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += sets[i].count;
    return rows;
}

static struct found nth_row(const struct option_set *sets, size_t n)
{
    while (n >= sets->count) {
        n -= sets->count;
        sets++;
    }
    return (struct found){&sets->rows[n], sets};
}

void options_reset(const struct option_set *sets, size_t count)
{
    struct text error = {0};
    size_t rows = count_rows(sets, count);
    for (size_t i = 0; i < rows; i++) {
        struct found found = nth_row(sets, i);
        if (found.row->initial != NULL && found.row->kind != OPTION_OPTIONAL)
            option_set_value(found.row, found.set->target, found.row->initial, &error);
    }
    text_free(&error);
}

bool option_given(const struct option_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->given[i] && strcmp(set->rows[i].name, name) == 0)
            return true;
    }
    return false;
}

static bool complain_unknown(const struct option_set *sets, size_t count, const char *typed,
                             struct text *error)
{
    size_t rows = count_rows(sets, count);
    const char **names = calloc(rows + 1, sizeof *names);
    if (names == NULL)
        return text_fail(error);
    if (strncmp(typed, "--", 2) != 0) {
        free(names);
        text_addf(error, "unknown option '%s'", typed);
        return false;
    }
    char name[64];
    size_t length = strcspn(typed + 2, "=");
    if (length >= sizeof name)
        length = sizeof name - 1;
    memcpy(name, typed + 2, length);
    name[length] = '\0';

    const char *meanings[2] = {NULL, NULL};
    for (size_t i = 0; i < rows; i++) {
        names[i] = nth_row(sets, i).row->name;
        if (length > 0 && strncmp(names[i], name, length) == 0)
            meanings[meanings[0] != NULL] = names[i];
    }
    const char *nearest = nearest_name(name, names, rows);
    free(names);
    if (meanings[1] != NULL)
        text_addf(error, "option '--%s' could mean '--%s' or '--%s'", name, meanings[0],
                  meanings[1]);
    else if (nearest != NULL)
        text_addf(error, "unknown option '--%s'; did you mean '--%s'?", name, nearest);
    else
        text_addf(error, "unknown option '--%s'", name);
    return false;
}

static void fill_getopt_tables(const struct option_set *sets, size_t rows,
                               struct option *long_options, char *letters)
{
    *letters++ = ':';
    for (size_t i = 0; i < rows; i++) {
        const struct option_row *row = nth_row(sets, i).row;
        int wants = row->kind == OPTION_FLAG       ? no_argument
                    : row->kind == OPTION_OPTIONAL ? optional_argument
                                                   : required_argument;
        long_options[i] = (struct option){row->name, wants, NULL, LONG_BASE + (int)i};
        if (row->letter != 0) {
            *letters++ = row->letter;
            for (int colons = wants; colons > 0; colons--) /* none, one or, if optional, two */
                *letters++ = ':';
        }
    }
    *letters = '\0';
}

/* The row that getopt's answer stands for; rows is the number of all rows. */
static size_t row_of_answer(const struct option_set *sets, size_t rows, int answer)
{
    if (answer >= LONG_BASE)
        return (size_t)(answer - LONG_BASE);
    for (size_t i = 0; i < rows; i++) {
        if (nth_row(sets, i).row->letter == answer)
            return i;
    }
    return rows;
}

bool option_take(const struct option_set *set, size_t n, const char *value, struct text *error)
{
    const struct option_row *row = &set->rows[n];
    if (set->given != NULL)
        set->given[n] = true;
    if (row->kind == OPTION_FLAG)
        value = "yes";
    else if (value == NULL)
        value = row->initial;
    struct text reason = {0};
    bool good = option_set_value(row, set->target, value, &reason);
    if (!good)
        text_addf(error, "--%s: %s", row->name, text_string(&reason));
    error->failed |= reason.failed;
    text_free(&reason);
    return good;
}

bool options_parse(const struct option_set *sets, size_t count, int argc, char **argv,
                   int *first_operand, struct text *error)
{
    size_t rows = count_rows(sets, count);
    struct option *long_options = calloc(rows + 1, sizeof *long_options);
    char *letters = calloc(3 * rows + 2, 1);
    bool good = long_options != NULL && letters != NULL;
    if (!good)
        text_fail(error);
    else
        fill_getopt_tables(sets, rows, long_options, letters);

    opterr = 0;
    optind = 0;
    while (good) {
        int before = optind == 0 ? 1 : optind;
        int answer = getopt_long(argc, argv, letters, long_options, NULL);
        if (answer == -1)
            break;
        const char *typed = argv[optind > before ? optind - 1 : before];
        if (answer == '?' && optopt >= LONG_BASE) {
            text_addf(error, "option '--%s' takes no value",
                      nth_row(sets, row_of_answer(sets, rows, optopt)).row->name);
            good = false;
        } else if (answer == '?' && optopt != 0) {
            text_addf(error, "unknown option '-%c'", optopt);
            good = false;
        } else if (answer == '?') {
            good = complain_unknown(sets, count, typed, error);
        } else if (answer == ':') {
            text_addf(error, "option '%s' needs a value", typed);
            good = false;
        } else {
            struct found found = nth_row(sets, row_of_answer(sets, rows, answer));
            good = option_take(found.set, (size_t)(found.row - found.set->rows), optarg, error);
        }
    }
    *first_operand = optind;
    free(long_options);
    free(letters);
    return good;
}
