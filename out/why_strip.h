/* Why a level is what it is, as a strip of pictures: how the ways go on that part, what is nearest, the traps. */
#ifndef ONLYWAY_OUT_WHY_STRIP_H
#define ONLYWAY_OUT_WHY_STRIP_H

#include "out/pack.h"
#include "out/pack_options.h"
#include "out/strip.h"

/* Makes the strip; its panels have what they show in their captions, as far as there are any.  Where there is nothing
 * to be shown it is empty.  False: out of memory. */
bool why_strip_of_level(struct strip *strip, const struct pack_level *level, const struct pack_options *options);

#endif
