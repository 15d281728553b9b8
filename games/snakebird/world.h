/* Snakebird's original rules: pieces on a map.
 *
 * All is done on a map of the board with a bit for each piece in a cell and a bit for ground,
 * spikes, water and fruit.  What a piece would meet one cell on is then the union of a few map
 * entries; which pieces are held up is a small fixpoint over such unions.
 *
 * The map is changed as seldom as possible.  A piece that falls stays on it where it was and is
 * *stale*: its bit is passed over.  A cell of a fall is then a look at the map and no more, and
 * most falls end without anything to be drawn. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_WORLD_H
#define ONLYWAY_GAMES_SNAKEBIRD_WORLD_H

#include "games/snakebird/snakebird.h"

/* The cells of a bird or block, relative to its base: a corner, or 0 for a bird. */
struct bird_shape {
    const int32_t *cells;
    uint32_t count;
};

/* A position in play.  Bits of sets: birds from 0, blocks from SNAKEBIRD_BIRDS. */
struct world {
    const struct snakebird *board;
    uint16_t *map;
    const struct bird_shape *shape;
    int32_t base[SNAKEBIRD_PIECES];
    unsigned present;      /* set of pieces that are on the board */
    unsigned touched;      /* set of pieces that may have moved or left */
    unsigned drawn;        /* set of pieces that the map no longer shows where the state has them */
    unsigned stale;        /* set of pieces whose bits on the map do not count */
    unsigned in_portal[2]; /* sets of pieces that were in the portal's ends before */
    uint64_t fruit;
    int32_t shown[SNAKEBIRD_PIECES]; /* bases on the map; of pieces drawn or stale */
};

enum { BIRDS = (1 << SNAKEBIRD_BIRDS) - 1 }; /* the set of all birds */

/* The next piece of a set, which is taken out of it. */
static inline unsigned take(unsigned *set)
{
    unsigned i = (unsigned)__builtin_ctz(*set);
    *set &= *set - 1;
    return i;
}

/* What is on the map in the cells of a piece whose base were `base`. */
static inline unsigned look(const struct world *world, unsigned i, int32_t base)
{
    const struct bird_shape shape = world->shape[i];
    const uint16_t *from = world->map + base;
    unsigned seen = 0;
    for (uint32_t k = 0; k < shape.count; k++)
        seen |= from[shape.cells[k]];
    return seen & ~world->stale;
}

static inline void draw_shape(uint16_t *map, const struct bird_shape *shape, int32_t base, unsigned i)
{
    for (uint32_t k = 0; k < shape->count; k++) {
        uint16_t *cell = &map[base + shape->cells[k]];
        *cell = (uint16_t)(*cell | 1u << i);
    }
}

static inline void erase_shape(uint16_t *map, const struct bird_shape *shape, int32_t base, unsigned i)
{
    for (uint32_t k = 0; k < shape->count; k++) {
        uint16_t *cell = &map[base + shape->cells[k]];
        *cell = (uint16_t)(*cell & ~(1u << i));
    }
}

/* What holds a piece up for good; fruit is ground, too. */
static inline unsigned hard_for(unsigned i)
{
    return SNAKEBIRD_GROUND | (i < SNAKEBIRD_BIRDS ? 0 : SNAKEBIRD_SPIKE);
}

/* What a piece has under it. */
static inline unsigned under(const struct world *world, unsigned i)
{
    return look(world, i, world->base[i] + (int32_t)world->board->width) & ~(1u << i);
}

/* The pieces of a state.  A bird's cells have room for one more head before them. */
struct bodies {
    struct bird_shape shape[SNAKEBIRD_PIECES];
    int32_t cells[SNAKEBIRD_BIRDS][SNAKEBIRD_LONGEST + 1];
};

/* Puts a state's pieces on the map, for which there is room. */
void world_enter(struct world *world, const struct snakebird *board, const struct snakebird_state *state,
                 struct bodies *bodies);

/* Takes a piece off the board. */
void world_remove(struct world *world, unsigned i);

/* Shifts some pieces at once. */
void world_shift(struct world *world, unsigned set, int32_t offset);

/* Notes who is in the portal now, so that only those who enter later are carried. */
void world_note_portal(struct world *world);

/* Those of `candidates` that nothing holds up, where the other pieces are held up.  below[i] is
 * what candidate i has under it. */
unsigned world_unheld(const struct world *world, unsigned candidates, const unsigned *below);

/* Lets `falling`, which nothing holds up, fall until everything is at rest.  `below` as before; it
 * changes.  False: a bird is lost, or the fall has no end. */
bool world_fall(struct world *world, unsigned falling, unsigned *below);

/* Exits, portals and falls, until everything is at rest.  False: likewise. */
bool world_settle(struct world *world);

#endif
