/* Protects the input: a pack never overwrites the files that it is made from. */
#ifndef ONLYWAY_OUT_PACK_GUARD_H
#define ONLYWAY_OUT_PACK_GUARD_H

#include "out/formats.h"
#include "out/pack_read.h"

/* Whether no input file would be overwritten or removed, under any name or link; if one would be, names it in
 * `error`.  Called before anything is written. */
bool guard_input(const struct format_choice *choice, const struct pack_options *options, const struct pack_input *input,
                 struct text *error);

#endif
