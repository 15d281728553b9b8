/* A pack never takes the place of what it was made of. */
#ifndef ONLYWAY_OUT_PACK_GUARD_H
#define ONLYWAY_OUT_PACK_GUARD_H

#include "out/formats.h"
#include "out/pack_read.h"

/* Whether no file that was read would be written over or removed, whatever name or link it goes by;
 * else which one, in `error`.  Asked before anything is written. */
bool guard_input(const struct format_choice *choice, const struct pack_options *options, const struct pack_input *input,
                 struct text *error);

#endif
