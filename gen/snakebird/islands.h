/* The ground of Snakebird's drafts: islands as a person draws them, with spikes on them.
 *
 * An island is a plateau on legs, a massif, stairs, a room or a row of towers.  Walls stand on it, and ledges and
 * pillars float beside it.  Spikes come in runs.  Edits keep these forms: a run of ground gets longer or shorter, an
 * island moves, a wall or a ledge comes or goes. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_ISLANDS_H
#define ONLYWAY_GEN_SNAKEBIRD_ISLANDS_H

#include "base/rng.h"
#include "games/grid.h"

/* The largest side of a draft, whatever its composition adds. */
enum { ISLANDS_SIDE = 40 };

/* Draws islands on a draft that is all air. */
void islands_draw(struct grid *draft, struct rng *rng);

/* Changes the form of an island.  Returns false if the random change is not possible; the draft may then be
 * changed all the same. */
bool islands_edit(struct grid *draft, struct rng *rng);

/* Adds a run of at most `most` spikes, on ground, beside it, below it or in the air.  Returns how many it has; 0 if the
 * random place did not fit. */
unsigned islands_add_spikes(struct grid *draft, unsigned most, struct rng *rng);

/* Replaces the content of a cell, and of all cells connected to it that hold the same, by `to`.  Returns how many there
 * are. */
unsigned islands_repaint(struct grid *draft, int cell, unsigned char to);

/* A random cell of air above ground; -1: none was found. */
int islands_surface(const struct grid *draft, struct rng *rng);

/* The character beside a cell; air outside the draft. */
unsigned char islands_beside(const struct grid *draft, int cell, unsigned direction);

/* Counts the neighbours of a cell that hold a character. */
unsigned islands_count_beside(const struct grid *draft, int cell, unsigned char c);

/* Whether there is ground above or below a cell, and on the left or on the right. */
bool islands_in_corner(const struct grid *draft, int cell);

/* Whether the ground looks drawn: a few islands that are not too thick, few of them of one cell, hardly any cells that
 * touch at a corner only, hardly any dead ends, few cells of air in a corner, at most `most_corners` corners of its
 * outline for 100 cells, and nothing flat above open air: neither islands of one row nor undersides of three cells.
 * With `most_corners` 0, for a small board, neither corners of the outline nor what is flat are counted. */
bool islands_are_neat(const struct grid *draft, unsigned most_corners);

#endif
