/* Command-line options from tables: options in text, values, parsing and help; see options.h. */
#include "base/options.h"

#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- options from text --- */

static const char blanks[] = " \t\r\n";

bool options_read(const struct option_set *sets, size_t count, char *text, struct text *error)
{
    char *from = text;
    while (*(from += strspn(from, blanks)) != '\0') {
        /* Takes the next word off the text and removes its quotes. */
        char *word = from, *to = from, quote = '\0';
        for (; *from != '\0' && (quote != '\0' || strchr(blanks, *from) == NULL); from++) {
            if (quote != '\0' && *from == quote)
                quote = '\0';
            else if (quote == '\0' && (*from == '"' || *from == '\''))
                quote = *from;
            else
                *to++ = *from;
        }
        from += *from != '\0';
        *to = '\0';
        if (quote != '\0') {
            text_addf(error, "the quote %c is not closed", quote);
            return false;
        }
        char *value = strchr(word, '=');
        if (value != NULL)
            *value++ = '\0';
        word += strncmp(word, "--", 2) == 0 ? 2 : 0;
        const char *names[256];
        size_t known = 0, n = 0;
        const struct option_set *set = NULL;
        for (size_t s = 0; s < count && set == NULL; s++) {
            n = option_find(sets[s].rows, sets[s].count, word);
            set = n < sets[s].count ? &sets[s] : NULL;
            for (size_t i = 0; i < sets[s].count && known < sizeof names / sizeof *names; i++)
                names[known++] = sets[s].rows[i].name;
        }
        if (set == NULL) {
            say_unknown("option", word, names, known, error);
            return false;
        }
        enum option_kind kind = set->rows[n].kind;
        if (value == NULL ? kind != OPTION_FLAG && kind != OPTION_OPTIONAL : kind == OPTION_FLAG) {
            text_addf(error, "option '%s' %s", word, value == NULL ? "needs a value" : "takes no value");
            return false;
        }
        if (!option_take(set, n, value, error))
            return false;
    }
    return !text_says(error);
}

/* --- values --- */

/* Reads digits into *number.  Returns the text after them, or NULL if the text has no digits or the number exceeds 64
 * bits. */
static const char *read_number(const char *text, uint64_t *number)
{
    if (!isdigit((unsigned char)*text))
        return NULL;
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 ? end : NULL;
}

static bool in_range(const struct option_row *row, uint64_t number)
{
    return number >= row->low && (row->high == 0 || number <= row->high);
}

/* Sets a number, a range or a size: one number, or two with a sign between them. */
static bool set_numbers(const struct option_row *row, void *place, const char *value, struct text *error)
{
    const char *signs = row->kind == OPTION_RANGE ? "-" : row->kind == OPTION_SIZE ? "xX" : "";
    uint64_t first = 0, second;
    const char *end = read_number(value, &first);
    bool large = end == NULL && isdigit((unsigned char)*value);
    second = first;
    if (end != NULL && *end != '\0' && strchr(signs, *end) != NULL)
        end = read_number(end + 1, &second);
    if (end != NULL && *end == '\0' && in_range(row, first) && in_range(row, second) &&
        (row->kind != OPTION_RANGE || first <= second)) {
        if (row->kind == OPTION_RANGE)
            *(struct number_range *)place = (struct number_range){first, second};
        else if (row->kind == OPTION_SIZE)
            *(struct board_size *)place = (struct board_size){(unsigned)first, (unsigned)second};
        else
            *(uint64_t *)place = first;
        return true;
    }
    if (row->high == 0 && large) {
        text_addf(error, "'%s' is too large", value);
        return false;
    }
    text_addf(error, "'%s' is not %s", value,
              row->kind == OPTION_RANGE  ? "a number or a range such as 3-8"
              : row->kind == OPTION_SIZE ? "a size such as 8 or 10x6 with sides"
                                         : "a whole number");
    if (row->high != 0)
        text_addf(error, " from %" PRIu64 " to %" PRIu64, row->low, row->high);
    else if (row->low != 0)
        text_addf(error, " of at least %" PRIu64, row->low);
    return false;
}

/* Reads a number such as 12 or 0.5 into *number.  Returns the text after the number, or NULL if the text has no number.
 * Unlike strtod, rejects hexadecimal and infinite numbers. */
static const char *read_real(const char *text, double *number)
{
    size_t digits = strspn(text, "0123456789.");
    if (digits == 0 || (text[0] == '0' && toupper((unsigned char)text[1]) == 'X'))
        return NULL;
    char *end;
    *number = strtod(text, &end);
    return end == text || !isfinite(*number) ? NULL : end;
}

static bool set_real(const struct option_row *row, void *place, const char *value, struct text *error)
{
    double number;
    const char *end = read_real(value, &number);
    if (end == NULL || *end != '\0' || (row->high != 0 && number > (double)row->high)) {
        text_addf(error, "'%s' is not a number of at least 0", value);
        if (row->high != 0)
            text_addf(error, " and at most %" PRIu64, row->high);
        return false;
    }
    memcpy(place, &number, sizeof number);
    return true;
}

static bool set_bytes(const struct option_row *row, void *place, const char *value, struct text *error)
{
    static const char units[] = "KMGT";
    double number = 0;
    const char *end = read_real(value, &number);
    bool good = end != NULL;
    const char *unit = !good || *end == '\0' ? NULL : strchr(units, toupper((unsigned char)*end));
    if (unit != NULL) {
        number = ldexp(number, 10 * (int)(unit - units + 1));
        end++;
        if (end[0] == 'i' && end[1] == 'B')
            end += 2;
        else if (end[0] == 'B')
            end++;
    }
    if (!good || *end != '\0' || number < (double)row->low || number > 9e18) {
        text_addf(error, "'%s' is not a size such as 500M or 2G", value);
        if (row->low > 0)
            text_addf(error, ", of at least %" PRIu64 " bytes", row->low);
        return false;
    }
    uint64_t bytes = (uint64_t)number;
    memcpy(place, &bytes, sizeof bytes);
    return true;
}

static bool set_choice(const struct option_row *row, void *place, const char *value, struct text *error)
{
    char copy[512];
    const char *names[16];
    unsigned known = 0;
    snprintf(copy, sizeof copy, "%s", row->argument);
    for (char *name = copy, *end; *name != '\0' && known < sizeof names / sizeof *names; name = end) {
        end = name + strcspn(name, "|");
        if (*end != '\0')
            *end++ = '\0';
        if (strcmp(name, value) == 0) {
            memcpy(place, &known, sizeof known);
            return true;
        }
        names[known++] = name;
    }
    const char *nearest = nearest_name(value, names, known);
    text_addf(error, "'%s' is not one of %s", value, row->argument);
    if (nearest != NULL)
        text_addf(error, "; did you mean '%s'?", nearest);
    return false;
}

bool option_set_value(const struct option_row *row, void *target, const char *value, struct text *error)
{
    void *place = (char *)target + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)place = strcmp(value, "yes") == 0;
        return true;
    case OPTION_NUMBER:
    case OPTION_OPTIONAL:
    case OPTION_RANGE:
    case OPTION_SIZE:
        return set_numbers(row, place, value, error);
    case OPTION_REAL:
        return set_real(row, place, value, error);
    case OPTION_BYTES:
        return set_bytes(row, place, value, error);
    case OPTION_STRING:
        *(const char **)place = value;
        return true;
    case OPTION_LIST:
        if (((struct text *)place)->size > 0)
            text_add_char(place, ',');
        text_add_string(place, value);
        return !((struct text *)place)->failed || text_fail(error);
    case OPTION_CHOICE:
        return set_choice(row, place, value, error);
    }
    return false;
}

void option_get_value(const struct option_row *row, const void *target, struct text *value)
{
    const void *place = (const char *)target + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        text_add_string(value, *(const bool *)place ? "yes" : "no");
        break;
    case OPTION_NUMBER:
    case OPTION_OPTIONAL:
    case OPTION_BYTES:
        text_addf(value, "%" PRIu64, *(const uint64_t *)place);
        break;
    case OPTION_REAL:
        text_addf(value, "%.17g", *(const double *)place);
        break;
    case OPTION_STRING:
        if (*(const char *const *)place != NULL)
            text_add_string(value, *(const char *const *)place);
        break;
    case OPTION_LIST:
        text_add_string(value, text_string(place));
        break;
    case OPTION_CHOICE: {
        const char *name = row->argument;
        for (unsigned n = *(const unsigned *)place; n > 0; n--)
            name += strcspn(name, "|") + (strchr(name, '|') != NULL);
        text_add(value, name, strcspn(name, "|"));
        break;
    }
    case OPTION_RANGE: {
        const struct number_range *range = place;
        text_addf(value, "%" PRIu64 "-%" PRIu64, range->low, range->high);
        break;
    }
    case OPTION_SIZE: {
        const struct board_size *size = place;
        text_addf(value, "%ux%u", size->columns, size->rows);
        break;
    }
    }
}

/* --- parsing --- */

/* getopt returns LONG_BASE plus the index of a long option among all rows. */
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
    for (size_t s = 0; s < count; s++) {
        for (size_t i = 0; i < sets[s].count; i++) {
            const struct option_row *row = &sets[s].rows[i];
            if (row->initial != NULL && row->kind != OPTION_OPTIONAL)
                option_set_value(row, sets[s].target, row->initial, &error);
        }
    }
    text_free(&error);
}

size_t option_find(const struct option_row *rows, size_t count, const char *name)
{
    size_t n = 0;
    while (n < count && strcmp(rows[n].name, name) != 0)
        n++;
    return n;
}

bool option_given(const struct option_set *set, const char *name)
{
    size_t n = option_find(set->rows, set->count, name);
    return n < set->count && set->given[n];
}

static bool complain_unknown(const struct option_set *sets, size_t count, const char *typed, struct text *error)
{
    if (strncmp(typed, "--", 2) != 0) {
        text_addf(error, "unknown option '%s'", typed);
        return false;
    }
    size_t rows = count_rows(sets, count);
    const char **names = calloc(rows + 1, sizeof *names);
    if (names == NULL)
        return text_fail(error);
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
        text_addf(error, "option '--%s' could mean '--%s' or '--%s'", name, meanings[0], meanings[1]);
    else if (nearest != NULL)
        text_addf(error, "unknown option '--%s'; did you mean '--%s'?", name, nearest);
    else
        text_addf(error, "unknown option '--%s'", name);
    return false;
}

/* Whether an argument is the name of a long option after a single dash, instead of letters and their value. */
static bool lacks_dash(const struct option_set *sets, size_t count, const char *typed)
{
    size_t length = strcspn(typed, "=");
    bool named = false;
    for (size_t i = 0, rows = count_rows(sets, count); i < rows; i++) {
        const char *name = nth_row(sets, i).row->name;
        named |= length > 2 && strlen(name) == length - 1 && strncmp(typed + 1, name, length - 1) == 0;
    }
    return named && typed[0] == '-';
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

bool options_parse(const struct option_set *sets, size_t count, int argc, char **argv, int *first_operand,
                   struct text *error)
{
    size_t rows = count_rows(sets, count);
    struct option *long_options = calloc(rows + 1, sizeof *long_options);
    char *letters = calloc(3 * rows + 2, 1);
    bool good = long_options != NULL && letters != NULL;
    if (!good)
        text_fail(error);
    char *letter = letters;
    if (good)
        *letter++ = ':';
    for (size_t i = 0; good && i < rows; i++) {
        const struct option_row *row = nth_row(sets, i).row;
        int wants = row->kind == OPTION_FLAG       ? no_argument
                    : row->kind == OPTION_OPTIONAL ? optional_argument
                                                   : required_argument;
        long_options[i] = (struct option){row->name, wants, NULL, LONG_BASE + (int)i};
        if (row->letter == 0)
            continue;
        *letter++ = row->letter;
        for (int colons = wants; colons > 0; colons--) /* one for a required value, two for an optional one */
            *letter++ = ':';
    }

    opterr = 0;
    optind = 0;
    while (good) {
        int before = optind == 0 ? 1 : optind;
        int answer = getopt_long(argc, argv, letters, long_options, NULL);
        if (answer == -1)
            break;
        int at = optind > before ? optind - 1 : before;
        const char *typed = argv[at < argc ? at : argc - 1]; /* musl advances past the end if a value is missing */
        bool letters_only = answer < LONG_BASE && optarg != typed && (answer != '?' || optopt < LONG_BASE);
        if (letters_only && lacks_dash(sets, count, typed)) {
            int length = (int)strcspn(typed, "=");
            text_addf(error, "unknown option '%.*s'; did you mean '-%.*s'?", length, typed, length, typed);
            good = false;
        } else if (answer == '?' && optopt >= LONG_BASE) {
            text_addf(error, "option '--%s' takes no value", nth_row(sets, (size_t)(optopt - LONG_BASE)).row->name);
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
            size_t n = answer >= LONG_BASE ? (size_t)(answer - LONG_BASE) : 0;
            while (answer < LONG_BASE && nth_row(sets, n).row->letter != answer)
                n++;
            struct found found = nth_row(sets, n);
            good = option_take(found.set, (size_t)(found.row - found.set->rows), optarg, error);
        }
    }
    *first_operand = optind;
    free(long_options);
    free(letters);
    return good;
}

/* --- help --- */

enum { WIDTH = 79, HELP_COLUMN = 26 };

void options_help_line(const char *left, const char *right, struct text *help)
{
    text_add_string(help, left);
    if (strlen(left) + 2 > HELP_COLUMN)
        text_addf(help, "\n%*s", HELP_COLUMN, "");
    else
        text_addf(help, "%*s", (int)(HELP_COLUMN - strlen(left)), "");
    /* The words, wrapped at WIDTH; further lines are indented by HELP_COLUMN. */
    for (size_t column = HELP_COLUMN; *right != '\0';) {
        size_t length = strcspn(right, " ");
        if (column > HELP_COLUMN && column + 1 + length > WIDTH) {
            text_addf(help, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else if (column > HELP_COLUMN) {
            text_add_char(help, ' ');
            column++;
        }
        text_add(help, right, length);
        column += length;
        right += length + (right[length] == ' ');
    }
    text_add_char(help, '\n');
}

void options_help(const struct option_set *sets, size_t count,
                  bool (*wanted)(const struct option_row *row, const void *context), const void *context,
                  struct text *help)
{
    const char *group = NULL;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < sets[i].count; j++) {
            const struct option_row *row = &sets[i].rows[j];
            if (wanted != NULL && !wanted(row, context))
                continue;
            if (group == NULL || strcmp(group, row->group) != 0)
                text_addf(help, "\n%s:\n", row->group);
            group = row->group;
            struct text left = {0}, right = {0};
            if (row->letter != 0)
                text_addf(&left, "  -%c, --%s", row->letter, row->name);
            else
                text_addf(&left, "      --%s", row->name);
            if (row->kind == OPTION_OPTIONAL)
                text_addf(&left, "[=%s]", row->argument);
            else if (row->argument != NULL)
                text_addf(&left, "=%s", row->argument);
            text_add_string(&right, row->help);
            if (row->initial != NULL && row->kind != OPTION_FLAG)
                text_addf(&right, row->kind == OPTION_OPTIONAL ? " (without a value: %s)" : " (default %s)",
                          row->initial);
            options_help_line(text_string(&left), text_string(&right), help);
            help->failed |= left.failed || right.failed;
            text_free(&left);
            text_free(&right);
        }
    }
}
