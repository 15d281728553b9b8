/* The explanation of a verdict as a strip of pictures: how diverging solutions go on, what comes nearest to a
 * solution, the traps. */
#ifndef ONLYWAY_OUT_WHY_STRIP_H
#define ONLYWAY_OUT_WHY_STRIP_H

#include "out/pack.h"
#include "out/pack_options.h"
#include "out/strip.h"

/* Makes the strip.  Captions say what the panels show, if they have captions.  The strip is empty if there is
 * nothing to show.  Returns false if memory runs out. */
bool why_strip_of_level(struct strip *strip, const struct pack_level *level, const struct pack_options *options);

#endif
