/* Comma-separated values as in RFC 4180, but with LF as the line end and quotes only where necessary.
 *
 * libcsv does the reading.  It drops spaces around unquoted fields, so csv_add_field quotes fields with such spaces.
 * libcsv's own writer quotes every field; csv_add_field quotes only those that need it. */
#ifndef ONLYWAY_BASE_CSV_H
#define ONLYWAY_BASE_CSV_H

#include "base/text.h"

/* Adds one field, quoted if it contains a comma, a quote or a line break, or begins or ends with a space or tab. */
void csv_add_field(struct text *text, const char *field);

/* Receives a row: `count` fields, which are valid until the function returns.  Returns false to stop reading. */
typedef bool csv_row_function(void *context, const char *const *fields, size_t count);

/* Reads all rows of `bytes`.  Returns false, with a one-line reason in `error`, if the text is malformed or memory runs
 * out.  Returns true otherwise, even if the row function stopped the reading. */
bool csv_read(const char *bytes, size_t size, csv_row_function *row, void *context, struct text *error);

#endif
