/* Adds pieces to a Snakebird draft and removes them; shared by scattering and editing. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_PLACE_H
#define ONLYWAY_GEN_SNAKEBIRD_PLACE_H

#include "base/rng.h"
#include "games/grid.h"

/* The heads of birds and the symbols of blocks, in order of use. */
extern const char snakebird_heads[], snakebird_blocks[];

/* The number of birds or blocks in use, counted from the first character. */
unsigned draft_birds(const struct grid *draft);
unsigned draft_blocks(const struct grid *draft);

/* The character beside a cell; air outside the draft. */
unsigned char draft_beside(const struct grid *draft, int cell, int direction);

/* Counts the neighbours of a cell that hold a character. */
unsigned draft_count_beside(const struct grid *draft, int cell, unsigned char c);

/* The functions below try random places.  The bool ones return false, and change nothing, if they find none. */

/* Finds a random cell with a character; -1 if none was found. */
int draft_hit(const struct grid *draft, unsigned char c, struct rng *rng);

/* An island: a flat top, possibly with a step or a wall on it, and a body that narrows downwards. */
void place_island(struct grid *draft, struct rng *rng);

/* place_one: one character in the air.  place_spike: a spike beside ground.  place_portal: two separate portal
 * ends. */
bool place_one(struct grid *draft, unsigned char c, struct rng *rng);
bool place_spike(struct grid *draft, struct rng *rng);
bool place_portal(struct grid *draft, struct rng *rng);

/* A bird or a block of a few cells.  It starts on something that may hold it up and extends through air. */
bool place_bird(struct grid *draft, unsigned char head, unsigned length, struct rng *rng);
bool place_block(struct grid *draft, unsigned char symbol, struct rng *rng);

/* Replaces a bird, or all cells with one character, by air. */
void remove_bird(struct grid *draft, unsigned char head);
void remove_all(struct grid *draft, unsigned char c);

#endif
