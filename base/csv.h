/* Comma-separated values after RFC 4180, with LF as the line end and quotes only where they must
 * be.
 *
 * libcsv reads; it drops the outer spaces of unquoted fields and always quotes when it writes, so
 * the writer here quotes just the fields that need it. */
#ifndef ONLYWAY_BASE_CSV_H
#define ONLYWAY_BASE_CSV_H

#include "base/text.h"

/* Adds one field, quoted if it holds a comma, a quote, a line break or an outer space. */
void csv_add_field(struct text *text, const char *field);

/* What a reader is given for each row: `count` fields that live until it returns.  It returns false
 * to stop reading. */
typedef bool csv_row_function(void *context, const char *const *fields, size_t count);

/* Reads all rows of `bytes`.  Returns false, with a one-line reason in `error`, when the text is
 * not well-formed or memory is short; true otherwise, also when the row function stopped early. */
bool csv_read(const char *bytes, size_t size, csv_row_function *row, void *context, struct text *error);

#endif
