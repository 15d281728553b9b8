/* Text as JSON. */
#ifndef ONLYWAY_BASE_JSON_H
#define ONLYWAY_BASE_JSON_H

#include "base/text.h"

/* Adds a string with its quotes.  It may stand within a script of a page: no '<' is in it. */
void json_add_string(struct text *json, const char *string);

/* Adds a member of an object and the comma or brace before it: `before`"name":"value". */
void json_add_member(struct text *json, char before, const char *name, const char *value);

#endif
