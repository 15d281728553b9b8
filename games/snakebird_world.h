/* Snakebird's original rules: pieces on a map.
 *
 * All is done on a map of the board with a bit for each piece in a cell and a bit for ground,
 * spikes, water and fruit.  What a piece would meet one cell on is then the union of a few map
 * entries; which pieces are held up is a small fixpoint over such unions.  Pieces that fall are lifted
 * off the map, so that each cell of a fall is a look at the map and no more. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_WORLD_H
#define ONLYWAY_GAMES_SNAKEBIRD_WORLD_H

#include "games/snakebird.h"

/* A bird or block on the map. */
struct piece {
    const int32_t *cells; /* relative to base */
    uint32_t count;
    int32_t base;
};

/* A position in play.  Bits of sets: birds from 0, blocks from SNAKEBIRD_BIRDS. */
struct world {
    const struct snakebird *board;
    uint16_t *map;
    struct piece piece[SNAKEBIRD_PIECES];
    unsigned present;    /* set of pieces that are on the board */
    unsigned touched;    /* set of pieces that are no longer where the map of the state has them */
    unsigned lifted;     /* set of pieces that the map does not show */
    unsigned in_portal[2]; /* sets of pieces that were in the portal's ends before */
    uint64_t fruit;
};

enum { BIRDS = (1 << SNAKEBIRD_BIRDS) - 1 }; /* the set of all birds */

/* The next piece of a set, which is taken out of it. */
static inline unsigned take(unsigned *set)
{
    unsigned i = (unsigned)__builtin_ctz(*set);
    *set &= *set - 1;
    return i;
}

static inline unsigned look(const uint16_t *map, const struct piece *piece, int32_t offset)
{
    const uint16_t *from = map + piece->base + offset;
    unsigned seen = 0;
    for (uint32_t i = 0; i < piece->count; i++)
        seen |= from[piece->cells[i]];
    return seen;
}

static inline void draw_piece(uint16_t *map, const struct piece *piece, unsigned i)
{
    for (uint32_t k = 0; k < piece->count; k++) {
        uint16_t *cell = &map[piece->base + piece->cells[k]];
        *cell = (uint16_t)(*cell | 1u << i);
    }
}

static inline void erase_piece(uint16_t *map, const struct piece *piece, unsigned i)
{
    for (uint32_t k = 0; k < piece->count; k++) {
        uint16_t *cell = &map[piece->base + piece->cells[k]];
        *cell = (uint16_t)(*cell & ~(1u << i));
    }
}

/* What holds a piece up for good. */
static inline unsigned hard_for(unsigned i)
{
    return SNAKEBIRD_GROUND | SNAKEBIRD_FOOD | (i < SNAKEBIRD_BIRDS ? 0 : SNAKEBIRD_SPIKE);
}

/* What a piece has under it. */
static inline unsigned under(const struct world *world, unsigned i)
{
    return look(world->map, &world->piece[i], (int32_t)world->board->width) & ~(1u << i);
}

/* Takes a piece off the board. */
void world_remove(struct world *world, unsigned i);

/* Shifts some pieces at once. */
void world_shift(struct world *world, unsigned set, int32_t offset);

/* Notes who is in the portal now, so that only those who enter later are carried. */
void world_note_portal(struct world *world);

/* Those of `candidates` that nothing holds up, where the other pieces are held up.  below[i] is what
 * candidate i has under it. */
unsigned world_unheld(const struct world *world, unsigned candidates, const unsigned *below);

/* Lets `falling`, which nothing holds up, fall until everything is at rest.  `below` as before; it
 * changes.  False: a bird is lost, or the fall has no end. */
bool world_fall(struct world *world, unsigned falling, unsigned *below);

/* Exits, portals and falls, until everything is at rest.  False: likewise. */
bool world_settle(struct world *world);

#endif
