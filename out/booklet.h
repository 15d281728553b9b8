/* A booklet to print: a first page with the rules, levels, and their solutions at the end. */
#ifndef ONLYWAY_OUT_BOOKLET_H
#define ONLYWAY_OUT_BOOKLET_H

#include "out/pack.h"
#include "out/pack_options.h"

/* In the order of the option --paper. */
enum paper { PAPER_A4, PAPER_LETTER };

/* In the order of the option --answers: by pictures, unless these fill more pages than the levels. */
enum answers { ANSWERS_AUTO, ANSWERS_PICTURES, ANSWERS_MOVES };

/* Adds the bytes of the PDF file to `bytes`.  False with the reason. */
bool booklet_write(const struct pack *pack, const struct pack_options *options, struct text *bytes, struct text *error);

#endif
