/* The part of libcsv's interface that base/csv.c uses, for WebAssembly, where libcsv is not available: strict CSV
 * with fields that end with NUL.  The parser's states and members mean the same as in libcsv. */
#include <csv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum state { NO_ROW, NO_FIELD, IN_FIELD, AFTER_QUOTE };

int csv_init(struct csv_parser *parser, unsigned char options)
{
    *parser = (struct csv_parser){.options = options};
    return 0;
}

void csv_free(struct csv_parser *parser)
{
    free(parser->entry_buf);
    parser->entry_buf = NULL;
}

int csv_error(struct csv_parser *parser)
{
    return parser->status;
}

char *csv_strerror(int error)
{
    static char words[][64] = {"success", "error parsing data while strict checking enabled",
                               "memory exhausted while increasing buffer size"};
    return words[error == CSV_EPARSE ? 1 : error == CSV_ENOMEM ? 2 : 0];
}

static bool add_byte(struct csv_parser *parser, unsigned char c)
{
    if (parser->entry_pos + 1 >= parser->entry_size) { /* always leaves room for the NUL */
        size_t size = parser->entry_size < 64 ? 128 : 2 * parser->entry_size;
        unsigned char *grown = realloc(parser->entry_buf, size);
        if (grown == NULL) {
            parser->status = CSV_ENOMEM;
            return false;
        }
        parser->entry_buf = grown;
        parser->entry_size = size;
    }
    parser->entry_buf[parser->entry_pos++] = c;
    return true;
}

/* Ends a field, without the spaces after it and the closing quote. */
static bool end_field(struct csv_parser *parser, void (*field)(void *, size_t, void *), void *context)
{
    if (parser->pstate == AFTER_QUOTE)
        parser->entry_pos -= parser->spaces + 1;
    else if (!parser->quoted)
        parser->entry_pos -= parser->spaces;
    size_t size = parser->entry_pos;
    if (!add_byte(parser, '\0'))
        return false;
    field(parser->entry_buf, size, context);
    parser->entry_pos = parser->spaces = 0;
    parser->quoted = 0;
    parser->pstate = NO_FIELD;
    return true;
}

static bool fail(struct csv_parser *parser)
{
    parser->status = CSV_EPARSE;
    return false;
}

static bool take_byte(struct csv_parser *parser, unsigned char c, void (*field)(void *, size_t, void *),
                      void (*row)(int, void *), void *context)
{
    bool space = c == ' ' || c == '\t', end = c == '\r' || c == '\n',
         inside = parser->pstate == IN_FIELD && parser->quoted;
    if (inside) {
        if (c == '"')
            parser->pstate = AFTER_QUOTE;
        return add_byte(parser, c);
    }
    if (end) {
        if (parser->pstate == NO_ROW)
            return true; /* empty lines are not rows */
        if (!end_field(parser, field, context))
            return false;
        row(c, context);
        parser->pstate = NO_ROW;
        return true;
    }
    if (c == ',')
        return end_field(parser, field, context);
    if (parser->pstate == AFTER_QUOTE) {
        if (c == '"' && parser->spaces == 0) { /* a doubled quote is one quote, which is stored already */
            parser->pstate = IN_FIELD;
            return true;
        }
        parser->spaces += space;
        return space ? add_byte(parser, c) : fail(parser);
    }
    if (parser->pstate == IN_FIELD) {
        parser->spaces = space ? parser->spaces + 1 : 0;
        return c == '"' ? fail(parser) : add_byte(parser, c);
    }
    if (space)
        return true;
    parser->pstate = IN_FIELD;
    parser->quoted = c == '"';
    return parser->quoted || add_byte(parser, c);
}

size_t csv_parse(struct csv_parser *parser, const void *bytes, size_t size, void (*field)(void *, size_t, void *),
                 void (*row)(int, void *), void *context)
{
    for (size_t i = 0; i < size; i++) {
        if (!take_byte(parser, ((const unsigned char *)bytes)[i], field, row, context))
            return i;
    }
    return size;
}

int csv_fini(struct csv_parser *parser, void (*field)(void *, size_t, void *), void (*row)(int, void *), void *context)
{
    if (parser->pstate == IN_FIELD && parser->quoted) {
        fail(parser);
        return -1;
    }
    if (parser->pstate == NO_ROW)
        return 0;
    if (!end_field(parser, field, context))
        return -1;
    row(-1, context);
    parser->pstate = NO_ROW;
    return 0;
}
