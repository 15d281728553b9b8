/* Why a level is what it is, as a strip of pictures: how the ways go on that part, what is nearest, the traps. */
#ifndef ONLYWAY_OUT_WHY_STRIP_H
#define ONLYWAY_OUT_WHY_STRIP_H

#include "out/strip.h"
#include "solve/why/why.h"

/* Makes the strip; its panels have what they show in their captions, as far as there are any.  Where there is nothing to
 * be shown it is empty.  False: out of memory. */
bool why_strip_make(struct strip *strip, const struct puzzle *puzzle,
                    const struct judgement *judgement, const struct why *why);

#endif
