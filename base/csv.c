/* Comma-separated values; see csv.h. */
#include "base/csv.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

void csv_add_field(struct text *text, const char *field)
{
    size_t size = strlen(field);
    char first = field[0], last = size == 0 ? '\0' : field[size - 1];
    bool blank = first == ' ' || first == '\t' || last == ' ' || last == '\t'; /* a blank at either end */
    if (!blank && strpbrk(field, ",\"\r\n") == NULL) {
        text_add_string(text, field);
        return;
    }
    text_add_char(text, '"');
    for (; *field != '\0'; field++) {
        if (*field == '"')
            text_add_char(text, '"');
        text_add_char(text, *field);
    }
    text_add_char(text, '"');
}

/* The row that libcsv is delivering: the bytes of its fields, one after another, each with its NUL. bytes.failed is set
 * if memory ran out. */
struct reading {
    csv_row_function *row;
    void *context;
    struct text bytes;
    size_t count;
    bool stopped;
};

static void take_field(void *field, size_t size, void *context)
{
    struct reading *reading = context;
    text_add(&reading->bytes, field == NULL ? "" : field, field == NULL ? 0 : size);
    text_add_char(&reading->bytes, '\0');
    reading->count++;
}

static void take_row(int end, void *context)
{
    (void)end;
    struct reading *reading = context;
    const char **fields = calloc(reading->count + 1, sizeof *fields);
    if (fields == NULL)
        text_fail(&reading->bytes);
    if (!reading->bytes.failed && !reading->stopped) {
        const char *next = text_string(&reading->bytes);
        for (size_t i = 0; i < reading->count; i++) {
            fields[i] = next;
            next += strlen(next) + 1;
        }
        reading->stopped = !reading->row(reading->context, fields, reading->count);
    }
    free(fields);
    text_clear(&reading->bytes);
    reading->count = 0;
}

bool csv_read(const char *bytes, size_t size, csv_row_function *row, void *context, struct text *error)
{
    struct csv_parser parser;
    struct reading reading = {.row = row, .context = context};
    if (size > 0 && memchr(bytes, '\0', size) != NULL) {
        text_add_string(error, "a NUL byte is not allowed here"); /* because a NUL would end a field early */
        return false;
    }
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
        return text_fail(error);
    bool good = csv_parse(&parser, bytes, size, take_field, take_row, &reading) == size &&
                csv_fini(&parser, take_field, take_row, &reading) == 0;
    if (reading.bytes.failed || csv_error(&parser) == CSV_ENOMEM)
        good = text_fail(error);
    else if (!good)
        text_add_string(error, csv_strerror(csv_error(&parser)));
    csv_free(&parser);
    text_free(&reading.bytes);
    return good;
}
