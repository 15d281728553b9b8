/* Pictures in black on white, for paper: what is a colour elsewhere is white, black or a hatch here.
 *
 * Nothing large is black, so that a page takes little ink and can be copied; what a player must tell apart
 * differs in shape, in its lines or in its hatch. */
#ifndef ONLYWAY_OUT_INKS_H
#define ONLYWAY_OUT_INKS_H

#include "games/draw/colours.h"

#include <cairo.h>
#include <stdbool.h>

/* How a colour is used: to fill an outline, or to draw along it. */
enum ink_use { INK_FILLS, INK_DRAWS };

/* Sets the source of a context to what stands for a colour; hatches are as dense at any scale.  A hatch lies on
 * white, which is drawn first, as viewers may leave seams between its tiles: `below` asks for that.  False: there
 * is nothing to be drawn. */
bool ink_set(cairo_t *context, enum colour colour, enum ink_use use, bool below);

#endif
