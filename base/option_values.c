/* Command-line options from tables: values and their text; see options.h. */
#include "base/options.h"

#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads digits into *number; returns what follows them, or NULL where there is no number or it is
 * too large for 64 bits. */
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

static bool complain_number(const struct option_row *row, const char *value, const char *what,
                            struct text *error)
{
    text_addf(error, "'%s' is not %s", value, what);
    if (row->high != 0)
        text_addf(error, " from %" PRIu64 " to %" PRIu64, row->low, row->high);
    else if (row->low != 0)
        text_addf(error, " of at least %" PRIu64, row->low);
    return false;
}

static bool set_number(const struct option_row *row, void *place, const char *value,
                       struct text *error)
{
    uint64_t number;
    const char *end = read_number(value, &number);
    if (end == NULL || *end != '\0' || !in_range(row, number))
        return complain_number(row, value, "a whole number", error);
    memcpy(place, &number, sizeof number);
    return true;
}

/* Reads a number such as 12 or 0.5 into *number; returns what follows it, or NULL where there is
 * none.  The hexadecimal and the infinite that strtod knows are no numbers here. */
static const char *read_real(const char *text, double *number)
{
    size_t digits = strspn(text, "0123456789.");
    if (digits == 0 || (text[0] == '0' && toupper((unsigned char)text[1]) == 'X'))
        return NULL;
    char *end;
    *number = strtod(text, &end);
    return end == text || !isfinite(*number) ? NULL : end;
}

static bool set_real(const struct option_row *row, void *place, const char *value,
                     struct text *error)
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

static bool set_bytes(const struct option_row *row, void *place, const char *value,
                      struct text *error)
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

/* The n-th of the names in "a|b|c": its length, and where it begins in *name; 0 past the last. */
static size_t nth_choice(const char *choices, unsigned n, const char **name)
{
    while (n > 0) {
        choices = strchr(choices, '|');
        if (choices == NULL)
            return 0;
        choices++;
        n--;
    }
    *name = choices;
    return strcspn(choices, "|");
}

static bool set_choice(const struct option_row *row, void *place, const char *value,
                       struct text *error)
{
    char copies[16][32];
    const char *names[16];
    const char *name;
    size_t length;
    unsigned known = 0;
    for (; known < 16 && (length = nth_choice(row->argument, known, &name)) > 0; known++) {
        if (length == strlen(value) && memcmp(name, value, length) == 0) {
            memcpy(place, &known, sizeof known);
            return true;
        }
        size_t kept = length < sizeof copies[0] ? length : sizeof copies[0] - 1;
        memcpy(copies[known], name, kept);
        copies[known][kept] = '\0';
        names[known] = copies[known];
    }
    const char *nearest = nearest_name(value, names, known);
    text_addf(error, "'%s' is not one of %s", value, row->argument);
    if (nearest != NULL)
        text_addf(error, "; did you mean '%s'?", nearest);
    return false;
}

static bool set_range(const struct option_row *row, void *place, const char *value,
                      struct text *error)
{
    struct number_range range;
    const char *end = read_number(value, &range.low);
    range.high = range.low;
    if (end != NULL && *end == '-')
        end = read_number(end + 1, &range.high);
    if (end == NULL || *end != '\0' || range.low > range.high || range.low < row->low ||
        (row->high != 0 && range.high > row->high))
        return complain_number(row, value, "a number or a range such as 3-8", error);
    memcpy(place, &range, sizeof range);
    return true;
}

static bool set_size(const struct option_row *row, void *place, const char *value,
                     struct text *error)
{
    uint64_t columns, rows;
    const char *end = read_number(value, &columns);
    rows = columns;
    if (end != NULL && (*end == 'x' || *end == 'X'))
        end = read_number(end + 1, &rows);
    if (end == NULL || *end != '\0' || !in_range(row, columns) || !in_range(row, rows))
        return complain_number(row, value, "a size such as 8 or 10x6 with sides", error);
    struct board_size size = {(unsigned)columns, (unsigned)rows};
    memcpy(place, &size, sizeof size);
    return true;
}

static bool add_to_list(struct text *list, const char *value, struct text *error)
{
    if (list->size > 0)
        text_add_char(list, ',');
    text_add_string(list, value);
    if (list->failed)
        text_fail(error);
    return !list->failed;
}

bool option_set_value(const struct option_row *row, void *target, const char *value,
                      struct text *error)
{
    void *place = (char *)target + row->offset;
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)place = strcmp(value, "yes") == 0;
        return true;
    case OPTION_NUMBER:
    case OPTION_OPTIONAL:
        return set_number(row, place, value, error);
    case OPTION_REAL:
        return set_real(row, place, value, error);
    case OPTION_BYTES:
        return set_bytes(row, place, value, error);
    case OPTION_STRING:
        *(const char **)place = value;
        return true;
    case OPTION_LIST:
        return add_to_list(place, value, error);
    case OPTION_CHOICE:
        return set_choice(row, place, value, error);
    case OPTION_RANGE:
        return set_range(row, place, value, error);
    case OPTION_SIZE:
        return set_size(row, place, value, error);
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
        const char *name = "";
        size_t length = nth_choice(row->argument, *(const unsigned *)place, &name);
        text_add(value, name, length);
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
