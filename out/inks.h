/* Pictures in black on white, for paper: what is a colour elsewhere is white, black or a hatch here.
 *
 * Nothing large is black, so that a page takes little ink and can be copied; what a player must tell apart
 * differs in shape, in its lines or in its hatch. */
#ifndef ONLYWAY_OUT_INKS_H
#define ONLYWAY_OUT_INKS_H

#include "faces/draw/colours.h"

#include <cairo.h>
#include <stdbool.h>

/* How a colour is used: to fill an outline, or to draw along it. */
enum ink_use { INK_FILLS, INK_DRAWS };

/* Sets the source of a context to what stands for a colour.  Hatches are as dense at any scale.  False: it is
 * left out. */
bool ink_set(cairo_t *context, enum colour colour, enum ink_use use);

#endif
