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

/* Ends a field, without the spaces after it and the closing quote. */
static void end_field(struct csv_parser *parser, void (*field)(void *, size_t, void *), void *context)
{
    if (parser->pstate == AFTER_QUOTE)
        parser->entry_pos -= parser->spaces + 1;
    else if (!parser->quoted)
        parser->entry_pos -= parser->spaces;
    parser->entry_buf[parser->entry_pos] = '\0';
    field(parser->entry_buf, parser->entry_pos, context);
    parser->entry_pos = parser->spaces = 0;
    parser->quoted = 0;
    parser->pstate = NO_FIELD;
}

size_t csv_parse(struct csv_parser *parser, const void *bytes, size_t size, void (*field)(void *, size_t, void *),
                 void (*row)(int, void *), void *context)
{
    /* Makes room for all of the bytes as one field. */
    unsigned char *grown = realloc(parser->entry_buf, parser->entry_pos + size + 1);
    if (grown == NULL) {
        parser->status = CSV_ENOMEM;
        return 0;
    }
    parser->entry_buf = grown;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = ((const unsigned char *)bytes)[i];
        bool space = c == ' ' || c == '\t', end = c == '\r' || c == '\n', stored = true;
        if (parser->pstate == IN_FIELD && parser->quoted) {
            if (c == '"')
                parser->pstate = AFTER_QUOTE;
        } else if (end || c == ',') {
            stored = false;
            if (c == ',' || parser->pstate != NO_ROW) /* empty lines are not rows */
                end_field(parser, field, context);
            if (end && parser->pstate != NO_ROW) {
                row(c, context);
                parser->pstate = NO_ROW;
            }
        } else if (parser->pstate == AFTER_QUOTE && c == '"' && parser->spaces == 0) {
            parser->pstate = IN_FIELD; /* a doubled quote is one quote, which is stored already */
            stored = false;
        } else if (parser->pstate == AFTER_QUOTE ? !space : parser->pstate == IN_FIELD && c == '"') {
            parser->status = CSV_EPARSE;
            return i;
        } else if (parser->pstate == AFTER_QUOTE || parser->pstate == IN_FIELD) {
            parser->spaces = space ? parser->spaces + 1 : 0;
        } else if (space) {
            stored = false;
        } else {
            parser->pstate = IN_FIELD;
            parser->quoted = c == '"';
            stored = !parser->quoted;
        }
        if (stored)
            parser->entry_buf[parser->entry_pos++] = c;
    }
    return size;
}

int csv_fini(struct csv_parser *parser, void (*field)(void *, size_t, void *), void (*row)(int, void *), void *context)
{
    if (parser->pstate == IN_FIELD && parser->quoted) {
        parser->status = CSV_EPARSE;
        return -1;
    }
    if (parser->pstate != NO_ROW) {
        end_field(parser, field, context);
        row(-1, context);
        parser->pstate = NO_ROW;
    }
    return 0;
}
