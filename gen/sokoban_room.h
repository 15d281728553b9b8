/* The room of a Sokoban level that is being generated.
 *
 * A room has at most 64 cells with a gap of one bit between its rows, so that a set of its cells is
 * one word and a step of the whole set is a shift. */
#ifndef ONLYWAY_GEN_SOKOBAN_ROOM_H
#define ONLYWAY_GEN_SOKOBAN_ROOM_H

#include "base/rng.h"
#include "games/grid.h"

enum { ROOM_BITS = 64 };

struct room {
    int columns, rows; /* (columns + 1) * rows is at most 64 */
    uint64_t floor;
};

/* Whether a room of that size fits into a word. */
static inline bool room_fits(unsigned columns, unsigned rows)
{
    return (columns + 1) * rows <= ROOM_BITS;
}

static inline unsigned room_bit(const struct room *room, int row, int column)
{
    return (unsigned)(row * (room->columns + 1) + column);
}

/* All cells of `cells` moved one step. */
static inline uint64_t room_step(const struct room *room, uint64_t cells, unsigned direction)
{
    unsigned width = (unsigned)room->columns + 1;
    switch (direction) {
    case UP:
        return cells >> width;
    case RIGHT:
        return cells << 1;
    case DOWN:
        return cells << width;
    default:
        return cells >> 1;
    }
}

/* Everything connected with `from` within `open`. */
uint64_t room_flood(const struct room *room, uint64_t from, uint64_t open);

/* Scatters so many walls.  Then closes pockets, so that the floor hangs together, and dead ends,
 * where nothing is ever to be done. */
void room_scatter(struct room *room, unsigned walls, struct rng *rng);

/* Closes pockets and dead ends of any room. */
void room_tidy(struct room *room);

/* Whether the floor touches all four sides, so that the room is as large as was asked for. */
bool room_spans(const struct room *room);

/* Whether no rotation or reflection of the room comes before it in the order of their bits. */
bool room_is_first(const struct room *room);

/* The level as text, with a wall all around.  False: out of memory. */
bool room_write(const struct room *room, uint64_t boxes, uint64_t goals, unsigned player,
                struct grid *grid);

#endif
