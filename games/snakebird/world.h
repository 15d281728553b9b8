/* Snakebird's original rules: pieces on a map.
 *
 * The rules work on a map of the board, with a bit for each piece in a cell and bits for ground, spikes, water and
 * fruit.  The obstacles of a piece one cell further on are then the union of a few map entries, and the set of
 * supported pieces is a small fixpoint over such unions.
 *
 * The map changes as seldom as possible.  A falling piece stays in its old place on the map and becomes *stale*:
 * its bit is ignored.  Each cell of a fall then costs only a look at the map, and most falls end without redrawing
 * anything. */
#ifndef ONLYWAY_GAMES_SNAKEBIRD_WORLD_H
#define ONLYWAY_GAMES_SNAKEBIRD_WORLD_H

#include "games/snakebird/snakebird.h"

/* The cells of a bird or block, relative to its base: a block's corner, or 0 for a bird. */
struct bird_shape {
    const int32_t *cells;
    uint32_t count;
};

/* A position during a move.  Bits of sets: birds from 0, blocks from SNAKEBIRD_BIRDS. */
struct world {
    const struct snakebird *board;
    uint16_t *map;
    const struct bird_shape *shape;
    int32_t base[SNAKEBIRD_PIECES];
    unsigned present;      /* set of pieces on the board */
    unsigned touched;      /* set of pieces that may have moved or left */
    unsigned drawn;        /* set of pieces that the map no longer shows at their place in the state */
    unsigned stale;        /* set of pieces whose bits on the map are ignored */
    unsigned in_portal[2]; /* sets of pieces that were in the portal's ends before */
    uint64_t fruit;
    int32_t shown[SNAKEBIRD_PIECES]; /* bases on the map, for drawn or stale pieces */
};

enum { BIRDS = (1 << SNAKEBIRD_BIRDS) - 1 }; /* the set of all birds */

/* Removes the first piece from a set and returns it. */
static inline unsigned take(unsigned *set)
{
    unsigned i = (unsigned)__builtin_ctz(*set);
    *set &= *set - 1;
    return i;
}

/* The union of the map entries that a piece would cover with its base at `base`. */
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

/* The permanent support of a piece; fruit counts as ground. */
static inline unsigned hard_for(unsigned i)
{
    return SNAKEBIRD_GROUND | (i < SNAKEBIRD_BIRDS ? 0 : SNAKEBIRD_SPIKE);
}

/* The union of the map entries below a piece. */
static inline unsigned under(const struct world *world, unsigned i)
{
    return look(world, i, world->base[i] + (int32_t)world->board->width) & ~(1u << i);
}

/* The pieces of a state.  A bird's array has room for one more head in front. */
struct bodies {
    struct bird_shape shape[SNAKEBIRD_PIECES];
    int32_t cells[SNAKEBIRD_BIRDS][SNAKEBIRD_LONGEST + 1];
};

/* Puts a state's pieces on the map, which the caller provides. */
void world_enter(struct world *world, const struct snakebird *board, const struct snakebird_state *state,
                 struct bodies *bodies);

/* Removes a piece from the board. */
void world_remove(struct world *world, unsigned i);

/* Shifts a set of pieces together. */
void world_shift(struct world *world, unsigned set, int32_t offset);

/* Records which pieces are in the portal now, so that only pieces that enter later are carried. */
void world_note_portal(struct world *world);

/* The `candidates` that are unsupported, given that all other pieces are supported.  below[i] is what is below
 * candidate i. */
unsigned world_unheld(const struct world *world, unsigned candidates, const unsigned *below);

/* Lets the unsupported pieces `falling` fall until everything is at rest.  `below` is as above and is modified.
 * Returns false if a bird is lost or the fall is endless. */
bool world_fall(struct world *world, unsigned falling, unsigned *below);

/* Applies exits, portals and falls until everything is at rest.  Returns false as above. */
bool world_settle(struct world *world);

#endif
