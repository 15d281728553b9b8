/* Pictures in black on white, for printing: each colour becomes white, black or a hatch.
 *
 * No large area is black, so that a page takes little ink and can be copied.  Things that a player must tell apart
 * differ in shape, line or hatch. */
#ifndef ONLYWAY_OUT_INKS_H
#define ONLYWAY_OUT_INKS_H

#include "games/draw/pen.h"

#include <cairo.h>
#include <stdbool.h>

/* How a colour is used: to fill an outline, or to draw along it. */
enum ink_use { INK_FILLS, INK_DRAWS };

/* Sets the source of a context to the ink for a colour.  Hatches have the same density at any scale.  A hatch needs
 * white below it, drawn first because viewers may leave seams between its tiles: `below` sets that white.  Returns
 * false if there is nothing to draw. */
bool ink_set(cairo_t *context, const struct colour *colour, enum ink_use use, bool below);

#endif
