/* A printable booklet: a first page with the rules, the levels, and their solutions at the end. */
#ifndef ONLYWAY_OUT_BOOKLET_H
#define ONLYWAY_OUT_BOOKLET_H

#include "out/pack.h"
#include "out/pack_options.h"

/* In the order of the values of --paper. */
enum paper { PAPER_A4, PAPER_LETTER };

/* In the order of the values of --answers.  AUTO means pictures, unless they fill more pages than the levels. */
enum answers { ANSWERS_AUTO, ANSWERS_PICTURES, ANSWERS_MOVES };

/* Adds the bytes of the PDF file to `bytes`.  Returns false with the reason. */
bool booklet_write(const struct pack *pack, const struct pack_options *options, struct text *bytes, struct text *error);

#endif
