/* Pieces put into a Snakebird draft and taken out of it: what scattering and editing share. */
#ifndef ONLYWAY_GEN_SNAKEBIRD_PLACE_H
#define ONLYWAY_GEN_SNAKEBIRD_PLACE_H

#include "base/rng.h"
#include "games/grid.h"

/* The heads of birds and the symbols of blocks, in the order in which they are used. */
extern const char snakebird_heads[], snakebird_blocks[];

/* How many of these there are, from the first on. */
unsigned draft_birds(const struct grid *draft);
unsigned draft_blocks(const struct grid *draft);

/* What is beside a cell; air outside. */
unsigned char draft_beside(const struct grid *draft, int cell, int direction);

/* How many of the four cells beside one hold a character. */
unsigned draft_count_beside(const struct grid *draft, int cell, unsigned char c);

/* The functions below use random places; those that return bool return false where none was found, and then
 * have changed nothing. */

/* A cell with a character; -1: none was hit upon. */
int draft_hit(const struct grid *draft, unsigned char c, struct rng *rng);

/* An island: a flat top, perhaps with a step or a wall on it, and a body that narrows downwards. */
void place_island(struct grid *draft, struct rng *rng);

/* One character in the air; a spike beside ground; two portal ends apart from each other. */
bool place_one(struct grid *draft, unsigned char c, struct rng *rng);
bool place_spike(struct grid *draft, struct rng *rng);
bool place_portal(struct grid *draft, struct rng *rng);

/* A bird, and a block of a few cells, on something that may hold it up, from there on through air. */
bool place_bird(struct grid *draft, unsigned char head, unsigned length, struct rng *rng);
bool place_block(struct grid *draft, unsigned char symbol, struct rng *rng);

/* Leaves air in the place of a bird, or of all that one character stands for. */
void remove_bird(struct grid *draft, unsigned char head);
void remove_all(struct grid *draft, unsigned char c);

#endif
